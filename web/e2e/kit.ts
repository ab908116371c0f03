// What the tests share: people with browsers, tables made by hand, words in both languages.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { areasJoined } from "../src/i18n/join";
import { watchConsole } from "./robot";
import type { TestServer } from "./server";

/**
 * The details of a test that runs with `make browser-long` only: the same path as another one, in
 * another look, language or size or for longer, or a path beside the main ones. `make test` has ten
 * minutes for everything, and the browser two of them.
 */
export const LONG = { tag: "@long" };

export type Language = "en" | "fr";

/**
 * Both languages, each with the details of its test: one of them is tried by `make browser`, the
 * other by `make browser-long`. That no text is missing in either the unit tests see.
 */
export function languages(usual: Language): [Language, { tag?: string }][] {
  const other = usual === "en" ? "fr" : "en";
  return [
    [usual, {}],
    [other, LONG],
  ];
}

/** The texts of a language by their whole key: `home.play`. */
export function wordsOf(language: Language): Map<string, string> {
  const folder = join(import.meta.dirname, "../messages", language);
  const files = readdirSync(folder).map((file): [string, Record<string, string>] => [
    file,
    JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>,
  ]);
  return new Map(Object.entries(areasJoined(files)));
}

/** A text as the page says it. */
export function say(language: Language, key: string): string {
  const text = wordsOf(language).get(key);
  if (text === undefined) throw new Error(`no ${language} text ${key}`);
  return text;
}

export interface Person {
  context: BrowserContext;
  page: Page;
  /** What was on the console that should not be there. */
  wrong: string[];
  /** Goes away, with all that is theirs. */
  leave: () => Promise<void>;
}

export interface Device {
  language?: Language;
  dark?: boolean;
  phone?: boolean;
  /** The width of the screen, if it is not the usual one. */
  width?: number;
  /** Pixels of the picture for one of the page. */
  pixels?: number;
  /** Whether things move; without it the browser asks for reduced motion. */
  motion?: boolean;
  /** Whether what waits for human eyes waits a tenth of the time. */
  hurried?: boolean;
  /** Whether the page keeps itself for times without a network; without it nothing is fetched ahead. */
  kept?: boolean;
  /** Whether the engine of the page answers and thinks; without it the server does. */
  engine?: boolean;
  /** What may be on the console, if something must be. */
  expected?: RegExp;
}

/** Browsers that somebody has left, by how they look. */
const left = new Map<string, BrowserContext[]>();

/**
 * Somebody with a browser of their own. It may be one that somebody else has left: scripts and
 * pictures are there still, and nothing else is.
 */
export async function person(
  browser: Browser,
  server: TestServer,
  device: Device = {},
): Promise<Person> {
  const { expected, ...shape } = device;
  const look = `${server.url} ${JSON.stringify(shape)}`;
  const context = left.get(look)?.pop() ?? (await made(browser, server, shape));
  const chance = await context.addInitScript(sameChance, server.newcomer());
  const page = await context.newPage();
  const leave = async (): Promise<void> => {
    const pages = context.pages();
    // What a page keeps for times without a network is not taken away so easily.
    if (shape.kept === true || pages.length === 0 || !server.isUsual) return context.close();
    // A page that asks for something just then would be told that it is nobody.
    const empty = await context.newPage();
    await Promise.all(pages.map((one) => one.close()));
    const tools = await context.newCDPSession(empty);
    await tools.send("Storage.clearDataForOrigin", { origin: server.url, storageTypes: "all" });
    await empty.close();
    await context.clearCookies();
    await chance.dispose();
    left.set(look, [...(left.get(look) ?? []), context]);
  };
  return { context, page, wrong: watchConsole(page, expected), leave };
}

async function made(browser: Browser, server: TestServer, look: Device): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: look.language === "fr" ? "fr-FR" : "en-GB",
    colorScheme: look.dark === true ? "dark" : "light",
    reducedMotion: look.motion === true ? "no-preference" : "reduce",
    viewport:
      look.phone === true
        ? { width: look.width ?? 390, height: look.width === undefined ? 844 : 640 }
        : { width: look.width ?? 1440, height: 900 },
    deviceScaleFactor: look.pixels ?? 1,
    serviceWorkers: look.kept === true ? "allow" : "block",
    hasTouch: look.phone === true,
    isMobile: look.phone === true,
  });
  if (look.engine !== true) await context.addInitScript(withoutEngine);
  if (look.hurried === true) await context.addInitScript(hurry);
  return context;
}

/** Sent to a page: the server is asked, as by a browser without WebAssembly. */
function withoutEngine(): void {
  try {
    const place = "trencavel.settings";
    const kept = JSON.parse(localStorage.getItem(place) ?? "{}") as object;
    if (!("engine" in kept))
      localStorage.setItem(place, JSON.stringify({ ...kept, engine: false }));
  } catch {
    // A page without an address keeps nothing.
  }
}

/** Sent to a page: time runs ten times as fast for whatever it puts off. */
function hurry(): void {
  const later = window.setTimeout.bind(window);
  const sooner = (run: TimerHandler, after = 0, ...given: unknown[]): number =>
    later(run, after / 10, ...given);
  window.setTimeout = sooner as typeof window.setTimeout;
}

/**
 * Sent to every page: its chance is the same in every run. No two people and no two loads of a page
 * have the same, for what is sent twice under one id is done once.
 */
function sameChance(person: number): void {
  let loads = 0;
  try {
    loads = Number(sessionStorage.getItem("loads") ?? 0) + 1;
    sessionStorage.setItem("loads", String(loads));
  } catch {
    // A page without an address keeps nothing, and plays no games.
  }
  let state = (person * 0x9e3779b1 + loads * 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  Math.random = next;
  crypto.getRandomValues = (array) => {
    if (array) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.floor(next() * 256);
    }
    return array;
  };
}

/** Waits until nothing on the page moves: its letters are there, and the board has been fitted. */
export function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const places = (): string =>
      [...document.querySelectorAll(".cell, .chip, [data-face], [data-ask], #main")]
        .map((one) => Object.values(one.getBoundingClientRect().toJSON() as object).join())
        .join(" ");
    let before = "";
    for (let same = 0; same < 5;) {
      await new Promise((done) => requestAnimationFrame(done));
      const now = places();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

export interface Wanted {
  expansions?: "all";
  /** The title of another family. */
  family?: string;
  /** The word of each seat but mine: `computer:level-1`, `screen`, `anyone`, `link`. */
  others?: string[];
  /** Whether to stay in the waiting room. */
  open?: boolean;
}

/** Makes a table on the create page, as one would by hand. */
export async function makeTable(page: Page, wanted: Wanted): Promise<void> {
  await page.goto("/new");
  await page.locator("form.create").waitFor();
  if (wanted.family !== undefined) {
    await page.locator("label.card", { hasText: wanted.family }).first().click();
  }
  if (wanted.expansions === "all") {
    const cards = page.locator("label.card:has(input[type=checkbox])");
    expect(await cards.count()).toBeGreaterThan(5);
    for (const card of await cards.all()) await card.click();
    await expect(page.locator("label.card input[type=checkbox]:checked")).toHaveCount(
      await cards.count(),
    );
  }
  for (const [i, word] of (wanted.others ?? []).entries()) {
    const seat = page.locator("aside ol select").nth(i + 1);
    if ((await seat.count()) === 0) await page.locator("aside .add").click();
    await seat.selectOption(word);
  }
  await page.locator("form.create button[type=submit]").click();
  await page.waitForURL(/\/t\/\w+/);
}

/** Gives the game up, by the menu of the table; the end is shown. */
export async function giveUp(page: Page, language: Language = "en"): Promise<void> {
  await page.getByRole("button", { name: say(language, "table.menu") }).click();
  const resign = page.getByRole("button", { name: say(language, "table.resign") });
  await resign.click();
  await resign.click();
  await page.locator("[data-over]").waitFor();
}

/** The points of every seat, as the list of seats or the end shows them. */
export async function finalPoints(page: Page): Promise<string[]> {
  await expect(page.locator("[data-over]")).toBeVisible();
  const rows = page.locator("[data-over] tbody tr");
  const points = await rows.evaluateAll((all) =>
    all.map((row) => {
      const name = row.querySelector("th .ell")?.textContent ?? "";
      return `${name}: ${row.querySelector(".total")?.textContent ?? ""}`;
    }),
  );
  return points.sort();
}

/** How many tiles lie on the board that the page shows. */
export async function tilesShown(page: Page): Promise<number> {
  const label = await page.locator("section [role=group]").first().getAttribute("aria-label");
  return Number(/\d+/.exec(label ?? "")?.[0] ?? 0);
}

/** The pictures that did not come. */
export function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.src !== "")
      .map((image) => image.src),
  );
}
