// Playing on from any move of any game: against the computer, a friend, on one screen.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { LONG, person, tilesShown } from "./kit";
import { finishedTable, wholeRecord } from "./played";
import { decide, dice, moment, playQuickly } from "./robot";
import { BINARY, TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

const idOf = (page: Page): string => /\/t\/(\w+)/.exec(page.url())?.[1] ?? "";

/** The words of a record, without tags, comments and turn numbers. */
async function words(page: Page, id: string): Promise<string[]> {
  const text = await (await page.request.get(`/api/tables/${id}/record`)).text();
  const play = text.replace(/^\[.*\]$/gm, "").replace(/\{[^}]*\}/g, "");
  return play.split(/\s+/).filter((word) => word !== "" && !/^\d+\.$/.test(word));
}

/** How many words of a record stand before the draws of its table. */
async function drawsAfter(page: Page, id: string): Promise<number> {
  const text = await (await page.request.get(`/api/tables/${id}/record`)).text();
  return Number(/\[DrawsAfter "(\d+)"\]/.exec(text)?.[1] ?? 0);
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play on from here" }).click();
  await expect(page.getByRole("dialog")).toContainText("drawn anew");
}

test("from the middle of a finished game, against the computer, to its end", async ({
  browser,
}) => {
  const { page, leave, wrong } = await person(browser, server);
  const old = await finishedTable(page);
  const before = await words(page, old);
  await page.goto(`/replay/${old}#m=64`);
  await openDialog(page);
  const seats = page.getByRole("dialog").getByRole("combobox", { name: /^Seat of/ });
  await expect(seats).toHaveCount(2);
  // The seat to act is mine; I take the other one, and the computer has mine.
  const mine = (await seats.nth(0).inputValue()) === "me" ? 0 : 1;
  await expect(seats.nth(1 - mine)).toHaveValue("computer:level-2");
  await seats.nth(1 - mine).selectOption("me");
  await expect(seats.nth(mine)).toHaveValue("computer:level-2");
  await page.getByLabel("Aids, the same for all").selectOption("beginner");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.waitForURL(/\/t\/\w+/);
  const id = idOf(page);
  await page.locator("section [role=group]").waitFor();
  expect(await tilesShown(page)).toBeGreaterThan(35);
  const played = await playQuickly(page, 5);
  expect(played.over).toBe(true);

  // The draws so far are those of the old game; the others follow from the seed of the new table.
  const after = await words(page, id);
  const kept = await drawsAfter(page, id);
  expect(kept).toBeGreaterThan(100);
  // A tile and its turns are one word of the record and two of the text.
  const same = after.findIndex((word, i) => word !== before[i]);
  expect(same === -1 || same > kept).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), "trencavel-verify-"));
  const file = join(folder, "game.tcr");
  const record = await (await page.request.get(`/api/tables/${id}/record`)).text();
  writeFileSync(file, record);
  // Draws of the earlier game cannot be checked: whoever checks says that it knows of them.
  const earlier = /\[DrawsAfter "(\d+)"\]/.exec(record)?.[1] ?? "0";
  const told = execFileSync(BINARY, ["verify", "--after", earlier, file], { encoding: "utf8" });
  expect(told).toContain("follow from the seed");
  rmSync(folder, { recursive: true });
  await leave();
  expect(wrong).toEqual([]);
});

test(
  "against a friend in another browser, from an earlier moment of a game that is played",
  LONG,
  async ({ browser }) => {
    const owner = await person(browser, server);
    const friend = await person(browser, server, { language: "fr" });
    // A game against the computer that is still under way.
    await owner.page.goto("/new");
    await owner.page.locator("aside ol select").nth(1).selectOption("computer:level-1");
    await owner.page.locator("form.create button[type=submit]").click();
    await owner.page.waitForURL(/\/t\/\w+/);
    const running = idOf(owner.page);
    const roll = dice(11);
    for (let turn = 0; turn < 3; turn += 1) {
      await expect.poll(() => moment(owner.page)).toBe("mine");
      await decide(owner.page, roll);
    }
    await owner.page.goto(`/replay/${running}#m=3`);
    await openDialog(owner.page);
    const seats = owner.page.getByRole("dialog").getByRole("combobox", { name: /^Seat of/ });
    const mine = (await seats.nth(0).inputValue()) === "me" ? 0 : 1;
    await seats.nth(1 - mine).selectOption("link");
    await owner.page.getByRole("button", { name: "Create the table and invite" }).click();
    await owner.page.waitForURL(/\/t\/\w+/);
    const link = await owner.page.getByLabel("Link to this table").inputValue();
    await friend.page.goto(link);
    await friend.page.getByRole("button", { name: "Prendre place" }).click();
    await owner.page.getByRole("button", { name: "Start the game" }).click();
    await friend.page.locator("section [role=group]").waitFor();
    await expect.poll(() => tilesShown(owner.page)).toBe(3);
    // I keep the seat that I had: it was the computer's turn, and the friend has its seat now.
    await expect.poll(() => moment(friend.page)).toBe("mine");
    await decide(friend.page, roll);
    await expect.poll(() => moment(owner.page)).toBe("mine");
    await decide(owner.page, roll);
    await expect.poll(() => tilesShown(owner.page)).toBe(5);
    await friend.leave();
    await owner.leave();
    expect([...owner.wrong, ...friend.wrong]).toEqual([]);
  },
);

test("The City from a pasted record, on one screen", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  await page.goto("/replay");
  await page.getByLabel("Record").fill(wholeRecord({ family: "city", seed: 3 }));
  await page.getByRole("button", { name: "Look at it" }).click();
  await expect(page.locator(".count")).toHaveText(/^0 of \d+$/);
  const all = Number((await page.locator(".count").innerText()).split(" ").at(-1));
  // The game is over at its end: nothing to play on there.
  await page.keyboard.press("End");
  await expect(page.getByRole("button", { name: "Play on from here" })).toHaveCount(0);
  await page.getByRole("slider", { name: "Move" }).focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < Math.floor(all * 0.6); i += 1) await page.keyboard.press("ArrowRight");
  await openDialog(page);
  const seats = page.getByRole("dialog").getByRole("combobox", { name: /^Seat of/ });
  const mine = (await seats.nth(0).inputValue()) === "me" ? 0 : 1;
  await seats.nth(1 - mine).selectOption("screen");
  await page.getByRole("textbox", { name: /^Name on this screen/ }).fill("Alaïs");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.waitForURL(/\/t\/\w+/);
  await page.locator("section [role=group]").first().waitFor();
  const tiles = await tilesShown(page);
  expect(tiles).toBeGreaterThan(20);
  await playQuickly(page, 7, { tiles: tiles + 4 });
  await expect.poll(() => tilesShown(page)).toBeGreaterThanOrEqual(tiles + 4);
  await leave();
  expect(wrong).toEqual([]);
});
