// Taking a move back: freely against the computer, and between two only if both want it.

import { expect, test } from "@playwright/test";
import { makeTable, person, say, tilesShown } from "./kit";
import { playByHand } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeEach(async () => {
  server = await TestServer.start();
});
test.afterEach(async () => server.stop());

test("against the computer by the menu and by its key", async ({ browser }) => {
  const { page, context, wrong } = await person(browser, server, { language: "fr" });
  await makeTable(page, { others: ["computer:random"] });
  await page.locator("[data-cell]").first().waitFor();
  const before = await tilesShown(page);
  await playByHand(page, 3, 1);
  await page.locator("[data-cell]").first().waitFor();
  expect(await tilesShown(page)).toBeGreaterThan(before);

  await page.getByRole("button", { name: say("fr", "table.menu") }).click();
  await page.getByRole("button", { name: say("fr", "table.offer.takeback") }).click();
  await expect.poll(() => tilesShown(page)).toBe(before);
  await expect(page.getByText("Vous reprenez votre dernier coup").first()).toBeVisible();
  await expect(page.locator(".entry.undone").first()).toBeVisible();

  await page.locator("[data-cell]").first().waitFor();
  await playByHand(page, 3, 1);
  await page.locator("[data-cell]").first().waitFor();
  expect(await tilesShown(page)).toBeGreaterThan(before);
  await page.keyboard.press("b");
  await expect.poll(() => tilesShown(page)).toBe(before);
  await context.close();
  expect(wrong).toEqual([]);
});
