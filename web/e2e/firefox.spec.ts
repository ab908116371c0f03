// Another browser: Firefox opens the pages that everybody uses, and plays. Playwright drives only a
// Firefox of its own, which cannot be had everywhere; so this is Debian's, by WebDriver BiDi.

import { expect, test } from "@playwright/test";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { LONG, say } from "./kit";
import { playQuickly } from "./robot";
import { TestServer } from "./server";

const executablePath = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";

// One Firefox for all: it takes longer to start than a page to open.
test.describe.configure({ mode: "default" });

let server: TestServer;
let browser: Browser;
test.beforeAll(async () => {
  [server, browser] = await Promise.all([
    TestServer.start(),
    puppeteer.launch({ browser: "firefox", executablePath, headless: true }),
  ]);
});
test.afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Visitor {
  page: Page;
  /** What was on the console that should not be there. */
  wrong: string[];
  leave: () => Promise<void>;
}

/** What this browser says of pictures and scripts that were on their way when a page was left. */
const LEFT = /A ServiceWorker intercepted the request|error loading dynamically imported module/;

/** A page that can be used: pictures may still be on their way, and each test says what it waits for. */
const SHOWN = { waitUntil: "domcontentloaded" } as const;

/** Somebody with cookies and settings of their own. */
async function visitor(width = 1280, height = 800): Promise<Visitor> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height });
  page.setDefaultTimeout(30_000);
  const wrong: string[] = [];
  const note = (text: string): void => {
    if (!LEFT.test(text)) wrong.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error") note(message.text());
  });
  page.on("pageerror", (error) => note(String(error)));
  return { page, wrong, leave: () => context.close() };
}

/** A table made by one press on the first page. */
async function begin(page: Page, button: string): Promise<string> {
  await page.goto(server.url, SHOWN);
  await page.locator(button).click();
  await page.waitForSelector("[data-ask]:not([data-busy])");
  return new URL(page.url()).pathname.slice("/t/".length);
}

/** How many tiles the ground has painted. */
async function painted(page: Page): Promise<number> {
  const ground = await page.waitForSelector("canvas[data-tiles]");
  const tiles = await ground?.evaluate((canvas) => Number(canvas.getAttribute("data-tiles")));
  return tiles ?? 0;
}

/** Whether the ground has been painted at all: many colours, not one. */
function isPainted(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("canvas[data-tiles]");
    const pen = canvas?.getContext("2d");
    if (!canvas || !pen) return false;
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set<number>();
    for (let i = 0; i < data.length; i += 4 * 97) {
      colours.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
    }
    return colours.size > 50;
  });
}

/** What the first page loads last. */
const RIVALS = "#main input[name=rival]";

test("Firefox: the first page, and its other language", LONG, async () => {
  const { page, wrong, leave } = await visitor();
  await page.goto(server.url, SHOWN);
  const heading = await page.waitForSelector("#main h1");
  expect(await heading?.evaluate((h1) => h1.textContent)).toBe(say("en", "home.title"));
  expect(await page.evaluate(() => document.fonts.size)).toBeGreaterThan(0);
  // All of it is there: what is still loaded when a page is left, this browser calls an error.
  await page.waitForSelector(RIVALS);
  await page.goto(`${server.url}/settings`, SHOWN);
  await page.locator('label:has(input[value="fr"])').click();
  await page.waitForFunction(() => document.documentElement.lang === "fr");
  await page.goto(server.url, SHOWN);
  await page.waitForFunction(
    (title) => document.querySelector("#main h1")?.textContent === title,
    {},
    say("fr", "home.title"),
  );
  await page.waitForSelector(RIVALS);
  await leave();
  expect(wrong).toEqual([]);
});

test("Firefox: a table is played, taken up again and replayed", async () => {
  const { page, wrong, leave } = await visitor();
  const id = await begin(page, "[data-rival]");
  await playQuickly(page, 1, { tiles: 6 });
  expect(await painted(page)).toBeGreaterThanOrEqual(6);
  await expect.poll(() => isPainted(page)).toBe(true);

  // A turn by hand: cell, figure or none, Enter.
  await page.waitForSelector("[data-ask]:not([data-busy])");
  const asked = await page.$eval("[data-ask]", (bar) => bar.getAttribute("data-n"));
  await page.$eval(".cell[data-cell]", (cell) => (cell as HTMLElement).click());
  await page.waitForSelector("[data-face]");
  await page.waitForSelector("[data-confirm]:not([aria-disabled])");
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (n) => document.querySelector("[data-ask]")?.getAttribute("data-n") !== n,
    {},
    asked,
  );
  await page.waitForSelector("[data-ask]:not([data-busy])");
  const tiles = await painted(page);
  await page.reload(SHOWN);
  await page.waitForSelector("[data-ask]:not([data-busy])");
  expect(await painted(page)).toBe(tiles);

  await page.goto(`${server.url}/replay/${id}`, SHOWN);
  await page.waitForSelector(".count");
  await page.keyboard.press("End");
  await page.waitForFunction(() => !document.querySelector(".count")?.textContent?.startsWith("0"));
  expect(await painted(page)).toBe(tiles);
  await leave();
  expect(wrong).toEqual([]);
});

test("Firefox: The City on a phone", LONG, async () => {
  const { page, wrong, leave } = await visitor(390, 844);
  await begin(page, "[data-city]");
  await playQuickly(page, 2, { tiles: 4 });
  expect(await painted(page)).toBeGreaterThanOrEqual(4);
  await expect.poll(() => isPainted(page)).toBe(true);
  await leave();
  expect(wrong).toEqual([]);
});
