// Twelve screens, compared with the pictures beside this file. The games, the chance of the pages,
// the letters and the sizes are always the same, and nothing moves. A pixel counts as another one
// if its colour differs by more than a fifth; one in a hundred may, for browsers of other versions
// set letters and curves a hair differently. Half the pixels are enough to see what is wrong, and
// a quarter of the bytes. Taken anew by `LONG=1 BLESS=1 npm run e2e -- visual.spec.ts`.

import { expect, test, type Page } from "@playwright/test";
import { atRest, LONG, makeTable, person, type Device } from "./kit";
import { before, FRESH, tableFrom, wholeRecord, withoutLast } from "./played";
import { called, settled } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeEach(async () => {
  server = await TestServer.start();
});
test.afterEach(async () => server.stop());

interface Screen {
  name: string;
  look: Device;
  size: [number, number];
  show: (page: Page) => Promise<void>;
}

const DESK = [1280, 720] as [number, number];
const PHONE = [390, 844] as [number, number];
const phone: Device = { phone: true };

async function at(page: Page, path: string, there: string): Promise<void> {
  await page.goto(path);
  await page.locator(there).first().waitFor();
}

/** The middle of a base game, with a tile in hand. */
const midway = (): string => withoutLast(wholeRecord({ seed: 5 }), 40);

/** A table of The City for three as it was before the first word of a kind. */
async function town(page: Page, word: RegExp): Promise<void> {
  for (let seed = 1; seed < 20; seed += 1) {
    const record = before(wholeRecord({ family: "city", seed, seats: 3 }), word);
    if (record === undefined) continue;
    await page.goto(`/t/${await tableFrom(page, record, "city", "screen")}`);
    await called(page);
    return;
  }
}

/** A game that ended with its record: nothing of it is left to chance. */
async function over(page: Page, path: string): Promise<void> {
  const record = wholeRecord({ expansions: "all", seed: 2 });
  await at(page, path, "textarea");
  await page.locator("textarea").fill(record);
  await page.locator("form button[type=submit]").click();
}

const SCREENS: Screen[] = [
  { name: "home", look: {}, size: DESK, show: (page) => at(page, "/", "#main h1") },
  {
    name: "home-phone",
    look: { ...phone, dark: true, language: "fr" },
    size: PHONE,
    show: (page) => at(page, "/", "#main h1"),
  },
  {
    name: "create",
    look: { language: "fr" },
    size: DESK,
    show: (page) => at(page, "/new", "form.create"),
  },
  {
    name: "room-phone",
    look: phone,
    size: PHONE,
    show: async (page) => {
      await makeTable(page, { others: ["link"] });
      await page.locator("#main h1").waitFor();
      // Another port every time.
      await page.locator("#main input[readonly]").evaluate((box: HTMLInputElement) => {
        box.value = "…";
      });
    },
  },
  {
    name: "table",
    look: {},
    size: DESK,
    show: async (page) => {
      await page.goto(`/t/${await tableFrom(page, midway(), "country", "screen")}`);
      await called(page);
    },
  },
  {
    name: "figure-phone",
    look: { ...phone, dark: true, language: "fr" },
    size: PHONE,
    show: async (page) => {
      await page.goto(`/t/${await tableFrom(page, FRESH, "country", "screen")}`);
      await called(page);
      await page.locator("[data-cell]").first().dispatchEvent("click");
      await page.locator("[data-option]").first().waitFor();
    },
  },
  {
    name: "everything",
    look: { dark: true },
    size: DESK,
    show: async (page) => {
      const record = withoutLast(wholeRecord({ expansions: "all", seed: 2 }), 90);
      await page.goto(`/t/${await tableFrom(page, record, "country", "screen")}`);
      await called(page);
    },
  },
  {
    name: "wall-phone",
    look: { ...phone, language: "fr" },
    size: PHONE,
    show: (page) => town(page, /wall:/),
  },
  { name: "gate", look: {}, size: DESK, show: (page) => town(page, /gate@/) },
  {
    name: "replay",
    look: { language: "fr" },
    size: DESK,
    show: async (page) => {
      await over(page, "/replay");
      await page.locator(".count").waitFor();
      await page.keyboard.press("End");
    },
  },
  {
    name: "study-phone",
    look: phone,
    size: PHONE,
    show: async (page) => {
      await at(page, "/study", "textarea");
      await page.locator("textarea").fill(midway());
      await page.locator("form button[type=submit]").click();
      await page.locator("[data-drawn]").first().waitFor();
    },
  },
  {
    name: "lesson-phone",
    look: { ...phone, language: "fr" },
    size: [320, 640],
    show: (page) => at(page, "/learn/base-1", '[data-phase="goal"]'),
  },
];

/** Sent to a page: whether every picture that is seen has come. */
async function allHasCome(): Promise<boolean> {
  const boards = [...document.querySelectorAll<HTMLElement>("canvas[data-tiles]")];
  if (boards.some(({ dataset }) => Number(dataset["ready"]) < Number(dataset["tiles"])))
    return false;
  // Some are fetched only once they are seen.
  const come = [...document.images].map(
    (image) =>
      new Promise<boolean>((done) => {
        const eye = new IntersectionObserver(([seen]) => {
          eye.disconnect();
          done(seen?.isIntersecting !== true || (image.complete && image.naturalWidth > 0));
        });
        eye.observe(image);
      }),
  );
  return (await Promise.all(come)).every(Boolean);
}

for (const { name, look, size, show } of SCREENS) {
  test(`${name} looks as it did`, LONG, async ({ browser }) => {
    const { page, context, wrong } = await person(browser, server, { ...look, pixels: 0.5 });
    const [width, height] = size;
    await page.setViewportSize({ width, height });
    await show(page);
    await settled(page);
    await expect.poll(() => page.evaluate(allHasCome)).toBe(true);
    await atRest(page);
    // The sign of a test server lies over what is looked at.
    await page.locator("[data-test-sign]").evaluate((sign) => sign.remove());
    await expect(page).toHaveScreenshot(`${name}.png`, { scale: "device" });
    await context.close();
    expect(wrong).toEqual([]);
  });
}
