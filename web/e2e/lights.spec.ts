// What is spoken of is lit: a line of the log or of an overlay that is pressed, and a feature under a
// finger, which tells as much as the table's help allows.

import { expect, test, type Page } from "@playwright/test";
import { LONG, person, say } from "./kit";
import { FRESH, tableFrom, wholeRecord, withoutLast } from "./played";
import { called } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

/** Presses the middle of the first tile, which a road crosses. */
async function pressRoad(page: Page): Promise<void> {
  const at = await page.locator("[data-board-layer]").evaluate((layer) => {
    const { left, top } = layer.getBoundingClientRect();
    const side = Number.parseFloat((layer as HTMLElement).style.getPropertyValue("--s"));
    return { x: left + side / 2, y: top + side / 2 };
  });
  await page.mouse.click(at.x, at.y);
}

test("a feature that is pressed tells what the table's help allows", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  const record = withoutLast(wholeRecord({ seed: 5 }), 64);
  const card = page.locator("[data-feature=road]");
  const lit = page.locator("[data-lit]");
  const open = async (aids: string): Promise<void> => {
    await page.goto(`/t/${await tableFrom(page, record, "country", "screen", aids)}`);
    await called(page);
    await pressRoad(page);
  };
  await open("beginner");
  await expect(card).toContainText(/Nobody|Guilhem|Alaïs/);
  await expect(card).toContainText(/\d+ tiles?/);
  await expect(card).toContainText(/now \d+/);
  await expect(card).toContainText(/%/);
  await expect(lit).toHaveCount(1);
  // A choice is what is looked at then.
  await page.locator("[data-cell]").first().dispatchEvent("click");
  await expect(page.locator("[data-face]")).toBeVisible();
  await expect(card).toHaveCount(0);

  await open("standard");
  await expect(card).toContainText(/now \d+/);
  await expect(card).not.toContainText("%");
  await expect(lit).toHaveCount(1);
  // A hand on the board puts it out.
  const box = await page.locator("[data-board]").boundingBox();
  if (!box) throw new Error("no board");
  await page.mouse.move(box.x + 120, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 90, { steps: 3 });
  await page.mouse.up();
  await expect(lit).toHaveCount(0);

  await open("purist");
  await expect(page.locator("[data-feature]")).toHaveCount(0);
  await expect(lit).toHaveCount(0);
  await leave();
  expect(wrong).toEqual([]);
});

test("lines beside the board light what they speak of", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  // The tile in hand closes the city of the first one.
  await page.goto(`/t/${await tableFrom(page, `${FRESH}base/E\n`, "country", "screen")}`);
  await called(page);
  const lit = page.locator("[data-lit]");
  await page.locator('[data-cell="0,-1"]').click();
  await page.locator('[data-option][data-word="follower@city:S"]').click();
  await page.locator("[data-confirm]").click();
  // It was outlined while its points flew; after that a press does it.
  const scored = page.locator(".entry button.text:has(.points)");
  await scored.waitFor();
  await expect(lit).toHaveCount(0);
  await scored.click();
  await expect(lit).toHaveAttribute("data-lit", "2");
  // So does a line of an overlay: the first field is half of one tile.
  await page.getByRole("button", { name: say("en", "table.tool.fields") }).click();
  await page.locator("aside li button").first().click();
  await expect(lit).toHaveAttribute("data-lit", "1");
  await leave();
  expect(wrong).toEqual([]);
});
