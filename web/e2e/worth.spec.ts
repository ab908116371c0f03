// What a choice is worth is said wherever somebody chooses: at a table and on a study board, which
// asks elsewhere (lessons: learn.spec.ts); and the board of a study has the room of a table.

import { expect, test, type Page } from "@playwright/test";
import { atRest, person } from "./kit";
import { FRESH, tableFrom, wholeRecord, withoutLast } from "./played";
import { called, settled } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

/** The city that the tile in hand would close gives four points at once, a road one for now. */
async function expectWorth(page: Page): Promise<void> {
  const choice = (word: string) => page.locator(`[data-option][data-word="${word}"]`);
  await expect(choice("follower@city:S").locator(".d")).toHaveText(/4/);
  await expect(choice("follower@city:S").locator(".d")).not.toHaveText(/→/);
}

const PLACES: { name: string; open: (page: Page) => Promise<void> }[] = [
  {
    name: "at a table",
    open: async (page) => {
      await page.goto(`/t/${await tableFrom(page, `${FRESH}base/E\n`, "country", "screen")}`);
      await called(page);
    },
  },
  {
    name: "on a study board",
    open: async (page) => {
      await page.goto("/study");
      await page.locator("textarea").fill(`${FRESH}base/E\n`);
      await page.locator("form button[type=submit]").click();
      await called(page);
    },
  },
];

for (const { name, open } of PLACES) {
  test(`${name} every choice says its points`, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server);
    await open(page);
    await page.locator('[data-cell="0,-1"]').dispatchEvent("click");
    await page.locator("[data-option]").first().waitFor();
    await settled(page);
    await expectWorth(page);
    await leave();
    expect(wrong).toEqual([]);
  });
}

/** How large a tile is on the page, px. */
async function tileSize(page: Page): Promise<number> {
  await atRest(page);
  const layer = page.locator("[data-board-layer]");
  return layer.evaluate((it) =>
    Number.parseFloat((it as HTMLElement).style.getPropertyValue("--s")),
  );
}

test("tiles of a study are as large as those of a table, also once one is drawn", async ({
  browser,
}) => {
  const { page, leave, wrong } = await person(browser, server);
  await page.setViewportSize({ width: 1280, height: 720 });
  const record = withoutLast(wholeRecord({ seed: 5 }), 40);
  await page.goto(`/t/${await tableFrom(page, record, "country", "screen")}`);
  await called(page);
  const table = await tileSize(page);
  await page.goto("/study");
  await page.locator("textarea").fill(record);
  await page.locator("form button[type=submit]").click();
  await page.locator("[data-draw]").waitFor();
  // The panel of tiles to draw is large; what is asked after it is not.
  expect(await tileSize(page)).toBeGreaterThanOrEqual(table - 1);
  await page.locator("[data-drawn]").first().click();
  await called(page);
  expect(await tileSize(page)).toBeGreaterThanOrEqual(table - 1);
  await leave();
  expect(wrong).toEqual([]);
});
