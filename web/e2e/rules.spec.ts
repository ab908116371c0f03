// The rules inside the game: addresses for every rule, a search that forgives, examples to play.

import { expect, test } from "@playwright/test";
import type { RulesBook } from "../src/wire";
import { brokenPictures, LONG, person } from "./kit";
import { tableFrom } from "./played";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

const bookOf = async (language: string): Promise<RulesBook> =>
  (await (await fetch(`${server.url}/api/rules/${language}`)).json()) as RulesBook;

/** Which pages are looked at: one of each family and one of an expansion, or all. */
const READS = [
  { name: "some pages", language: "fr", of: ["base", "cult", "city"], lane: {} },
  { name: "every page", language: "fr", of: undefined, lane: LONG },
  { name: "every page", language: "en", of: undefined, lane: LONG },
] as const;

for (const { name, language, of, lane } of READS) {
  test(`${name} with pictures and examples (${language})`, lane, async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, { language });
    const book = await bookOf(language);
    expect(book.pages.length).toBe(10);
    const pages = book.pages.filter((one) => (of ?? [one.name]).some((name) => name === one.name));
    expect(pages.length).toBe(of?.length ?? book.pages.length);
    for (const { name, title, sections } of pages) {
      await page.goto(`/rules/${name}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(page.locator("main section h2")).toHaveText(sections.map((one) => one.title));
      const examples = page.locator("figure.example");
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      // All of it in sight at once: every example is fetched, with a board, and what happened told.
      await page.setViewportSize({ width: 1440, height: tall + 2000 });
      const all = await examples.count();
      await expect(examples.locator("[data-tiles]:visible")).toHaveCount(all);
      await expect(examples.filter({ has: page.locator(".told .score:visible") })).toHaveCount(all);
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await brokenPictures(page), name).toEqual([]);
    }
    await leave();
    expect(wrong).toEqual([]);
  });
}

test("a rule has an address, a search finds it, an example is played", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, { language: "fr" });
  await page.goto("/rules/base-30");
  await page.waitForURL(/\/rules\/base#BASE-30$/);
  const section = page.locator("section.asked");
  await expect(section.locator(".now")).toHaveText("BASE-30");
  await expect(section).toBeInViewport();

  const example = section.locator("figure.example").first();
  const told = example.locator(".told");
  await expect(told).toContainText("+8");
  const [, back, on] = await example.locator(".steps button").all();
  await back?.click();
  await expect(told).not.toContainText("+8");
  await on?.press("Enter");
  await expect(told).toContainText("+8");

  // Case and accents do not matter; the arrows and Enter do.
  await page.keyboard.press("/");
  await page.keyboard.type("PRES paysan");
  const hits = page.getByRole("option");
  expect(await hits.count()).toBeGreaterThan(1);
  await expect(hits.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(hits.nth(1)).toHaveAttribute("aria-selected", "true");
  const title = (await hits.nth(1).locator(".title").innerText()).trim();
  await page.keyboard.press("Enter");
  await expect(page.locator("section.asked .title")).toHaveText(title);
  await expect(page.locator("section.asked mark").first()).toBeVisible();

  await page.goto("/rules/BASE-9999");
  await expect(page.locator("#main h1")).toBeVisible();
  await expect(page.locator("section.asked")).toHaveCount(0);
  await leave();
  expect(wrong).toEqual([]);
});

test("from the menu of a table: what is in play, and the game stays", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  const record = '[Trencavel "1"]\n[Seats "2"]\n[Expansions "inns"]\n\n1. base/U\n';
  const id = await tableFrom(page, record, "country", "screen");
  await page.goto(`/t/${id}`);
  await page.locator(".cell[data-cell]").first().dispatchEvent("click");
  await page.locator("header [aria-expanded]").click();
  await page.locator("dialog .list button", { hasText: "Rules" }).click();
  const panel = page.locator("dialog[data-dialog=rules]");
  await expect(panel.locator("h3")).toHaveText([
    "The base game",
    "Inns & Cathedrals",
    "Expansions together",
    "House rules",
  ]);
  await panel.getByRole("button", { name: "Cathedrals", exact: true }).click();
  await expect(panel.locator("section h3")).toHaveText("Cathedrals");
  await expect(panel.locator("a[target=_blank]")).toHaveAttribute(
    "href",
    /^\/rules\/inns\?play=base\.inns\.together\.options#/,
  );
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-face]"), "the tile still lies there").toHaveCount(1);
  await page.goto("/rules?play=base.inns.together.options");
  await expect(page.locator("main .on")).toHaveCount(4);
  await leave();
  expect(wrong).toEqual([]);
});
