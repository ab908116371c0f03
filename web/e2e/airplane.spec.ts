// Without a network, and without a server: whole games from start to end, closed and opened again in
// the middle, and a page that crashes. Nothing is lost.

import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { filmed } from "./film";
import { LONG, person, say, tilesShown, type Person } from "./kit";
import { UNREACHED, whole } from "./kept";
import { withoutLast, wholeRecord } from "./played";
import { playQuickly } from "./robot";
import { TestServer } from "./server";

/** Somebody who has been here once, and is now on an aeroplane: the server is gone, too. */
async function aloft(...[browser, look]: Parameters<typeof aboard>): Promise<Person> {
  const { server, someone } = await aboard(browser, look);
  await someone.context.setOffline(true);
  await server.stop();
  return someone;
}

/** Servers of tests that failed before they were left. */
const started: TestServer[] = [];

test.afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()));
});

async function aboard(
  browser: Parameters<typeof person>[0],
  look: Parameters<typeof person>[2] = {},
): Promise<{ server: TestServer; someone: Person }> {
  const server = await TestServer.start();
  started.push(server);
  const someone = await person(browser, server, {
    ...look,
    engine: true,
    kept: true,
    expected: UNREACHED,
  });
  await someone.page.goto("/");
  await whole(someone.page);
  return { server, someone };
}

async function board(page: Page): Promise<void> {
  await page.locator("section [role=group]").first().waitFor();
}

/** Closes the page, opens another one and comes back to the game by the first page. */
async function reopened(context: BrowserContext, page: Page): Promise<Page> {
  await page.close();
  return cameBack(context);
}

/** The renderer of the page falls over, as on a device without memory. */
async function crashed(context: BrowserContext, page: Page): Promise<Page> {
  const gone = page.waitForEvent("crash");
  await page.goto("chrome://crash").catch(() => undefined);
  await gone;
  await page.close();
  return cameBack(context);
}

async function cameBack(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/");
  await page.locator("[data-device] li a").first().click();
  await page.waitForURL(/\/t\/local-/);
  await board(page);
  return page;
}

/** The end as the page shows it, with its draws checked. */
async function fairEnd(page: Page): Promise<void> {
  await expect(page.locator("[data-over]")).toBeVisible();
  await page.locator("[data-fair] button").first().click();
  await expect(page.locator("[data-verdict]")).toHaveAttribute("data-verdict", "good");
}

/** The first page opens without a network, and changes its language. */
async function opened(page: Page): Promise<void> {
  await page.reload();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(say("en", "home.title"));
  await page.locator("button[lang=fr]").click();
  await expect(title).toHaveText(say("fr", "home.title"));
}

/** Any record is played on, to its end. */
async function recordPlayedOn(page: Page): Promise<void> {
  await page.goto("/replay");
  await page.locator("textarea").fill(withoutLast(wholeRecord(), 3));
  await page.locator("form button[type=submit]").click();
  await page.locator(".replay").waitFor();
  await page.keyboard.press("End");
  await page.locator(".foot button.p").click();
  await page.locator("dialog[open] form button[type=submit]").click();
  await page.waitForURL(/\/t\/local-/);
  await board(page);
  const played = await playQuickly(page, 1);
  expect(played.over).toBe(true);
}

/** Lessons, rules and the study board. */
async function readAndLearn(page: Page): Promise<void> {
  await page.goto("/learn");
  await page.locator("a[href^='/learn/']").first().click();
  await board(page);
  await page.goto("/rules");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/study");
  await page.locator("[data-empty=city]").click();
  await board(page);
}

// One flight for all of it: what a page needs without a network is fetched once.
test("without a network: a game is closed, crashes and goes on, a record is played to its end and its draws are checked, lessons, rules and study open", async ({
  browser,
}) => {
  const { page: first, context, wrong } = await aloft(browser);
  const shown = await filmed(context, "airplane");
  await opened(first);
  await first.locator("[data-rival]").click();
  await first.waitForURL(/\/t\/local-/);
  await board(first);
  await playQuickly(first, 1, { tiles: 4 });
  const laid = await tilesShown(first);
  const second = await reopened(context, first);
  expect(await tilesShown(second)).toBeGreaterThanOrEqual(laid);
  await playQuickly(second, 2, { tiles: laid + 2 });
  const more = await tilesShown(second);
  const third = await crashed(context, second);
  expect(await tilesShown(third)).toBeGreaterThanOrEqual(more);
  await playQuickly(third, 3, { tiles: more + 2 });
  await recordPlayedOn(third);
  await fairEnd(third);
  await readAndLearn(third);
  await shown();
  await context.close();
  expect(wrong).toEqual([]);
});

test(
  "lessons, rules and the study board in English without a network",
  LONG,
  async ({ browser }) => {
    const { page, context, wrong } = await aloft(browser);
    await readAndLearn(page);
    await context.close();
    expect(wrong).toEqual([]);
  },
);

// A tab in the background is painted late on a busy machine.
test(
  "two tabs have one table, and the second goes on when the first is closed",
  LONG,
  async ({ browser }) => {
    const { page: first, context, wrong } = await aloft(browser);
    await first.goto("/new?seats=screen");
    await first.locator("form.create button[type=submit]").click();
    await first.waitForURL(/\/t\/local-/);
    await board(first);
    const second = await cameBack(context);
    await playQuickly(second, 1, { tiles: 4 });
    await expect.poll(() => tilesShown(first)).toBeGreaterThanOrEqual(4);
    // A tab that nobody looks at paints nothing.
    await first.bringToFront();
    await playQuickly(first, 2, { tiles: 6 });
    await expect.poll(() => tilesShown(second)).toBeGreaterThanOrEqual(6);
    await first.close();
    await second.bringToFront();
    await playQuickly(second, 3, { tiles: 8 });
    await context.close();
    expect(wrong).toEqual([]);
  },
);

const GAMES = [
  { name: "the base game", address: "/new" },
  { name: "everything", address: "/new", all: true },
  { name: "The City", address: "/new?game=city" },
];
for (const game of GAMES) {
  test(`${game.name} from start to end without a network`, LONG, async ({ browser }) => {
    test.setTimeout(900_000);
    const { page: first, context, wrong } = await aloft(browser, { hurried: true });
    await first.goto(game.address);
    await first.locator("form.create").waitFor();
    if (game.all) {
      for (const card of await first.locator("label.card:has(input[type=checkbox])").all()) {
        await card.click();
      }
    }
    await first.locator("aside ol select").nth(1).selectOption("computer:level-1");
    await first.locator("form.create button[type=submit]").click();
    await first.waitForURL(/\/t\/local-/);
    await board(first);
    await playQuickly(first, 1, { tiles: 20 });
    const laid = await tilesShown(first);
    const second = await reopened(context, first);
    expect(await tilesShown(second)).toBeGreaterThanOrEqual(laid);
    await playQuickly(second, 2, { tiles: 35 });
    const more = await tilesShown(second);
    const third = await crashed(context, second);
    expect(await tilesShown(third)).toBeGreaterThanOrEqual(more);
    expect((await playQuickly(third, 3)).over).toBe(true);
    await fairEnd(third);
    await context.close();
    expect(wrong).toEqual([]);
  });
}
