// Faults that players met, each held where it was seen: on a phone and in the results.

import { expect, test } from "@playwright/test";
import { LONG, atRest, person, say } from "./kit";
import { finishedTable, soonestBefore, tableFrom, wholeRecord, withoutLast } from "./played";
import { called, decide, dice, playQuickly } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

test("what came since my turn plays by itself, and its title has room on a phone", async ({
  browser,
}) => {
  const look = { phone: true, hurried: true } as const;
  const { page, leave, wrong } = await person(browser, server, look);
  await page.goto(`/t/${await tableFrom(page, withoutLast(wholeRecord(), 50))}`);
  await called(page);
  await decide(page, dice(3));
  await called(page);
  /** Every title of the bar that was shown. */
  await page.evaluate(() => {
    const seen: { text: string; lines: number }[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const title = document.querySelector(".bar.history h2");
      if (!title) return;
      const { height } = title.getBoundingClientRect();
      const lines = height / Number.parseFloat(getComputedStyle(title).lineHeight);
      seen.push({ text: title.textContent ?? "", lines });
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page
    .getByRole("button", { name: say("en", "table.history.what") })
    .first()
    .click();
  // It ends where the game stands: at my question.
  await expect(page.locator(".bar.history")).toHaveCount(0);
  await expect(page.locator("[data-ask]")).toBeVisible();
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { text: string; lines: number }[] }).seen,
  );
  expect(seen.length).toBeGreaterThan(0);
  for (const { text, lines } of seen) {
    expect(text).not.toMatch(/thinking/);
    expect(lines, text).toBeLessThan(2.5);
  }
  await leave();
  expect(wrong).toEqual([]);
});

test("both ends of a wall say what they do on a phone", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, { phone: true, language: "fr" });
  const record = soonestBefore({ family: "city", seats: 3 }, /wall:/);
  await page.goto(`/t/${await tableFrom(page, record, "city", "screen")}`);
  await called(page);
  const ends = page.locator("[data-option]");
  await expect(ends).toHaveCount(2);
  for (const end of await ends.all()) {
    await expect(end.locator(".d")).toBeInViewport({ ratio: 0.9 });
    await expect(end.locator(".d")).not.toBeEmpty();
  }
  await leave();
  expect(wrong).toEqual([]);
});

test("no column of the results slides under the sum", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, { width: 1280 });
  await finishedTable(page, { expansions: "all", seed: 2 });
  await atRest(page);
  const overlaps = await page.locator("[data-over] tbody tr").evaluateAll((rows) =>
    rows.map((row) => {
      const cells = [...row.querySelectorAll("td.points")];
      const total = row.querySelector(".total")?.getBoundingClientRect().left ?? 0;
      return Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)) - total;
    }),
  );
  expect(overlaps).toHaveLength(2);
  for (const overlap of overlaps) expect(overlap).toBeLessThanOrEqual(1);
  await leave();
  expect(wrong).toEqual([]);
});

test("the end is counted on the board, and Rematch is in sight on a phone", async ({ browser }) => {
  const look = { phone: true, motion: true } as const;
  const { page, leave, wrong } = await person(browser, server, look);
  await page.goto(`/t/${await tableFrom(page, withoutLast(wholeRecord(), 2))}`);
  await called(page);
  // The telling is on its way for a while.
  let tell = (): void => undefined;
  const ready = new Promise<void>((done) => {
    tell = done;
  });
  await page.route(/\/show\.svelte-/, (route) => ready.then(() => route.continue()));
  const sum = (texts: string[]): number => texts.reduce((all, text) => all + Number(text), 0);
  const asked = page.waitForRequest(/\/show\.svelte-/);
  const playing = playQuickly(page, 1, { at: "[data-closing]" });
  await asked;
  const held = await page.locator(".head .score + .sr").allTextContents();
  expect(held).toHaveLength(2);
  tell();
  const played = await playing;
  expect(played.over, "the closing comes before the results").toBe(false);
  await expect(page.locator("[data-closing]")).toBeVisible();
  // Feature by feature, each where it lies, with its points; the sums grow with it.
  await expect(page.locator("[data-board] .tag, [data-lit]").first()).toBeVisible();
  const sums = page.locator("[data-closing] li b");
  const told = async (): Promise<number> => sum(await sums.allInnerTexts());
  const first = await told();
  expect(sum(held), "the end is not given away").toBeLessThanOrEqual(first);
  await page.keyboard.press("ArrowRight");
  await expect.poll(told).toBeGreaterThan(first);
  const soon = await told();
  await page.locator("[data-skip]").dispatchEvent("click");
  await expect(page.locator("[data-closing]")).toHaveCount(0);
  await page.locator("[data-over] .total").last().waitFor();
  const totals = await page.locator("[data-over] .total").allInnerTexts();
  const end = totals.map(Number).filter(Number.isFinite);
  expect(
    end.reduce((sum, n) => sum + n, 0),
    "skipping leads to the end at once",
  ).toBeGreaterThan(soon);
  const rematch = page.getByRole("button", { name: say("en", "table.over.rematch") });
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(rematch).toBeInViewport({ ratio: 0.99 });
  }
  await leave();
  expect(wrong).toEqual([]);
});
