// The line to the server: who is here is live, a lost line is told at once, and a move that was
// confirmed without one waits, survives a reload, and goes out.

import { expect, test, type Page } from "@playwright/test";
import { LONG, brokenPictures, person, say, tilesShown } from "./kit";
import { newTable } from "./played";
import { playQuickly } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

// The browser itself tells of what it cannot fetch.
const offline =
  /ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection to .* failed/;

/** A cell on which the tile lies in more than one way, once its pictures there have come. */
async function cellAhead(page: Page, come: ReadonlySet<string>): Promise<string> {
  const cell = page.locator("[data-cell][aria-label$=' ways to lay it']").first();
  const [x, y] = ((await cell.getAttribute("data-cell")) ?? "").split(",");
  const ways = Number(/(\d+) ways/.exec((await cell.getAttribute("aria-label")) ?? "")?.[1]);
  const there = (): number => [...come].filter((path) => path.endsWith(`/${x}/${y}.svg`)).length;
  await expect.poll(there).toBe(ways);
  return `[data-cell="${x},${y}"]`;
}

test("who leaves is away at once, and who comes back is here", async ({ browser }) => {
  const owner = await person(browser, server);
  const guest = await person(browser, server);
  await newTable(owner.page, "link");
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
  await owner.leave();
  await guest.leave();
  expect(owner.wrong).toEqual([]);
});

test(
  "who stays away too long may be replaced by the computer, and the game goes on",
  LONG,
  async ({ browser }) => {
    // A short grace: claiming is offered after a second, not after a minute.
    const hasty = await TestServer.start(["--grace-seconds", "1"]);
    const owner = await person(browser, hasty);
    const guest = await person(browser, hasty);
    await newTable(owner.page, "link");
    const link = await owner.page.getByLabel(say("en", "room.invite.link")).inputValue();
    await guest.page.goto(link);
    await guest.page.getByRole("button", { name: say("en", "room.sit") }).click();
    await owner.page.getByRole("button", { name: say("en", "room.start") }).click();
    await guest.page.locator("#main.game").waitFor();
    const claim = owner.page.getByRole("button", { name: say("en", "table.claim.computer") });
    await expect(claim).toHaveCount(0);
    await guest.leave();
    await claim.click();
    await expect(claim).toHaveCount(0);
    // The computer sits there, and plays when it is its turn.
    await expect(owner.page.locator("[data-seat] .badge svg").first()).toBeVisible();
    const before = await tilesShown(owner.page);
    await playQuickly(owner.page, 3, { tiles: before + 4 });
    expect(await tilesShown(owner.page)).toBeGreaterThanOrEqual(before + 4);
    await owner.leave();
    await hasty.stop();
    expect(owner.wrong).toEqual([]);
  },
);

test("a move that is chosen without a connection waits, also over a reload, and goes out", async ({
  browser,
}) => {
  const { page, context, leave, wrong } = await person(browser, server, {
    expected: offline,
    kept: true,
  });
  const come = new Set<string>();
  page.on("requestfinished", (request) => come.add(new URL(request.url()).pathname));
  await newTable(page, "level-1");
  await page.locator("[data-cell]").first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  const cell = await cellAhead(page, come);
  const before = await tilesShown(page);

  await context.setOffline(true);
  // Told at once, not after half a minute.
  await expect(page.getByText(say("en", "table.link.lost")).first()).toBeVisible({ timeout: 3000 });
  await page.locator(cell).dispatchEvent("click");
  const faces = page.locator("[data-face] img");
  const seen = (): Promise<boolean[]> =>
    faces.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0));
  await expect.poll(seen).toEqual([true, true]);
  const lies = await faces.last().getAttribute("src");
  // A corner: in the middle one might choose the follower.
  await page.locator("[data-face]").click({ position: { x: 6, y: 6 } });
  await expect(faces.last()).not.toHaveAttribute("src", lies ?? "");
  await expect.poll(seen).toEqual([true, true]);
  // Whoever may be sent is to be seen, too.
  expect(await brokenPictures(page)).toEqual([]);
  await page.locator("[data-option]").first().click();
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
  await leave();
  expect(wrong).toEqual([]);
});
