// The computer as a rival, an adviser and a teacher: levels with faces, hints, analysis, the study board.

import { expect, test, type Page } from "@playwright/test";
import { LONG, brokenPictures, giveUp, person } from "./kit";
import { tableFrom, wholeRecord, withoutLast } from "./played";
import { called } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

test("a rival is chosen with one tap, remembered, sits at the table, and good moves glow there", async ({
  browser,
}) => {
  const { page, leave, wrong } = await person(browser, server);
  await page.goto("/");
  const play = page.locator("[data-rival]");
  await expect(play).toContainText("Azalaïs");
  await page.getByRole("radio", { name: "Bertran" }).check({ force: true });
  await expect(play).toContainText("Bertran");
  await expect(page.locator("#rival-about")).toContainText("0.3 s");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Bertran" })).toBeChecked();
  await play.click();
  await page.waitForURL(/\/t\/\w+/);
  await called(page);
  const seat = page.locator("[data-seat]", { hasText: "Bertran" });
  await expect(seat.locator("[data-face-of=level-3]")).toBeVisible();
  await expect(page.locator("body")).not.toContainText("Eager");
  expect(await brokenPictures(page)).toEqual([]);

  // Good moves glow when asked for, and go with the next move.
  await page.locator("[data-tool=hint]").click();
  const moves = page.locator("[data-hints] [data-best]");
  await expect(moves).toHaveCount(3);
  await expect(page.locator("[data-glow]").first()).toBeVisible();
  await expect(moves.first()).toHaveAccessibleName(/Expected lead: [+−-]?\d/);
  // The same key takes them away and brings them back.
  await page.keyboard.press("i");
  await expect(page.locator("[data-hints]")).toHaveCount(0);
  await page.keyboard.press("i");
  await moves.first().click();
  await expect(page.locator("[data-face]")).toBeVisible();
  await page.locator("[data-confirm]").click();
  await expect(page.locator("[data-glow]")).toHaveCount(0);
  await page.goto("/games");
  await expect(page.locator("a.card", { hasText: "Bertran" })).toBeVisible();
  await leave();
  expect(wrong).toEqual([]);
});

test("a finished game is analysed once and stays so", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  // A dozen turns are soon looked through.
  const id = await tableFrom(page, withoutLast(wholeRecord(), 60));
  await page.goto(`/t/${id}`);
  await called(page);
  await giveUp(page);
  await page.goto(`/replay/${id}`);
  await page.getByRole("button", { name: "Analyse" }).click();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeVisible();
  const summary = page.locator("[data-summary]");
  await expect(summary).toBeVisible({ timeout: 180_000 });
  await expect(summary.locator("tbody tr")).toHaveCount(2);
  await expect(page.locator("[data-margins] path").first()).toBeAttached();
  // Random moves: something was better.
  await page.locator("[data-mark]").first().click();
  await page.locator("[data-better]").click();
  await expect(page.locator("[data-glow]")).toBeVisible();
  await summary.locator("[data-turning]").first().click();
  await expect(page).toHaveURL(/#m=\d+$/);
  await page.reload();
  await expect(summary).toBeVisible();
  await leave();
  expect(wrong).toEqual([]);
});

const moves = (page: Page) => page.locator(".line .move");

test("any game can be studied, with the engine, and sent as a link", LONG, async ({ browser }) => {
  const one = await person(browser, server);
  const { page } = one;
  await page.goto("/study");
  await page.getByLabel("Record").fill(withoutLast(wholeRecord(), 60));
  await page.getByRole("button", { name: "Look at it" }).click();
  // Chance is asked first, as the record stops before a draw.
  await page.locator("[data-drawn]").first().click();
  await called(page);
  const before = await moves(page).count();
  await page.locator("[data-engine]").click();
  await expect(page.locator("[data-engine-says] [data-best]")).toHaveCount(3);
  /** The address follows what is tried, a moment later: the next one after `earlier`. */
  const hash = () => page.evaluate(() => location.hash);
  const next = async (earlier: string): Promise<string> => {
    await expect.poll(hash).not.toBe(earlier);
    return hash();
  };
  const drawn = await hash();
  await page.locator("[data-best]").first().click();
  await page.locator("[data-confirm]").click();
  await expect(moves(page)).toHaveCount(before + 1);
  await expect(page.locator("[data-draw]")).toBeVisible();
  const tried = await next(drawn);
  // Back, and another move: both are kept.
  await page.keyboard.press("PageUp");
  await called(page);
  const back = await next(tried);
  await expect(page.locator("[data-best]").nth(1)).toBeVisible();
  await page.locator("[data-best]").nth(1).click();
  await page.locator("[data-confirm]").click();
  await expect(page.getByRole("group", { name: "What was tried here" }).last()).toBeVisible();
  await expect(page).toHaveURL(/#s=[\w-]+$/);
  const count = await moves(page).count();
  expect((await next(back)).length).toBeGreaterThan(9);
  const address = page.url();

  const other = await person(browser, server, { phone: true, language: "fr", dark: true });
  await other.page.goto(address);
  await expect(other.page.locator("[data-draw]")).toBeVisible();
  await one.leave();
  await other.leave();
  expect(count).toBe(before + 1);
  expect([...one.wrong, ...other.wrong]).toEqual([]);
});
