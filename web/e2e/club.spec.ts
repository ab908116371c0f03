// Rated games and what follows from them: the end, the page of a person, the boards.

import { expect, test, type Page } from "@playwright/test";
import type { PersonStats } from "../src/wire";
import { accessible } from "./accessible";
import { languages, person, say, type Language } from "./kit";
import { post } from "./played";
import { playQuickly } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

const account = (page: Page, name: string): Promise<unknown> =>
  post(page, "/api/accounts", { name, password: "a long enough sentence" });

const sound = (page: Page, place: string): Promise<void> => accessible(page, place, "serious");

/** A rated game against the weakest level, to its end. */
async function ratedGame(page: Page, language: Language): Promise<void> {
  await page.goto("/new");
  await page.locator("aside ol select").nth(1).selectOption("computer:level-1");
  const choice = page.locator("[data-rated-choice]");
  await choice.getByText(say(language, "create.rated.yes")).click();
  await expect(choice.getByRole("radio").first()).toBeChecked();
  await page.locator("form.create button[type=submit]").click();
  await page.waitForURL(/\/t\/\w+/);
  const played = await playQuickly(page, 3);
  expect(played.over).toBe(true);
}

for (const [language, lane] of languages("en")) {
  test(
    `a rated game moves the rating and fills the page of a person, ${language}`,
    lane,
    async ({ browser }) => {
      const phone = language === "fr";
      const { page, leave, wrong } = await person(browser, server, {
        language,
        phone,
        dark: phone,
        hurried: true,
      });
      await account(page, "Guilhem");
      await ratedGame(page, language);
      await expect(page.locator("[data-over] .rating").first()).toBeAttached();
      await expect(page.locator("[data-over]")).toContainText(/1[0-9]{3}\?\s*\([+−±]\d+\)/);
      await sound(page, "the end of a rated game");

      await page.locator('[data-over] a[href="/u/Guilhem"]').click();
      await expect(page.getByRole("heading", { level: 1, name: "Guilhem" })).toBeVisible();
      const duel = page.getByRole("radio", { name: new RegExp(say(language, "club.ladder.duel")) });
      await expect(duel).toBeChecked();
      // One day is no line yet.
      await expect(page.getByRole("img", { name: /1500|1[0-9]{3}/ })).toHaveCount(0);
      const game = page.getByRole("listitem").filter({ hasText: "Perrin" });
      await expect(game).toContainText(/1[0-9]{3}\?/);
      // Where the points came from is worked out in the background.
      const stats = page.getByRole("region", { name: say(language, "club.stats") });
      const counted = async (): Promise<number> => {
        const answer = await page.request.get("/api/people/Guilhem/stats");
        return ((await answer.json()) as PersonStats).features.length;
      };
      await expect.poll(counted, { timeout: 120_000 }).toBeGreaterThan(0);
      await page.reload();
      await expect(stats.getByRole("row").nth(1)).toBeVisible();
      await sound(page, "the page of a person");

      // By keyboard: games that were tied, of which there are none.
      await page.getByLabel(say(language, "club.result")).focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await expect(page.getByText(say(language, "club.games.none"))).toBeVisible();
      await page.getByLabel(say(language, "club.result")).selectOption("");
      await expect(game).toBeVisible();

      await page.getByRole("link", { name: say(language, "club.boards") }).click();
      await expect(page.getByText(say(language, "club.board.none"))).toBeVisible();
      await expect(page.getByRole("listitem").filter({ hasText: "Raimon" })).toContainText("1730");
      await page.getByText(say(language, "club.ladder.city"), { exact: true }).click();
      await expect(page.getByText(say(language, "club.ladder.city.about"))).toBeVisible();
      await sound(page, "the boards");
      await leave();
      expect(wrong).toEqual([]);
    },
  );
}

test("somebody who is not there has no page, and whoever has an account has one", async ({
  browser,
}) => {
  const { page, leave, wrong } = await person(browser, server, { expected: /status of 404/ });
  await page.goto("/u/Nobody");
  await expect(page.getByText("Nobody has an account of this name.")).toBeVisible();
  await account(page, "Ada");
  await page.goto("/account");
  await page.getByRole("link", { name: "My page" }).click();
  await expect(page.getByText("Ada has not played a rated game yet.")).toBeVisible();
  await expect(page.locator("[data-person]")).toHaveCount(0);
  await leave();

  // Whoever else looks at it finds what one may want of her.
  const other = await person(browser, server);
  await account(other.page, "Bela");
  await other.page.goto("/u/Ada");
  await other.page.locator("[data-person]").click();
  const dialog = other.page.locator("[data-dialog=person]");
  await dialog.getByRole("button", { name: say("en", "people.follow") }).click();
  await expect(dialog.getByRole("button", { name: say("en", "people.unfollow") })).toBeVisible();
  await sound(other.page, "what one may want of a person");
  await dialog.getByRole("link", { name: say("en", "people.page") }).click();
  await expect(dialog).toHaveCount(0);
  await other.leave();
  expect([...wrong, ...other.wrong]).toEqual([]);
});
