// Language and theme are the reader's choice. That every page is all in one language: axe.spec.ts.

import { expect, test } from "@playwright/test";
import { person } from "./kit";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

test("language and theme are chosen by hand and remembered", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  await page.goto("/settings");
  await page.getByText("Français").last().click();
  await expect(page.getByRole("heading", { name: "Réglages" })).toBeVisible();
  await page.getByText("Sombre", { exact: true }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Réglages" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await leave();
  expect(wrong).toEqual([]);
});

test("an installed page speaks the language of its user", async ({ browser }) => {
  for (const [language, word] of [
    ["en", "Lay a tile"],
    ["fr", "Posez une tuile"],
  ] as const) {
    const { page, leave, wrong } = await person(browser, server, { language });
    await page.goto("/");
    await page.locator("#main h1").waitFor();
    const href = await page.locator("link[rel=manifest]").getAttribute("href");
    const answer = await page.request.get(href ?? "");
    expect(answer.headers()["content-type"]).toContain("manifest");
    const manifest = (await answer.json()) as { lang: string; description: string };
    expect(manifest.lang).toBe(language);
    expect(manifest.description).toContain(word);
    await leave();
    expect(wrong).toEqual([]);
  }
});
