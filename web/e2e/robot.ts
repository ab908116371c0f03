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
  // Chromium finds that a page was slow to use what it asked for early: so it is on a busy machine.
  const slow = "was preloaded using link preload but not used within a few seconds";
  // Most pages do not keep themselves here.
  const kept = "Service Worker registration blocked by Playwright";
  // A server that is busy drawing says so, and the page asks again.
  const busy = /status of 503 .*\/art\//;
  const add = (text: string): void => {
    const known = text.includes(slow) || text.includes(kept) || busy.test(text);
    if (!known && expected?.test(text) !== true) found.push(text);
  };
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // What could not be loaded is named by its address alone.
    add(`${message.text()} ${message.location().url}`.trim());
  });
  page.on("pageerror", (error) => add(error.message));
  return found;
}

const over = "[data-over]";
const cell = ".cell[data-cell]";
const option = "[data-option]";
// Many places (the gate) are chosen on the board alone.
const chip = ".chip";
// Confirming without a choice means none: a robot that wants to choose first does not press it.
const confirm = "[data-confirm]:not([data-none])";

/** A question that the server has answered so far: something can be pressed. */
const open = "[data-ask]:not([data-busy])";

export type Moment = "over" | "mine" | "waiting";

/** What the page asks for now. */
export function moment(page: Page): Promise<Moment> {
  return page.evaluate(
    ([over, open]) =>
      document.querySelector(over) ? "over" : document.querySelector(open) ? "mine" : "waiting",
    [over, open] as const,
  );
}

/** Waits until it is my move, or the game is over. */
export async function called(page: Page): Promise<"over" | "mine"> {
  await page.locator(`${over}, ${open}`).first().waitFor({ state: "attached", timeout: 60_000 });
  const now = await moment(page);
  // Something came between: asked again.
  return now === "waiting" ? called(page) : now;
}

/** Waits until what was tried is answered. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator("[data-busy]")).toHaveCount(0);
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
  const asked = (await page.locator(open).getAttribute("data-n")) ?? "";
  for (let presses = 0; presses < 30; presses += 1) {
    const ready = `${confirm}:not([aria-disabled])`;
    if ((await page.locator(ready).count()) > 0) {
      await press(page, ready, 0);
      // Played: another question, or none.
      await expect(page.locator(`[data-ask][data-n="${asked}"]`)).toHaveCount(0);
      return;
    }
    const free = `${option}:not([aria-disabled]):not([aria-pressed="true"])`;
    const options = await page.locator(free).count();
    const cells = await page.locator(cell).count();
    const chosen = await page.locator(`${option}[aria-pressed="true"]`).count();
    if (chosen === 0 && options > 0) {
      await press(page, free, roll(options));
    } else if (chosen === 0 && options === 0 && (await page.locator(chip).count()) > 0) {
      await press(page, chip, roll(await page.locator(chip).count()));
    } else if ((await page.locator("[data-face]").count()) === 0 && cells > 0) {
      await press(page, cell, roll(cells));
    }
    await settled(page);
  }
  expect(await page.locator("[data-ask]").innerText(), "can be confirmed").toBe("");
}

/** Plays with the mouse until the game is over, or so many decisions were made. */
export async function playByHand(
  page: Page,
  seed: number,
  most = 200,
  press: Press = withMouse,
): Promise<number> {
  const roll = dice(seed);
  let decisions = 0;
  while (decisions < most && (await called(page)) === "mine") {
    await decide(page, roll, press);
    decisions += 1;
  }
  return decisions;
}

/** A page of any browser that runs the quick robot. */
interface Runs {
  evaluate(run: typeof robotInThePage, how: Parameters<typeof robotInThePage>[0]): Promise<Played>;
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
  page: Runs,
  seed: number,
  stop: { tiles?: number; at?: string } = {},
): Promise<Played> {
  return page.evaluate(robotInThePage, { seed, tiles: stop.tiles ?? Infinity, at: stop.at ?? "" });
}

/** Sent to the page as it stands: it can use nothing from outside. */
async function robotInThePage(how: { seed: number; tiles: number; at: string }): Promise<Played> {
  const PATIENCE = 90_000;
  let state = 0;
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
  const note = (ask: string): void => {
    if (!played.asks.includes(ask)) played.asks.push(ask);
    played.kinds = Math.max(played.kinds, all(".pieces button").length);
  };

  /** Presses the next thing; tells whether there was one. */
  const press = (): boolean => {
    const [ready] = all("[data-confirm]:not([aria-disabled]):not([data-none])");
    if (ready) {
      played.decisions += 1;
      ready.click();
      return true;
    }
    const chosen = all('[data-option][aria-pressed="true"]').length > 0;
    if (!chosen) {
      // Another kind of figure first, now and then.
      const other = any(all('.pieces [aria-pressed="false"]'));
      if (other && roll(2) === 0) other.click();
    }
    const listed = all("[data-option]:not([aria-disabled])");
    const free = chosen ? [] : listed.length > 0 ? listed : all(".chip");
    // The last one is "none": mostly something is done.
    if (free.length > 1 && roll(3) > 0) free.pop();
    const cells = all("[data-face]").length === 0 ? all(".cell[data-cell]") : [];
    const target = any(free.length > 0 ? free : cells);
    target?.click();
    return target !== undefined;
  };

  /** Waits until something on the page changes. */
  const change = (): Promise<void> =>
    new Promise((done, fail) => {
      const late = setTimeout(() => {
        const bar = document.querySelector("[data-ask], .bar")?.textContent ?? "no bar";
        fail(new Error(`nothing to press, after ${played.decisions} decisions: ${bar}`));
      }, PATIENCE);
      const watch = new MutationObserver(() => {
        watch.disconnect();
        clearTimeout(late);
        done();
      });
      watch.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });

  let asked = "";
  for (let presses = 0; presses < 3000;) {
    played.over = document.querySelector("[data-over]") !== null;
    if (played.over || tiles() >= how.tiles) return played;
    if (how.at !== "" && document.querySelector(how.at)) return played;
    const bar = document.querySelector<HTMLElement>("[data-ask]:not([data-busy])");
    const { n = "", ask = "" } = bar?.dataset ?? {};
    if (n !== asked && bar) {
      // Each decision has dice of its own: how long anything took does not matter.
      asked = n;
      state = (how.seed * 7919 + Number(n) * 104729) >>> 0;
    }
    const changed = change();
    if (bar) {
      note(ask);
      presses += press() ? 1 : 0;
    }
    await changed;
  }
  throw new Error("the game does not end");
}
