// The board stays where it is: it zooms out only when it must, shows what is being decided, and
// moves for no hover and no choice.

import { expect, test, type Page } from "@playwright/test";
import { LONG, person } from "./kit";
import { soonestBefore, FRESH, tableFrom } from "./played";
import { called, decide, dice, settled } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

/** Where a folder for the pictures of each turn is, if a film is wanted. */
const FILM = process.env["FILM"];

interface Seen {
  size: number;
  transform: string;
}

/** The camera as the page has it. */
function camera(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const layer = document.querySelector<HTMLElement>("[data-board-layer]");
    return {
      size: Number.parseFloat(layer?.style.getPropertyValue("--s") ?? "0"),
      transform: layer?.style.transform ?? "",
    };
  });
}

/** Whether all of an element is in sight, under nothing. */
async function inSight(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      const points = [
        [left + 3, top + 3],
        [right - 3, top + 3],
        [left + 3, bottom - 3],
        [right - 3, bottom - 3],
      ] as const;
      return points.every(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit?.closest("[data-board]") !== null && hit !== null;
      });
    });
}

/** How many turns are watched, and in which lane. */
const WATCHES = [
  { turns: 6, lane: {} },
  { turns: 20, lane: LONG },
] as const;

const SCREENS = [
  { name: "desk", look: {}, watch: {}, wall: LONG },
  { name: "phone", look: { phone: true }, watch: LONG, wall: {} },
] as const;

for (const { name, look, turns, lane } of SCREENS.flatMap((screen) =>
  WATCHES.map(({ turns, lane }) => ({ ...screen, turns, lane: { ...lane, ...screen.watch } })),
)) {
  const title = `${turns} turns at a ${name}: no tile grows, nothing moves for a hover or a choice`;
  test(title, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, look);
    await page.goto(`/t/${await tableFrom(page, FRESH)}`);
    const roll = dice(7);
    const sizes: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      if ((await called(page)) === "over") break;
      const before = await camera(page);
      sizes.push(before.size);
      if (FILM)
        await page.screenshot({ path: `${FILM}/${name}-${String(turn).padStart(2, "0")}a.png` });
      if (name === "desk") {
        for (const [x, y] of [
          [300, 300],
          [500, 400],
          [640, 250],
        ] as const) {
          await page.mouse.move(x, y);
        }
        expect((await camera(page)).transform, "a hover moves nothing").toBe(before.transform);
      }
      const cells = page.locator(".cell[data-cell]");
      if ((await cells.count()) > 0) {
        await cells.nth(roll(await cells.count())).dispatchEvent("click");
        await settled(page);
        expect(await inSight(page, "[data-face]"), "the tile is in sight").toBe(true);
        const laid = await camera(page);
        const options = page.locator("[data-option]");
        if ((await options.count()) > 0) {
          await options.first().click();
          await settled(page);
          expect((await camera(page)).transform, "a choice moves nothing").toBe(laid.transform);
        }
        if (FILM)
          await page.screenshot({ path: `${FILM}/${name}-${String(turn).padStart(2, "0")}b.png` });
      }
      await decide(page, roll);
    }
    expect(sizes.length).toBe(turns);
    for (const [i, size] of sizes.entries()) {
      expect(size, sizes.join(" ")).toBeLessThanOrEqual(sizes[i - 1] ?? Infinity);
    }
    // On a phone tiles are soon small, and then come in half steps.
    expect(new Set(sizes).size, "it zooms seldom").toBeLessThanOrEqual(name === "phone" ? 8 : 7);
    await leave();
    expect(wrong).toEqual([]);
  });
}

/** A table of The City as it was before the first word of a kind. */
async function town(page: Page, word: RegExp): Promise<void> {
  const record = soonestBefore({ family: "city" }, word);
  await page.goto(`/t/${await tableFrom(page, record, "city", "screen", "beginner")}`);
  await called(page);
  await settled(page);
}

/** Whether the middles of all elements are in sight, on the board. */
function allInSight(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluateAll(
    (nodes) =>
      nodes.length > 0 &&
      nodes.every((node) => {
        const { left, top, width, height } = node.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit !== null && hit.closest("[data-board]") !== null;
      }),
  );
}

for (const { name, look, wall } of SCREENS) {
  const title = `the gate and both ends of the wall are in sight on a ${name}`;
  test(title, wall, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, look);
    await town(page, /\sgate@/);
    await expect(page.locator('[data-ask="gate"]')).toBeVisible();
    // The outline glows as one; no list of edges covers it.
    const edges = page.locator(".chip.edge");
    await expect(edges).not.toHaveCount(0);
    await expect(page.locator("[data-option]")).toHaveCount(0);
    expect(await allInSight(page, ".chip.edge"), "the whole outline").toBe(true);
    if (FILM) await page.screenshot({ path: `${FILM}/${name}-gate-a.png` });
    const before = await camera(page);
    await edges.nth(1).click();
    await settled(page);
    await expect(page.locator('.chip.edge[aria-pressed="true"]')).toHaveCount(1);
    expect((await camera(page)).transform, "the board stays").toBe(before.transform);
    if (FILM) await page.screenshot({ path: `${FILM}/${name}-gate-b.png` });

    await town(page, /\swall:/);
    await expect(page.locator('[data-ask="wall"]')).toBeVisible();
    await expect(page.locator(".chip")).toHaveCount(2);
    await expect.poll(() => allInSight(page, ".chip"), "both ends").toBe(true);
    if (FILM) await page.screenshot({ path: `${FILM}/${name}-wall.png` });
    await leave();
    expect(wrong).toEqual([]);
  });
}
