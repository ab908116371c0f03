// Whole games against the computer, of every kind.

import { expect, test } from "@playwright/test";
import { finalPoints, giveUp, LONG, makeTable, person, tilesShown } from "./kit";
import { soonestBefore, tableFrom, wholeRecord, withoutLast } from "./played";
import { decide, dice, playByHand, playQuickly } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

/** A game that is given up after a few turns, and one that is played to its end. */
const BASE = [
  { name: "a base game", whole: false, lane: {} },
  { name: "a whole base game", whole: true, lane: LONG },
] as const;

for (const { name, whole, lane } of BASE) {
  test(`${name} in one click, and its rematch`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, { motion: true });
    await page.goto("/");
    await page.locator("[data-rival]").click();
    await expect(page).toHaveURL(/\/t\/\w+/);
    // The first moves with the mouse and everything that moves; the rest without waiting for it.
    expect(await playByHand(page, 1, 4)).toBe(4);
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (whole) {
      const rest = await playQuickly(page, 1);
      expect(rest.over).toBe(true);
      expect(rest.asks).toContain("figure");
      expect(rest.decisions).toBeGreaterThan(25);
    } else await giveUp(page);
    expect(await finalPoints(page)).toHaveLength(2);

    const first = page.url();
    await page.getByRole("button", { name: "Rematch" }).click();
    await expect(page).not.toHaveURL(first);
    await page.locator("[data-cell]").first().waitFor();
    await leave();
    expect(wrong).toEqual([]);
  });
}

/** A game that goes on from the middle, and one from its beginning. */
const EVERYTHING = [
  { name: "the end of a game", played: 134, lane: {} },
  { name: "a whole game", played: 0, lane: LONG },
] as const;

for (const { name, played, lane } of EVERYTHING) {
  test(`${name} with every expansion`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server);
    if (played === 0) await makeTable(page, { expansions: "all", others: ["computer:level-1"] });
    else {
      const record = wholeRecord({ expansions: "all", seed: 2 });
      await page.goto(`/t/${await tableFrom(page, withoutLast(record, 142 - played))}`);
    }
    const { asks, kinds, over } = await playQuickly(page, 7);
    expect(over).toBe(true);
    // Which other questions come up is chance: the next test asks each of them.
    expect(asks).toEqual(expect.arrayContaining(["lay", "figure"]));
    expect(kinds).toBeGreaterThan(1);
    expect(await tilesShown(page)).toBeGreaterThan(120);
    expect(await finalPoints(page)).toHaveLength(2);
    await leave();
    expect(wrong).toEqual([]);
  });
}

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
  const { page, leave, wrong } = await person(browser, server);
  for (const [ask, word, family] of QUESTIONS) {
    const kind = family === "city" ? { family } : { family, expansions: "all" };
    const record = soonestBefore(kind, word);
    await page.goto(`/t/${await tableFrom(page, record, family, "screen")}`);
    const bar = page.locator(`[data-ask="${ask}"]`);
    await expect(bar, ask).toBeVisible();
    const lines = await page.locator("[role=tabpanel]").innerText();
    await decide(page, dice(1));
    await expect(page.locator("[role=tabpanel]"), ask).not.toHaveText(lines);
  }
  await leave();
  expect(wrong).toEqual([]);
});
