// The shells of a table: most of the screen is board at every size and in every phase, everything is
// within reach, and the settings come to the table.

import { expect, test, type Browser, type Page } from "@playwright/test";
import { atRest, LONG, person, say } from "./kit";
import { drawnBefore, soonestBefore, tableFrom, wholeRecord, withoutLast } from "./played";
import { called, settled } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

/** Width and height. */
type Size = readonly [number, number];
const PHONE = [390, 844] as const;
const SMALL = [320, 640] as const;
const FLAT = [844, 390] as const;
const DESK = [1280, 720] as const;

/** Where pictures to look at are put, if somebody wants to look. */
const LOOK = process.env["LOOK"];

async function at(browser: Browser, size: Size, language: "en" | "fr" = "fr") {
  const phone = size !== DESK;
  const who = await person(browser, server, { phone, language });
  await resized(who.page, size);
  return who;
}

function resized(page: Page, [width, height]: Size): Promise<void> {
  return page.setViewportSize({ width, height });
}

/** Which share of the screen is board that nothing of the shell covers. */
function boardShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stage = document.querySelector(".stage")?.getBoundingClientRect();
    if (!stage) return 0;
    let { bottom } = stage;
    for (const over of document.querySelectorAll(".sheet, .act")) {
      const { top, left } = over.getBoundingClientRect();
      if (left < stage.right - 1) bottom = Math.min(bottom, top);
    }
    return (stage.width * (bottom - stage.top)) / (innerWidth * innerHeight);
  });
}

async function roomy(page: Page, what: string): Promise<void> {
  await settled(page);
  await atRest(page);
  if (LOOK) await page.screenshot({ path: `${LOOK}/${what.replaceAll(/\W+/g, "-")}.png` });
  expect.soft(await boardShare(page), `${what}: board`).toBeGreaterThanOrEqual(0.6);
  const confirm = page.locator("[data-confirm]");
  if ((await confirm.count()) > 0) {
    await expect.soft(confirm, `${what}: confirm is in sight`).toBeInViewport({ ratio: 0.99 });
  }
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(wider, `${what} is not wider than the screen`).toBeLessThanOrEqual(0);
}

/** Lays the tile where a figure may follow. */
async function layWithChoice(page: Page): Promise<void> {
  const cells = page.locator("[data-cell]");
  for (let i = 0; i < (await cells.count()); i += 1) {
    await cells.nth(i).dispatchEvent("click");
    await page.locator("[data-face]").waitFor();
    await settled(page);
    if ((await page.locator("[data-option]").count()) > 2) return;
  }
}

/** A table of The City for so many on one screen, with the record as far as the first such word. */
function cityFor(page: Page, seats: number, word: RegExp): Promise<string> {
  return tableFrom(page, soonestBefore({ family: "city", seats }, word), "city", "screen");
}

/** Gives a page each of some sizes, and looks at its board. */
async function roomyAt(page: Page, sizes: readonly Size[], what: string): Promise<void> {
  for (const size of sizes) {
    await resized(page, size);
    await roomy(page, `${what} ${size.join("x")}`);
  }
}

/** A base game: where the tile goes, then who stands on it. The tile in hand is not left to chance. */
async function inTheCountry(page: Page, lay: readonly Size[], figure: readonly Size[]) {
  const record = `${withoutLast(wholeRecord({ seed: 5 }), 64).trimEnd()} 8. base/L\n`;
  await page.goto(`/t/${await tableFrom(page, record)}`);
  await called(page);
  await roomyAt(page, lay, "base lay");
  await layWithChoice(page);
  await roomyAt(page, figure, "base figure");
}

/** A game of The City: the gate, the tower, the wall. */
async function inTheCity(page: Page, sizes: readonly Size[]): Promise<void> {
  for (const [what, word] of [
    ["gate", /gate@/],
    ["tower", /tower:/],
    ["wall", /wall:/],
  ] as const) {
    await page.goto(`/t/${await cityFor(page, 3, word)}`);
    await called(page);
    await roomyAt(page, sizes, `city ${what}`);
  }
}

/** The tile that ends a street lies there while the gate or the wall is asked: it can still be turned,
 *  and those who build stand beside it. */
async function withTheTile(page: Page, sizes: readonly Size[]): Promise<void> {
  for (const what of ["gate", "wall"]) {
    const { record, lay } = drawnBefore({ family: "city", seats: 3 }, `${what}[:@]`);
    await page.goto(`/t/${await tableFrom(page, record, "city", "screen")}`);
    await called(page);
    await page.locator(`[data-cell="${lay[0]}"]`).dispatchEvent("click");
    const face = page.locator("[data-face] img:not(.hand)");
    const lies = new RegExp(`/${lay[1]}/${lay[0].replace(",", "/")}\\.svg`);
    for (let turns = 0; turns < 4; turns += 1) {
      const src = (await face.getAttribute("src")) ?? "";
      if (lies.test(src)) break;
      await page.locator(".turn").first().dispatchEvent("click");
      await expect(face).not.toHaveAttribute("src", src);
    }
    await settled(page);
    const none = page.locator(".none[data-option]");
    if ((await none.count()) > 0) await none.dispatchEvent("click");
    await page.locator(`[data-ask=${what}]`).waitFor();
    await roomyAt(page, sizes, `city ${what} with the tile`);
    if (what === "gate") await page.locator(".edge, .chip").first().dispatchEvent("click");
    else await page.locator("[data-option]").first().dispatchEvent("click");
    await roomyAt(page, sizes, `city ${what} chosen with the tile`);
  }
}

/** After an end of the wall is chosen the guard is asked. */
async function atTheGuard(page: Page, sizes: readonly Size[]): Promise<void> {
  await page.locator("[data-option]").first().click();
  await roomyAt(page, sizes, "city guard");
}

/** The screens that have least room, and those between: they are looked at in a lane of their own. */
const PHONES: { name: string; sizes: Size[]; lesson: Size[]; lane: { tag?: string } }[] = [
  { name: "a small phone", sizes: [SMALL, FLAT], lesson: [SMALL, [568, 320]], lane: {} },
  { name: "a larger phone", sizes: [PHONE], lesson: [PHONE, [667, 375]], lane: LONG },
];

for (const { name, sizes, lesson, lane } of PHONES) {
  test(`most of ${name} is board`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await at(browser, sizes[0] ?? PHONE);
    await page.goto("/learn/base-2");
    await page.locator("[data-phase=goal]").waitFor();
    await roomyAt(page, lesson, "lesson goal");
    await expect(page.locator("[data-show]")).toBeInViewport({ ratio: 0.99 });

    await inTheCountry(page, sizes, [...sizes, ...lesson]);
    const cut = await page
      .locator(".choice .d")
      .evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight));
    expect(cut.length).toBeGreaterThan(1);
    expect(Math.max(...cut), "what a choice is worth is not cut").toBeLessThanOrEqual(0);
    await resized(page, PHONE);
    await page.getByRole("button", { name: say("fr", "table.tool.overlays") }).click();
    await page.locator("[data-tool=owners]").click();
    await roomyAt(page, lesson, "overlay");

    await inTheCity(page, sizes);
    for (const size of sizes) await wholeListOfOverlays(page, size);
    await resized(page, PHONE);
    await swipedSheet(page);
    await atTheGuard(page, sizes);
    await withTheTile(page, sizes);
    await leave();
    expect(wrong).toEqual([]);
  });
}

test("most of a desk is board", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await at(browser, DESK);
  const tall = [900, 1200] as const;
  await inTheCountry(page, [tall, DESK], [DESK, tall]);
  // Somebody who only looks on sees as much.
  const watcher = await at(browser, DESK);
  await watcher.page.goto(page.url());
  await watcher.page.locator("#main.game").waitFor();
  await roomyAt(watcher.page, [tall], "waiting");
  await watcher.leave();
  await resized(page, DESK);
  await inTheCity(page, [DESK]);
  await atTheGuard(page, [DESK]);
  await withTheTile(page, [DESK]);
  await leave();
  expect(wrong).toEqual([]);
});

test("most of a small desk is board", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await at(browser, DESK);
  const sizes = [[1024, 768]] as const;
  await inTheCountry(page, sizes, sizes);
  const watcher = await at(browser, DESK);
  await watcher.page.goto(page.url());
  await watcher.page.locator("#main.game").waitFor();
  await roomyAt(watcher.page, sizes, "waiting");
  await watcher.leave();
  await leave();
  expect(wrong).toEqual([]);
});

/** The list of overlays opens, all of it can be pressed, and it closes; so does the overlay. */
async function wholeListOfOverlays(page: Page, size: Size): Promise<void> {
  await resized(page, size);
  const open = page.getByRole("button", { name: say("fr", "table.tool.overlays") });
  await open.click();
  const list = page.locator(".tools .list");
  await expect(list.locator("[data-tool]")).toHaveCount(6);
  // Nothing is cut off, or it is scrolled to.
  for (const tool of await list.locator("[data-tool]").all()) {
    await tool.scrollIntoViewIfNeeded();
    await expect(tool).toBeInViewport({ ratio: 0.99 });
  }
  const owners = list.locator("[data-tool=owners]");
  await owners.click();
  await expect(list).toHaveCount(0);
  await open.click();
  await owners.click();
  await expect(list).toHaveCount(0);
}

/** The sheet follows a swipe, and the log keeps its room. */
async function swipedSheet(page: Page): Promise<void> {
  await atRest(page);
  const handle = page.locator(".handle");
  const box = await handle.boundingBox();
  if (!box) throw new Error("no handle");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 120, { steps: 4 });
  // Under the finger, before it is let go.
  const pulled = await page.locator(".sheet").boundingBox();
  expect(pulled?.y).toBeLessThan(box.y - 80);
  await page.mouse.move(x, y - 300, { steps: 4 });
  await page.mouse.up();
  await expect(handle).toHaveAttribute("aria-expanded", "true");
  await atRest(page);
  // The board stays in sight above it.
  expect(await boardShare(page), "board above the open sheet").toBeGreaterThan(0.2);
  const log = await page.locator("[role=tabpanel]").boundingBox();
  expect(log?.height).toBeGreaterThan(200);
  await page.getByRole("tab", { name: say("fr", "table.tab.tiles") }).click();
  await expect(page.locator(".kinds li").first()).toBeInViewport();
  await handle.click();
  await expect(handle).toHaveAttribute("aria-expanded", "false");
}

test("Enter confirms wherever a press has left the focus", async ({ browser }) => {
  const { page, leave, wrong } = await at(browser, DESK, "en");
  const id = await tableFrom(page, withoutLast(wholeRecord({ seed: 5 }), 64), "country", "screen");
  await page.goto(`/t/${id}`);
  /** One move, after which another question stands there. */
  const confirmed = async (press: () => Promise<void>): Promise<void> => {
    await called(page);
    const n = (await page.locator("[data-ask]").getAttribute("data-n")) ?? "";
    await layWithChoice(page);
    await press();
    await settled(page);
    await page.keyboard.press("Enter");
    await expect(page.locator(`[data-ask][data-n="${n}"]`)).toHaveCount(0);
  };
  // On a choice that was pressed, on the tile in hand, on a tool, and on nothing.
  await confirmed(() => page.locator("[data-option]").first().click());
  await confirmed(() => page.locator(".hand .tile").click());
  await confirmed(() => page.getByRole("button", { name: say("en", "table.tool.in") }).click());
  await confirmed(() => page.evaluate(() => (document.activeElement as HTMLElement).blur()));

  // Who goes to a choice with the keyboard chooses it first, and confirms it then.
  await called(page);
  await layWithChoice(page);
  await page.keyboard.press("Tab");
  const choice = page.locator(".choice").first();
  await choice.focus();
  await page.keyboard.press("Enter");
  await expect(choice).toHaveAttribute("aria-pressed", "true");
  await settled(page);
  const n = (await page.locator("[data-ask]").getAttribute("data-n")) ?? "";
  await page.keyboard.press("Enter");
  await expect(page.locator(`[data-ask][data-n="${n}"]`)).toHaveCount(0);
  await leave();
  expect(wrong).toEqual([]);
});

test("confirming without a choice means none, unless one wants to be asked", async ({
  browser,
}) => {
  const { page, leave, wrong } = await at(browser, PHONE, "en");
  const id = await tableFrom(page, withoutLast(wholeRecord({ seed: 5 }), 64), "country", "screen");
  await page.goto(`/t/${id}`);
  await called(page);
  await layWithChoice(page);
  const confirm = page.locator("[data-confirm]");
  await expect(confirm).toHaveText(say("en", "table.confirm.none"));
  const n = (await page.locator("[data-ask]").getAttribute("data-n")) ?? "";
  await confirm.click();
  await expect(page.locator(`[data-ask][data-n="${n}"]`)).toHaveCount(0);

  // With the setting, switched over the table, it must be said.
  await called(page);
  await page.getByRole("button", { name: say("en", "table.menu") }).click();
  await page.getByRole("button", { name: say("en", "table.settings") }).click();
  const sheet = page.locator("dialog[data-dialog=settings]");
  await expect(sheet).toBeVisible();
  await sheet.getByText(say("en", "settings.askNone"), { exact: true }).click();
  // A phone has no keys to list.
  await expect(sheet.locator("[data-key]")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/t/${id}`));
  await layWithChoice(page);
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  await page.locator(".none[data-option]").click();
  await expect(confirm).not.toHaveAttribute("aria-disabled");
  await leave();
  expect(wrong).toEqual([]);
});

// Of a whole game with everything these tiles left least room: eight places, and three with long
// names beside five kinds of figures.
const CROWDED = ["base/X", "base/U.g"];

test(
  "with every kind of figure no choice of a desk needs to be scrolled to, and all of it is roomy",
  LONG,
  async ({ browser }) => {
    const { page, leave, wrong } = await at(browser, DESK);
    const start = withoutLast(wholeRecord({ expansions: "all", seed: 2 }), 110).trimEnd();
    const turn = Number([...start.matchAll(/\s(\d+)\. /g)].at(-1)?.[1]) + 1;
    for (const tile of CROWDED) {
      const record = `${start} ${turn}. ${tile}\n`;
      await page.goto(`/t/${await tableFrom(page, record, "country", "screen")}`);
      await called(page);
      await layWithChoice(page);
      const list = page.locator(".choices .list");
      const hidden = (): Promise<number> =>
        list.evaluate((list) => list.scrollWidth - list.clientWidth);
      for (const width of [1280, 1440]) {
        await page.setViewportSize({ width, height: 720 });
        await atRest(page);
        await expect.poll(hidden, { timeout: 10_000 }).toBeLessThanOrEqual(1);
        await roomy(page, `${tile} at ${width}`);
        await page.locator("[data-option]").first().click();
        await roomy(page, `${tile} chosen at ${width}`);
      }
      await roomyAt(page, [SMALL, PHONE, FLAT], `${tile} on a phone`);
    }
    await leave();
    expect(wrong).toEqual([]);
  },
);
