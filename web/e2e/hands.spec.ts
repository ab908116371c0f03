// Every hand can play: the mouse with second thoughts, the keyboard alone, fingers on a phone.

import { expect, test, type Locator, type Page } from "@playwright/test";
import { person, tilesShown } from "./kit";
import { tableFrom, wholeRecord, withoutLast } from "./played";
import { called, playByHand, settled, type Press } from "./robot";
import { TestServer } from "./server";
import { pastOf } from "./words";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

const face = (page: Page): Locator => page.locator("[data-face]");
const where = (page: Page): Promise<string | null> => face(page).getAttribute("aria-label");

/** Waits until it is my turn to lay a tile. */
async function myTurn(page: Page): Promise<void> {
  await expect(page.locator("[data-cell]").first()).toBeAttached();
}

/** Lays the tile on a cell that leaves something to choose, if there is one. */
async function layWithChoice(page: Page): Promise<void> {
  const cells = page.locator("[data-cell]");
  for (let i = 0; i < (await cells.count()); i += 1) {
    await cells.nth(i).dispatchEvent("click");
    await expect(face(page)).toBeAttached();
    await settled(page);
    if ((await page.locator("[data-option]").count()) > 0) return;
  }
}

test("everything can be taken back until it is confirmed", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  // A curve in hand: it fits in several cells and turns.
  const id = await tableFrom(page, '[Trencavel "1"]\n[Seats "2"]\n\n1. base/V\n');
  await page.goto(`/t/${id}`);
  await myTurn(page);
  const cells = await page.locator("[data-cell]").count();
  const tiles = await tilesShown(page);

  for (const takeBack of [
    () => page.keyboard.press("Escape"),
    () => page.keyboard.press("Control+z"),
    () => page.getByRole("button", { name: "Undo" }).click(),
  ]) {
    // A choice, then the tile.
    await layWithChoice(page);
    await page.locator("[data-option]").first().click();
    const chosen = page.locator('[data-option][aria-pressed="true"]');
    await expect(chosen).toHaveCount(1);
    await expect(page.locator("[data-confirm]")).toBeEnabled();
    await takeBack();
    await expect(chosen).toHaveCount(0);
    await expect(face(page)).toBeAttached();
    await takeBack();
    await expect(face(page)).toHaveCount(0);
    await expect(page.locator("[data-cell]")).toHaveCount(cells);
  }

  // Another cell and another turn instead: the last one counts, and turning comes round.
  await page.locator("[data-cell]").nth(0).dispatchEvent("click");
  const first = await where(page);
  await page.locator("[data-cell]").nth(0).dispatchEvent("click");
  expect(await where(page)).not.toBe(first);
  const start = await where(page);
  const turns = Number(/of (\d)/.exec(start ?? "")?.[1]);
  for (let i = 0; i < turns; i += 1) await page.keyboard.press("r");
  expect(await where(page)).toBe(start);
  if (turns > 1) {
    // A corner: on the road itself one would choose the follower.
    await face(page).click({ position: { x: 6, y: 6 } });
    expect(await where(page)).not.toBe(start);
    await page.keyboard.press("Shift+R");
    expect(await where(page)).toBe(start);
  }
  expect(await tilesShown(page)).toBe(tiles);
  await leave();
  expect(wrong).toEqual([]);
});

test("the keyboard alone: from the first page through four turns", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  await page.goto("/");
  // From the top of the page to the game: Tab and Enter.
  const play = page.locator("[data-rival]");
  for (let i = 0; i < 20 && !(await play.evaluate((it) => it === document.activeElement)); i += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  const arrows = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"];
  let turns = 0;
  for (let tries = 0; turns < 4 && tries < 100; tries += 1) {
    expect(await called(page)).toBe("mine");
    if ((await face(page).count()) === 0 && (await page.locator("[data-cell]").count()) > 0) {
      await page.keyboard.press(turns % 2 === 0 ? "n" : (arrows[tries % 4] ?? "n"));
      if (turns % 3 === 0) await page.keyboard.press("r");
    } else if ((await page.locator("[data-confirm]:not([aria-disabled])").count()) > 0) {
      await page.keyboard.press("Enter");
      await expect(page.locator("[data-confirm]:not([aria-disabled])")).toHaveCount(0);
      turns += 1;
    } else if ((await page.locator("[data-option]").count()) > 0) {
      await page.keyboard.press(turns % 2 === 0 ? "1" : "0");
    }
    await settled(page);
  }
  expect(turns).toBe(4);
  expect(await tilesShown(page)).toBeGreaterThan(6);
  await page.keyboard.press("h");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await leave();
  expect(wrong).toEqual([]);
});

/** A finger; cells that lie under something else are reached by tapping another. */
const withFinger: Press = async (page, selector, nth) => {
  const all = page.locator(selector);
  const count = await all.count();
  for (let i = 0; i < count; i += 1) {
    const target = all.nth((nth + i) % count);
    const tapped = await target
      .tap({ timeout: 1500 })
      .then(() => true)
      .catch(() => false);
    if (tapped) return;
  }
  // What cannot be reached is either gone already, or a fault.
  expect(await page.locator(selector).count(), `a finger reaches ${selector}`).toBe(0);
};

test("fingers on a phone: four turns", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, { phone: true });
  await page.goto(`/t/${await tableFrom(page, withoutLast(wholeRecord(), 50))}`);
  expect(await playByHand(page, 4, 4, withFinger)).toBe(4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // The sheet opens to what happened, and closes.
  const handle = page.locator(".handle");
  await handle.tap();
  await expect(page.getByRole("tab", { name: "Log" })).toBeVisible();
  await handle.tap();
  await leave();
  expect(wrong).toEqual([]);
});

/** The middle of a cell on the page. */
async function middleOf(cell: Locator): Promise<{ x: number; y: number }> {
  const box = await cell.boundingBox();
  if (!box) throw new Error("the cell is not on the page");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const cameraOf = (page: Page): Promise<string> =>
  page.locator("[data-board-layer]").evaluate((layer) => (layer as HTMLElement).style.transform);

test("a dragged tile lies where it is let go, not on a cell that it crossed", async ({
  browser,
}) => {
  const { page, leave, wrong } = await person(browser, server);
  const id = await tableFrom(page, '[Trencavel "1"]\n[Seats "2"]\n\n1. base/V\n');
  await page.goto(`/t/${id}`);
  await myTurn(page);
  const cells = page.locator("[data-cell]");
  const count = await cells.count();
  expect(count).toBeGreaterThan(1);
  const still = await cameraOf(page);
  // The mouse alone shows the tile where it would lie.
  const first = await middleOf(cells.first());
  await page.mouse.move(first.x, first.y);
  await expect(page.locator("[data-hint]")).toHaveAttribute(
    "data-hint",
    (await cells.first().getAttribute("data-cell")) ?? "",
  );
  const from = await middleOf(page.locator(".hand .tile"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // Across all the others first: none of them takes the tile, and the board stands still.
  for (let i = 0; i < count; i += 1) {
    const over = await middleOf(cells.nth(i));
    await page.mouse.move(over.x, over.y, { steps: 4 });
    await expect(page.locator("[data-hint]")).toHaveAttribute(
      "data-hint",
      (await cells.nth(i).getAttribute("data-cell")) ?? "",
    );
    await expect(face(page)).toHaveCount(0);
    expect(await cameraOf(page)).toBe(still);
  }
  const meant = cells.nth(count - 1);
  const [x, y] = ((await meant.getAttribute("data-cell")) ?? "").replaceAll("-", "−").split(",");
  await page.mouse.up();
  await expect(face(page)).toHaveAttribute("aria-label", new RegExp(`column ${x}, row ${y}\\b`));
  await leave();
  expect(wrong).toEqual([]);
});

/** Drags the tile in hand onto a cell. */
async function drop(page: Page, cell: Locator): Promise<void> {
  const [from, to] = [await middleOf(page.locator(".hand .tile")), await middleOf(cell)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

/** Whether the seat that must move has a follower left. */
async function hasFollowers(page: Page, id: string): Promise<boolean> {
  const { view } = await pastOf(page, id);
  const { supply } = view?.now.seats[view.now.to_act ?? 0] ?? { supply: [] };
  return supply.some(([piece, n]) => piece === "follower" && n > 0);
}

test("a tile let go is played in one go where nothing is left to decide", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  // A seat without followers has nothing to decide where the tile lies in one way only.
  const ways = page.locator("[data-cell][aria-label*=' ways']");
  const only = page.locator("[data-cell]:not([aria-label*=' ways'])");
  let seen = { one: false, many: false };
  for (let left = 34; left > 4 && !(seen.one && seen.many); left -= 1) {
    const record = withoutLast(wholeRecord({ seed: 3 }), left);
    const id = await tableFrom(page, record, "country", "screen");
    if (await hasFollowers(page, id)) continue;
    await page.goto(`/t/${id}`);
    await myTurn(page);
    await settled(page);
    await expect(page.locator("[data-seat].on .count b")).toHaveText("0");
    const tiles = await tilesShown(page);
    if (!seen.many && (await ways.count()) > 0) {
      await drop(page, ways.first());
      await expect(face(page)).toBeVisible();
      await settled(page);
      // It can still be turned: it waits.
      await expect(page.locator("[data-confirm]")).toBeVisible();
      expect(await tilesShown(page)).toBe(tiles);
      await page.keyboard.press("Escape");
      await expect(face(page)).toHaveCount(0);
      seen = { ...seen, many: true };
    }
    if (!seen.one && (await only.count()) > 0) {
      await drop(page, only.first());
      await expect.poll(() => tilesShown(page)).toBe(tiles + 1);
      seen = { ...seen, one: true };
    }
  }
  expect(seen).toEqual({ one: true, many: true });

  // Where a follower could be sent, it waits too.
  const fresh = '[Trencavel "1"]\n[Seats "2"]\n\n1. base/E\n';
  await page.goto(`/t/${await tableFrom(page, fresh)}`);
  await myTurn(page);
  await drop(page, page.locator("[data-cell]:not([aria-label*=' ways'])").first());
  await expect(page.locator("[data-option]").first()).toBeVisible();
  expect(await tilesShown(page)).toBe(1);
  await leave();
  expect(wrong).toEqual([]);
});

test("a tile under a finger hangs above it, and lies where it hung", async ({ browser }) => {
  const { page, context, leave, wrong } = await person(browser, server, { phone: true });
  const id = await tableFrom(page, '[Trencavel "1"]\n[Seats "2"]\n\n1. base/V\n');
  await page.goto(`/t/${id}`);
  await myTurn(page);
  const cell = page.locator("[data-cell]").first();
  const key = (await cell.getAttribute("data-cell")) ?? "";
  const from = await middleOf(page.locator(".say .tile"));
  const over = await middleOf(cell);
  const side = (await cell.boundingBox())?.width ?? 0;
  const finger = { x: over.x, y: over.y + side / 2 + 28 };
  const touch = await context.newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: typeof finger) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await send("touchStart", from);
  await send("touchMove", { x: (from.x + finger.x) / 2, y: (from.y + finger.y) / 2 });
  await send("touchMove", finger);
  const hint = page.locator("[data-hint]");
  await expect(hint).toHaveAttribute("data-hint", key);
  const box = await hint.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(finger.y);
  await send("touchEnd");
  await expect(face(page)).toBeVisible();
  const lies = await middleOf(face(page));
  expect(Math.hypot(lies.x - over.x, lies.y - over.y)).toBeLessThan(side / 2);
  await leave();
  expect(wrong).toEqual([]);
});

test("a tile let go where it may not lie says why", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  const id = await tableFrom(page, '[Trencavel "1"]\n[Seats "2"]\n\n1. base/V\n');
  await page.goto(`/t/${id}`);
  await myTurn(page);
  // The start lies there already.
  const cell = page.locator("[data-cell]").first();
  const at = await middleOf(cell);
  const [x = 0, y = 0] = ((await cell.getAttribute("data-cell")) ?? "").split(",").map(Number);
  const side = (await cell.boundingBox())?.width ?? 0;
  const from = await middleOf(page.locator(".hand .tile"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(at.x - x * side, at.y - y * side, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator("[data-why] li").first()).toBeVisible();
  await expect(face(page)).toHaveCount(0);
  await leave();
  expect(wrong).toEqual([]);
});
