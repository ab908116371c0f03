// Whole games against the computer, of every kind.

import { expect, test } from "@playwright/test";
import { finalPoints, makeTable, person, tilesShown } from "./kit";
import { firstBefore, tableFrom } from "./played";
import { decide, dice, playByHand, playQuickly } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeEach(async () => {
  server = await TestServer.start();
});
test.afterEach(async () => server.stop());

test("a whole base game in one click, and its rematch", async ({ browser }) => {
  const { page, context, wrong } = await person(browser, server, { motion: true });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page).toHaveURL(/\/t\/\w+/);
  // The first moves with the mouse and everything that moves; the rest without waiting for it.
  expect(await playByHand(page, 1, 6)).toBe(6);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const rest = await playQuickly(page, 1);
  expect(rest.over).toBe(true);
  expect(rest.asks).toContain("figure");
  expect(rest.decisions).toBeGreaterThan(25);
  expect(await finalPoints(page)).toHaveLength(2);

  const first = page.url();
  await page.getByRole("button", { name: "Rematch" }).click();
  await expect(page).not.toHaveURL(first);
  await page.locator("[data-cell]").first().waitFor();
  await context.close();
  expect(wrong).toEqual([]);
});

test("a whole game with every expansion", async ({ browser }) => {
  const { page, context, wrong } = await person(browser, server);
  await makeTable(page, { expansions: "all", others: ["computer:random"] });
  const { asks, kinds, over } = await playQuickly(page, 7);
  expect(over).toBe(true);
  // Which other questions come up is chance: the next test asks each of them.
  expect(asks).toEqual(expect.arrayContaining(["lay", "figure"]));
  expect(kinds).toBeGreaterThan(1);
  expect(await tilesShown(page)).toBeGreaterThan(120);
  expect(await finalPoints(page)).toHaveLength(2);
  await context.close();
  expect(wrong).toEqual([]);
});

// Some questions come up in some games only: each is looked for in played games.
const QUESTIONS: [string, RegExp, "country" | "city"][] = [
  ["figure", /\srecall@/, "country"],
  ["out", /\s\w+>/, "country"],
  ["enter", /\s\w+@(castle|market|blacksmith|cathedral)\s/, "country"],
  ["count", /\scount@/, "country"],
  ["second", /\ssecond\s/, "country"],
  ["gate", /\sgate@/, "city"],
  ["wall", /\swall:/, "city"],
  ["guard", /\sguard\s/, "city"],
  ["tower", /\stower:/, "city"],
];

test("every kind of question can be answered", async ({ browser }) => {
  const { page, context, wrong } = await person(browser, server);
  for (const [ask, word, family] of QUESTIONS) {
    const kind = family === "city" ? { family } : { family, expansions: "all" };
    const record = firstBefore(kind, word);
    await page.goto(`/t/${await tableFrom(page, record, family, "screen")}`);
    const bar = page.locator(`[data-ask="${ask}"]`);
    await expect(bar, ask).toBeVisible();
    const lines = await page.locator("[role=tabpanel]").innerText();
    await decide(page, dice(1));
    await expect(page.locator("[role=tabpanel]"), ask).not.toHaveText(lines);
  }
  await context.close();
  expect(wrong).toEqual([]);
});
