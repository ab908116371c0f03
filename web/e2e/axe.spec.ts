// Every page, light and dark, large and small: accessible, never wider than the screen, and all in one
// language.

import { expect, test, type Page } from "@playwright/test";
import { accessible, fits } from "./accessible";
import { LONG, person, type Device } from "./kit";
import { finishedTable, newTable, tableFrom, wholeRecord, withoutLast } from "./played";
import { settled } from "./robot";
import { TestServer } from "./server";
import { inOneLanguage } from "./tongues";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

const PAGES = [
  "/",
  "/new",
  "/tables",
  "/boards",
  "/games",
  "/replay",
  "/account",
  "/settings",
  "/nowhere",
  "/rules",
  "/rules/base",
  "/learn",
];
const LOOKS: [string, Device, Tour, Check, { tag?: string }][] = [
  // In French, whose words are longer.
  ["desktop, light, French, and narrow", { language: "fr" }, everywhere, checkedAndNarrow, LONG],
  ["desktop, light, English", {}, everywhere, checked, LONG],
  ["phone, dark, French", { phone: true, dark: true, language: "fr" }, everywhere, checked, LONG],
  ["desktop, dark", { dark: true }, atTables, checked, LONG],
  ["phone, light", { phone: true }, atTables, checked, {}],
];
/** The narrowest screen that is asked for, with the longer words. */
const NARROW: Device = { phone: true, width: 320, language: "fr" };

/** One heading says what the page is, and nothing is wider than the screen. */
async function sound(page: Page, place: string): Promise<void> {
  await expect.soft(page.locator("h1"), `${place}: one h1`).toHaveCount(1);
  await fits(page, place);
}

async function checked(page: Page, place: string): Promise<void> {
  await accessible(page, place, "serious");
  await sound(page, place);
}

/** The same, and once more as narrow as a screen may be. */
async function checkedAndNarrow(page: Page, place: string): Promise<void> {
  await checked(page, place);
  const screen = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await sound(page, `${place}, 320 pixels wide`);
  if (screen) await page.setViewportSize(screen);
}

type Check = (page: Page, place: string) => Promise<void>;
const unread: Check = () => Promise.resolve();

/** Goes from place to place; looks at each, and reads what is there, also where little has changed. */
type Tour = (page: Page, look: Check, read: Check) => Promise<void>;

/** Goes to every page and every state of a table. */
async function everywhere(page: Page, look: Check, read: Check): Promise<void> {
  const check = async (place: string): Promise<void> => {
    await read(page, place);
    await look(page, place);
  };
  for (const path of PAGES) {
    await page.goto(path);
    await page.locator("#main h1").waitFor();
    await page.waitForLoadState("load");
    await check(path);
    if (path === "/new") await unfolded(page, read);
  }
  await page.goto("/learn/base-1");
  await page.locator('[data-phase="goal"]').waitFor();
  await check("a lesson");
  await page.locator("[data-ask] [data-rule]").click();
  await page.locator("dialog[data-dialog=rules] .now").waitFor();
  await check("the rules beside a table");
  await newTable(page, "link");
  await page.locator("#main h1").waitFor();
  await check("waiting room");

  await atTables(page, look, read);
}

/** Every expansion and every rule of the create page is unfolded. */
async function unfolded(page: Page, read: Check): Promise<void> {
  const cards = page.locator("label.card:has(input[type=checkbox])");
  await cards.first().waitFor();
  for (const card of await cards.all()) await card.click();
  await page.evaluate(() =>
    document.querySelectorAll("details").forEach((details) => (details.open = true)),
  );
  await read(page, "/new with everything on");
}

/** Goes to a table that is played, one that is over, and its replay. */
async function atTables(page: Page, look: Check, read: Check): Promise<void> {
  // A decision half made: cell chosen, figures offered.
  const id = await tableFrom(page, withoutLast(wholeRecord({ expansions: "all" }), 30));
  await page.goto(`/t/${id}`);
  const first = page.locator("[data-cell], [data-option]").first();
  await first.waitFor({ state: "attached" });
  await first.dispatchEvent("click");
  await settled(page);
  await read(page, "table");
  await look(page, "table");
  if (read !== unread) {
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await read(page, "tab of the table");
    }
    await page.keyboard.press("h");
    await read(page, "keys");
  }

  await finishedTable(page);
  await read(page, "end");
  await look(page, "end");
  await page.goto(page.url().replace("/t/", "/replay/") + "#m=20");
  await page.locator(".count").waitFor();
  await read(page, "replay");
  await look(page, "replay");
}

for (const [name, look, tour, check, lane] of LOOKS) {
  test(name, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, look);
    const whole = tour === everywhere && look.phone !== true;
    await tour(page, check, whole ? inOneLanguage(look.language ?? "en") : unread);
    await leave();
    expect(wrong).toEqual([]);
  });
}

test("320 pixels on a phone: one heading on every page", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, NARROW);
  await everywhere(page, sound, unread);
  await leave();
  expect(wrong).toEqual([]);
});
