// Every page, light and dark, large and small: accessible, and never wider than the screen.

import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { makeTable, person, type Look } from "./kit";
import { finishedTable, tableFrom, wholeRecord, withoutLast } from "./played";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

const PAGES = ["/", "/new", "/tables", "/games", "/replay", "/account", "/settings", "/nowhere"];
const LOOKS: [string, Look][] = [
  ["desktop, light", {}],
  ["desktop, dark", { dark: true }],
  ["phone, dark, French", { phone: true, dark: true, language: "fr" }],
];

async function checked(page: Page, place: string): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect.soft(found, place).toEqual([]);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(wider, `${place} is not wider than the screen`).toBeLessThanOrEqual(0);
}

for (const [name, look] of LOOKS) {
  test(name, async ({ browser }) => {
    const { page, context, wrong } = await person(browser, server, look);
    for (const path of PAGES) {
      await page.goto(path);
      await page.locator("#main h1").waitFor();
      await page.waitForLoadState("load");
      await checked(page, path);
    }
    await makeTable(page, { others: ["link"] });
    await page.locator("#main h1").waitFor();
    await checked(page, "waiting room");

    // A decision half made: cell chosen, figures offered.
    const id = await tableFrom(page, withoutLast(wholeRecord({ expansions: "all" }), 30));
    await page.goto(`/t/${id}`);
    const first = page.locator("[data-cell], [data-option]").first();
    await first.waitFor({ state: "attached" });
    await first.dispatchEvent("click");
    await page.waitForTimeout(300);
    await checked(page, "table");

    await finishedTable(page);
    await checked(page, "end");
    await page.goto(page.url().replace("/t/", "/replay/"));
    await page.locator(".count").waitFor();
    await checked(page, "replay");
    await context.close();
    expect(wrong).toEqual([]);
  });
}
