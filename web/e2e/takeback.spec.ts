// Taking a move back: freely against the computer, and between two only if both want it.

import { expect, test } from "@playwright/test";
import { LONG, person, say, tilesShown } from "./kit";
import { newTable } from "./played";
import { playByHand } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

test("against the computer by the menu and by its key", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, { language: "fr" });
  await newTable(page, "level-1");
  await page.locator("[data-cell]").first().waitFor();
  const before = await tilesShown(page);
  await playByHand(page, 3, 1);
  await page.locator("[data-cell]").first().waitFor();
  expect(await tilesShown(page)).toBeGreaterThan(before);

  await page.getByRole("button", { name: say("fr", "table.menu") }).click();
  await page.getByRole("button", { name: say("fr", "table.offer.takeback") }).click();
  await expect.poll(() => tilesShown(page)).toBe(before);
  await expect(page.getByText("Vous reprenez votre dernier coup").first()).toBeVisible();
  await expect(page.locator(".entry.undone").first()).toBeVisible();

  await page.locator("[data-cell]").first().waitFor();
  await playByHand(page, 3, 1);
  await page.locator("[data-cell]").first().waitFor();
  expect(await tilesShown(page)).toBeGreaterThan(before);
  await page.keyboard.press("b");
  await expect.poll(() => tilesShown(page)).toBe(before);
  await leave();
  expect(wrong).toEqual([]);
});

test("between two only if both want it", LONG, async ({ browser }) => {
  const owner = await person(browser, server);
  const guest = await person(browser, server, { language: "fr" });
  await newTable(owner.page, "link");
  const link = await owner.page.getByLabel("Link to this table").inputValue();
  await guest.page.goto(link);
  await guest.page.getByRole("button", { name: "Prendre place" }).click();
  await owner.page.getByRole("button", { name: "Start the game" }).click();

  // Who begins is drawn: the first cells to lay on are those of whoever it is.
  const cell = (one: typeof owner): Promise<typeof owner> =>
    one.page
      .locator("[data-cell]")
      .first()
      .waitFor()
      .then(() => one);
  const first = await Promise.any([cell(owner), cell(guest)]);
  const second = first === owner ? guest : owner;
  const word = (one: typeof owner, key: string): string => say(one === owner ? "en" : "fr", key);
  const answer = (one: typeof owner, key: string): Promise<void> =>
    one.page.getByRole("button", { name: word(one, key) }).click();
  const before = await tilesShown(first.page);
  await playByHand(first.page, 3, 1);
  await expect.poll(() => tilesShown(second.page)).toBe(before + 1);

  // No: nothing happens.
  await first.page.keyboard.press("b");
  const asked = word(first, "table.offered.mine.takeback");
  await expect(first.page.getByText(asked)).toBeVisible();
  await answer(second, "table.decline");
  await expect(first.page.getByText(asked)).toHaveCount(0);
  expect(await tilesShown(first.page)).toBe(before + 1);

  // Yes, for the other's move: both boards go back, by one move.
  await cell(second);
  await playByHand(second.page, 5, 1);
  await expect.poll(() => tilesShown(first.page)).toBe(before + 2);
  await second.page.keyboard.press("b");
  await answer(first, "table.agree");
  for (const { page } of [owner, guest]) {
    await expect.poll(() => tilesShown(page)).toBe(before + 1);
  }
  await cell(second);
  for (const { leave, wrong } of [owner, guest]) {
    await leave();
    expect(wrong).toEqual([]);
  }
});
