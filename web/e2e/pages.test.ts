// Every page, small and large, light and dark, in both languages: it fits, it is accessible, and
// no script fails.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessible, launch, open, person, sideways, type Look } from "./browser";

const PAGES = ["/", "/new", "/tables", "/games", "/replay", "/account", "/settings", "/nowhere"];
const LOOKS: [string, Look][] = [
  ["desktop, English, light", { width: 1440, height: 900 }],
  ["phone, French, dark", { width: 390, height: 844, language: "fr", dark: true }],
  ["smallest, French, light", { width: 320, height: 640, language: "fr" }],
];

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(LOOKS)("%s", (_, look) => {
  it.each(PAGES)("%s", async (path) => {
    const context = await person(browser, look);
    const page = await open(context, path);
    await page.waitForLoadState("networkidle").catch(() => undefined);
    expect(await sideways(page)).toBe(0);
    expect(await page.locator("html").getAttribute("lang")).toBe(look.language ?? "en");
    expect(await page.locator("h1").count()).toBe(1);
    await accessible(page);
    await context.close();
  });
});
