// What leads in and out: The City one press from the first page, and a finished game to show to others.

import { expect, test } from "@playwright/test";
import { languages, person, say } from "./kit";
import { finishedTable } from "./played";
import { called, playQuickly } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

for (const [language, lane] of languages("fr")) {
  test(`The City is one press from the first page (${language})`, lane, async ({ browser }) => {
    const look = { language, phone: language === "fr" };
    const { page, leave, wrong } = await person(browser, server, look);
    await page.goto("/");
    const city = page.getByRole("button", { name: say(language, "create.family.city") });
    await expect(city).toBeInViewport({ ratio: 1 });
    await city.click();
    await page.waitForURL(/\/t\/\w+/);
    expect(await called(page)).toBe("mine");
    await playQuickly(page, 1, { tiles: 4 });
    await expect(page.locator("canvas[data-tiles]")).toHaveAttribute("data-tiles", /^([4-9]|\d\d)/);
    await leave();
    expect(wrong).toEqual([]);
  });

  test(`a finished game is shared as a card (${language})`, lane, async ({ browser }) => {
    const { page, context, wrong } = await person(browser, server, { language });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const id = await finishedTable(page);
    await page.getByRole("button", { name: say(language, "table.over.share") }).click();
    const dialog = page.locator("dialog[data-over], dialog:has([data-card])").last();
    const card = dialog.locator("[data-card]");
    await expect(card).toBeVisible();
    // A whole picture of the size that other sites show, and it is named.
    await expect
      .poll(() => card.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
      .toEqual([1200, 630]);
    expect(await card.getAttribute("alt")).not.toBe("");

    await dialog.getByRole("button", { name: say(language, "replay.link") }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${server.url}/replay/${id}`,
    );
    await dialog.getByRole("button", { name: say(language, "common.copy.picture") }).click();
    // The picture is fetched first.
    const kinds = (): Promise<string[]> =>
      page.evaluate(async () =>
        (await navigator.clipboard.read()).flatMap((item) => [...item.types]),
      );
    await expect.poll(kinds).toContain("image/png");
    const saved = page.waitForEvent("download");
    await dialog.getByRole("button", { name: say(language, "replay.save") }).click();
    expect((await saved).suggestedFilename()).toBe(`trencavel-${id}.png`);
    await context.close();
    expect(wrong).toEqual([]);
  });
}
