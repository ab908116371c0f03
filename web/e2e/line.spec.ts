// The line to the server: who is here is live, a lost line is told at once, and a move that was
// confirmed without one waits, survives a reload, and goes out.

import { expect, test, type Page } from "@playwright/test";
import { brokenPictures, makeTable, person, say, tilesShown } from "./kit";
import { settled } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeEach(async () => {
  server = await TestServer.start();
});
test.afterEach(async () => server.stop());

// The browser itself tells of what it cannot fetch.
const offline =
  /ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection to .* failed/;

/** Lays the tile somewhere and sends nobody, up to the press of confirm. */
async function choose(page: Page): Promise<void> {
  await page.locator("[data-cell]").first().dispatchEvent("click");
  await settled(page);
  const none = page.locator("[data-option]", { hasText: say("en", "table.none") });
  if ((await none.count()) > 0) await none.first().click();
  await settled(page);
}

test("who leaves is away at once, and who comes back is here", async ({ browser }) => {
  const owner = await person(browser, server);
  const guest = await person(browser, server);
  await makeTable(owner.page, { others: ["link"] });
  const link = await owner.page.getByLabel(say("en", "room.invite.link")).inputValue();
  await guest.page.goto(link);
  await guest.page.getByRole("button", { name: say("en", "room.sit") }).click();
  await owner.page.getByRole("button", { name: say("en", "room.start") }).click();
  await guest.page.locator("#main.game").waitFor();
  const away = owner.page.getByText(/Away \d+:\d\d/);
  await expect(away).toHaveCount(0);
  await guest.page.close();
  await expect(away.first()).toBeVisible();
  const again = await guest.context.newPage();
  await again.goto(link);
  await again.locator("#main.game").waitFor();
  await expect(away).toHaveCount(0);
  await owner.context.close();
  await guest.context.close();
  expect(owner.wrong).toEqual([]);
});

test("a move without a connection waits, also over a reload, and goes out", async ({ browser }) => {
  const { page, context, wrong } = await person(browser, server, { expected: offline, kept: true });
  await makeTable(page, { others: ["computer:level-1"] });
  await page.locator("[data-cell]").first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await choose(page);
  const before = await tilesShown(page);

  await context.setOffline(true);
  // Told at once, not after half a minute.
  await expect(page.getByText(say("en", "table.link.lost")).first()).toBeVisible({ timeout: 3000 });
  await page.locator("[data-confirm]").click();
  await expect(page.getByText(say("en", "table.link.lost.move"))).toBeVisible();
  await page.reload();
  await context.setOffline(false);
  await expect.poll(() => tilesShown(page)).toBeGreaterThan(before);
  await expect(page.getByText(say("en", "table.link.lost"))).toHaveCount(0);
  await expect.poll(() => brokenPictures(page)).toEqual([]);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /waiting/.test(key))),
  ).toEqual([]);
  await context.close();
  expect(wrong).toEqual([]);
});
