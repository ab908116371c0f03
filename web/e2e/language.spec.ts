// Both languages, whole: no text of the one is left on a page of the other.

import { expect, test, type Page } from "@playwright/test";
import { languages, person, wordsOf, type Language } from "./kit";
import { finishedTable, tableFrom, wholeRecord, withoutLast } from "./played";
import { settled } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeEach(async () => {
  server = await TestServer.start();
});
test.afterEach(async () => server.stop());

const HOLE = /\{\w+\}/;

/** What would be said in the other language, where that differs: as patterns of whole texts. */
function strangersOf(language: Language): RegExp[] {
  const plain = (text: string): string => text.replace(/\s+/g, " ");
  const own = new Set([...wordsOf(language).values()].map(plain));
  const patterns: RegExp[] = [];
  for (const raw of wordsOf(language === "en" ? "fr" : "en").values()) {
    const text = plain(raw);
    const parts = text.split(HOLE);
    // Texts with plurals are left out; so is what has hardly a word of its own.
    const least = parts.length > 1 ? 10 : 4;
    if (text.includes("{n,") || parts.join("").trim().length < least || own.has(text)) continue;
    const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+)");
    patterns.push(new RegExp(`^${pattern}$`));
  }
  return patterns;
}

/** Every text that somebody sees or hears. */
function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const skipped = node.parentElement?.closest(
        "script, style, code, textarea, [lang]:not(html)",
      );
      if (!skipped) texts.add(node.textContent ?? "");
    }
    for (const element of document.querySelectorAll("*")) {
      for (const name of ["aria-label", "alt", "title", "placeholder"]) {
        texts.add(element.getAttribute(name) ?? "");
      }
    }
    return [...texts].map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "");
  });
}

for (const [language, lane] of languages("fr")) {
  test(`every page is all in one language (${language})`, lane, async ({ browser }) => {
    const strangers = strangersOf(language);
    expect(strangers.length).toBeGreaterThan(400);
    const { page, context, wrong } = await person(browser, server, { language });
    const check = async (place: string): Promise<void> => {
      const found = (await textsOn(page)).filter((text) => strangers.some((it) => it.test(text)));
      expect(found, place).toEqual([]);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
    };

    for (const path of ["/", "/new", "/tables", "/games", "/replay", "/account", "/settings"]) {
      await page.goto(path);
      await page.locator("#main h1").waitFor();
      await check(path);
    }
    // Every expansion and every rule of the create page is unfolded.
    await page.goto("/new");
    const cards = page.locator("label.card:has(input[type=checkbox])");
    await cards.first().waitFor();
    for (const card of await cards.all()) await card.click();
    await page.evaluate(() =>
      document.querySelectorAll("details").forEach((details) => (details.open = true)),
    );
    await check("/new with everything on");

    const id = await tableFrom(page, withoutLast(wholeRecord({ expansions: "all" }), 20));
    await page.goto(`/t/${id}`);
    const cell = page.locator("[data-cell], [data-option]").first();
    await cell.waitFor({ state: "attached" });
    await cell.dispatchEvent("click");
    await settled(page);
    await check("table");
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await check("tab of the table");
    }
    await page.keyboard.press("h");
    await check("keys");

    await finishedTable(page);
    await check("end");
    await page.goto(page.url().replace("/t/", "/replay/") + "#m=20");
    await page.locator(".count").waitFor();
    await check("replay");
    await context.close();
    expect(wrong).toEqual([]);
  });
}

test("language and theme are chosen by hand and remembered", async ({ browser }) => {
  const { page, context, wrong } = await person(browser, server);
  await page.goto("/settings");
  await page.getByText("Français").last().click();
  await expect(page.getByRole("heading", { name: "Réglages" })).toBeVisible();
  await page.getByText("Sombre", { exact: true }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Réglages" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await context.close();
  expect(wrong).toEqual([]);
});

test("an installed page speaks the language of its user", async ({ browser }) => {
  for (const [language, word] of [
    ["en", "Lay a tile"],
    ["fr", "Posez une tuile"],
  ] as const) {
    const { page, context, wrong } = await person(browser, server, { language });
    await page.goto("/");
    await page.locator("#main h1").waitFor();
    const href = await page.locator("link[rel=manifest]").getAttribute("href");
    const answer = await page.request.get(href ?? "");
    expect(answer.headers()["content-type"]).toContain("manifest");
    const manifest = (await answer.json()) as { lang: string; description: string };
    expect(manifest.lang).toBe(language);
    expect(manifest.description).toContain(word);
    await context.close();
    expect(wrong).toEqual([]);
  }
});
