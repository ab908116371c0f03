// Every page, light and dark, large and small: accessible, and never wider than the screen.

import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { atRest, LONG, makeTable, person, type Device } from "./kit";
import { finishedTable, tableFrom, wholeRecord, withoutLast } from "./played";
import { settled } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeEach(async () => {
  server = await TestServer.start();
});
test.afterEach(async () => server.stop());

const PAGES = [
  "/",
  "/new",
  "/tables",
  "/boards",
  "/games",
  "/replay",
  "/account",
  "/settings",
  "/nowhere",
];
const LOOKS: [string, Device, Tour, { tag?: string }][] = [
  ["desktop, light", {}, everywhere, {}],
  // Colours and sizes are known from the others; how they meet is seen where there is most of them.
  ["phone, dark, French, at tables", { phone: true, dark: true, language: "fr" }, atTables, {}],
  ["phone, dark, French", { phone: true, dark: true, language: "fr" }, everywhere, LONG],
  ["desktop, dark", { dark: true }, atTables, LONG],
  ["phone, light", { phone: true }, atTables, LONG],
];
/** The narrowest screen that is asked for, with the longer words. */
const NARROW: Device = { phone: true, width: 320, language: "fr" };

/** One heading says what the page is, and nothing is wider than the screen. */
async function sound(page: Page, place: string): Promise<void> {
  await expect.soft(page.locator("h1"), `${place}: one h1`).toHaveCount(1);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(wider, `${place} is not wider than the screen`).toBeLessThanOrEqual(0);
}

async function checked(page: Page, place: string): Promise<void> {
  await atRest(page);
  // The whole page at once: what a bar covers until one scrolls is looked at too.
  const screen = page.viewportSize() ?? { width: 390, height: 844 };
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  if (tall > screen.height) await page.setViewportSize({ ...screen, height: tall });
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await new AxeBuilder({ page })
    .withTags(tags)
    // Only what is wrong is told in full, and no second page is opened to put frames together.
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect.soft(found, place).toEqual([]);
  await page.setViewportSize(screen);
  await sound(page, place);
}

type Check = (page: Page, place: string) => Promise<void>;
type Tour = (page: Page, check: Check) => Promise<void>;

/** Goes to every page and every state of a table. */
async function everywhere(page: Page, check: Check): Promise<void> {
  for (const path of PAGES) {
    await page.goto(path);
    await page.locator("#main h1").waitFor();
    await page.waitForLoadState("load");
    await check(page, path);
  }
  for (const path of ["/rules", "/rules/base", "/learn"]) {
    await page.goto(path);
    await page.locator("#main h1").waitFor();
    await page.waitForLoadState("load");
    await check(page, path);
  }
  await page.goto("/learn/base-1");
  await page.locator('[data-phase="goal"]').waitFor();
  await check(page, "a lesson");
  await page.locator("[data-ask] [data-rule]").click();
  await page.locator("dialog[data-dialog=rules] .now").waitFor();
  await check(page, "the rules beside a table");
  await makeTable(page, { others: ["link"] });
  await page.locator("#main h1").waitFor();
  await check(page, "waiting room");

  await atTables(page, check);
}

/** Goes to a table that is played, one that is over, and its replay. */
async function atTables(page: Page, check: Check): Promise<void> {
  // A decision half made: cell chosen, figures offered.
  const id = await tableFrom(page, withoutLast(wholeRecord({ expansions: "all" }), 30));
  await page.goto(`/t/${id}`);
  const first = page.locator("[data-cell], [data-option]").first();
  await first.waitFor({ state: "attached" });
  await first.dispatchEvent("click");
  await settled(page);
  await check(page, "table");

  await finishedTable(page);
  await check(page, "end");
  await page.goto(page.url().replace("/t/", "/replay/"));
  await page.locator(".count").waitFor();
  await check(page, "replay");
}

for (const [name, look, tour, lane] of LOOKS) {
  test(name, lane, async ({ browser }) => {
    const { page, context, wrong } = await person(browser, server, look);
    await tour(page, checked);
    await context.close();
    expect(wrong).toEqual([]);
  });
}

test("320 pixels: one heading on every page, and no scrolling sideways", async ({ browser }) => {
  const { page, context, wrong } = await person(browser, server, NARROW);
  await everywhere(page, sound);
  await context.close();
  expect(wrong).toEqual([]);
});
