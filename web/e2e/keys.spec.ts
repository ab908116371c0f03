// Keys that somebody has changed: kept, shown, and working at a table; taken ones are refused.

import { expect, test } from "@playwright/test";
import { person, say } from "./kit";
import { tableFrom, wholeRecord, withoutLast } from "./played";
import { settled } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

test("a changed key works at the table, and the old one no longer does", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  await page.goto("/settings");
  const turn = page.locator("[data-key=turn]");
  const status = page.locator(".keys [role=status]");

  // A key that does something else is refused, and the old one stays.
  await turn.press("Enter");
  await page.keyboard.press("f");
  await expect(status).toContainText(say("en", "settings.key.fields"));
  await page.keyboard.press("5");
  await expect(status).toHaveText(say("en", "settings.keys.unfit"));
  await page.keyboard.press("Escape");
  await expect(turn).toHaveText("R");

  await turn.click();
  await page.keyboard.press("q");
  await expect(turn).toHaveText("Q");
  await page.locator("[data-key=fields]").click();
  await page.keyboard.press("r");
  await page.reload();
  await expect(turn).toHaveText("Q");

  const id = await tableFrom(page, withoutLast(wholeRecord(), 60));
  await page.goto(`/t/${id}`);
  await page.locator("[data-cell]").first().waitFor({ state: "attached" });
  const fields = page.getByRole("button", { name: say("en", "table.tool.fields"), exact: true });
  await page.keyboard.press("f");
  await expect(fields).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("r");
  await expect(fields).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("r");

  // Somewhere the tile can lie in more than one way.
  const face = page.locator("[data-face] img:not(.hand)");
  const dots = page.locator(".ghost .dots i");
  for (let tries = 0; tries < 30 && (await dots.count()) < 2; tries += 1) {
    await page.keyboard.press("n");
    await face.waitFor();
    await settled(page);
  }
  expect(await dots.count()).toBeGreaterThan(1);
  const before = await face.getAttribute("src");
  await page.keyboard.press("q");
  await expect(face).not.toHaveAttribute("src", before ?? "");

  await page.goto("/settings");
  await page.getByRole("button", { name: say("en", "settings.keys.reset") }).click();
  await expect(turn).toHaveText("R");
  await expect(page.locator("[data-key=fields]")).toHaveText("F");
  await leave();
  expect(wrong).toEqual([]);
});
