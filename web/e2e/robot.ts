// Plays as a person would: looks for what can be pressed, presses it, confirms.

import { expect, type Page } from "@playwright/test";

/** Numbers that look random and are the same every time. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Anything on the console that should not be there, gathered for the end of a test. */
export function watchConsole(page: Page, expected?: RegExp): string[] {
  const found: string[] = [];
  const add = (text: string): void => {
    if (expected?.test(text) !== true) found.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") add(message.text());
  });
  page.on("pageerror", (error) => add(error.message));
  return found;
}

const over = "[data-over]";
const cell = ".cell[data-cell]";
const option = "[data-option]";
// Many places (the gate) are chosen on the board alone.
const chip = ".chip";
const confirm = "[data-confirm]";

export type Moment = "over" | "mine" | "waiting";

/** What the page asks for now. */
export async function moment(page: Page): Promise<Moment> {
  if ((await page.locator(over).count()) > 0) return "over";
  const mine = page.locator(`${cell}, ${option}, ${chip}, ${confirm}:enabled`);
  return (await mine.count()) > 0 ? "mine" : "waiting";
}

/** How a hand presses something. */
export type Press = (page: Page, selector: string, nth: number) => Promise<void>;

/** With the mouse; a cell may lie outside of the view, so cells are pressed as a reader would. */
export const withMouse: Press = async (page, selector, nth) => {
  const target = page.locator(selector).nth(nth);
  if (selector === cell) await target.dispatchEvent("click");
  else await target.click();
};

/** Makes one decision of my seat: lays the tile or chooses, until it can be confirmed. */
export async function decide(
  page: Page,
  roll: (below: number) => number,
  press: Press = withMouse,
): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    const ready = `${confirm}:enabled`;
    if ((await page.locator(ready).count()) > 0) {
      await press(page, ready, 0);
      return;
    }
    const open = `${option}:enabled:not([aria-pressed="true"])`;
    const options = await page.locator(open).count();
    const cells = await page.locator(cell).count();
    const chosen = await page.locator(`${option}[aria-pressed="true"]`).count();
    if (chosen === 0 && options > 0) {
      await press(page, open, roll(options));
    } else if (chosen === 0 && options === 0 && (await page.locator(chip).count()) > 0) {
      await press(page, chip, roll(await page.locator(chip).count()));
    } else if ((await page.locator("[data-face]").count()) === 0 && cells > 0) {
      await press(page, cell, roll(cells));
    }
    await page.waitForTimeout(60);
    if ((await moment(page)) === "waiting") return;
  }
  expect(await page.locator("[data-ask]").innerText(), "can be confirmed").toBe("");
}

/** Plays with the mouse until the game is over, or so many decisions were made. */
export async function playByHand(
  page: Page,
  seed: number,
  most = Infinity,
  press: Press = withMouse,
): Promise<number> {
  const roll = dice(seed);
  let decisions = 0;
  const end = Date.now() + 200_000;
  while (Date.now() < end && decisions < most) {
    switch (await moment(page)) {
      case "over":
        return decisions;
      case "mine":
        await decide(page, roll, press);
        decisions += 1;
        break;
      case "waiting":
        await page.waitForTimeout(40);
    }
  }
  expect(Date.now(), "the game goes on").toBeLessThan(end);
  return decisions;
}

/** What the quick robot saw. */
export interface Played {
  decisions: number;
  /** Every kind of decision that it was asked for. */
  asks: string[];
  /** Every kind of figure that it could choose from. */
  kinds: number;
  over: boolean;
}

/**
 * The same inside of the page, many times as quick: for long games. It stops at the end, or as
 * soon as the board has so many tiles, or once a selector is found.
 */
export function playQuickly(
  page: Page,
  seed: number,
  stop: { tiles?: number; at?: string } = {},
): Promise<Played> {
  return page.evaluate(robotInThePage, { seed, tiles: stop.tiles ?? Infinity, at: stop.at ?? "" });
}

/** Sent to the page as it stands: it can use nothing from outside. */
async function robotInThePage(how: { seed: number; tiles: number; at: string }): Promise<Played> {
  const PATIENCE = 40_000;
  let state = how.seed >>> 0;
  const roll = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const all = (selector: string): HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>(selector),
  ];
  const any = (things: HTMLElement[]): HTMLElement | undefined => things[roll(things.length)];
  const tiles = (): number => {
    const label = document.querySelector("section [role=group]")?.getAttribute("aria-label");
    return Number(/\d+/.exec(label ?? "")?.[0] ?? 0);
  };

  const played: Played = { decisions: 0, asks: [], kinds: 0, over: false };
  const note = (): void => {
    const ask = document.querySelector<HTMLElement>("[data-ask]")?.dataset["ask"];
    if (ask !== undefined && !played.asks.includes(ask)) played.asks.push(ask);
    played.kinds = Math.max(played.kinds, all(".pieces button").length);
  };

  /** Presses the next thing; tells whether there was one. */
  const press = (): boolean => {
    const [ready] = all("[data-confirm]:enabled");
    if (ready) {
      note();
      played.decisions += 1;
      ready.click();
      return true;
    }
    const chosen = all('[data-option][aria-pressed="true"]').length > 0;
    if (!chosen) {
      note();
      // Another kind of figure first, now and then.
      const other = any(all('.pieces [aria-pressed="false"]'));
      if (other && roll(2) === 0) other.click();
    }
    const listed = all("[data-option]:enabled");
    const free = chosen ? [] : listed.length > 0 ? listed : all(".chip");
    // The last one is "none": mostly something is done.
    if (free.length > 1 && roll(3) > 0) free.pop();
    const cells = all("[data-face]").length === 0 ? all(".cell[data-cell]") : [];
    const target = any(free.length > 0 ? free : cells);
    target?.click();
    return target !== undefined;
  };

  let last = Date.now();
  let waits = 0;
  for (;;) {
    played.over = document.querySelector("[data-over]") !== null;
    if (played.over || tiles() >= how.tiles) return played;
    if (how.at !== "" && document.querySelector(how.at)) return played;
    if (press()) {
      last = Date.now();
      waits = 0;
    } else if (Date.now() - last > PATIENCE) {
      const bar = document.querySelector("[data-ask], .bar")?.textContent ?? "no bar";
      throw new Error(`nothing to press for a while, after ${played.decisions} decisions: ${bar}`);
    }
    waits += 1;
    await new Promise((done) => setTimeout(done, waits < 3 ? 4 : 12));
  }
}
