// Whether a page is all in one language: no text of the other one is left on it.

import { expect, type Page } from "@playwright/test";
import { wordsOf, type Language } from "./kit";

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

/** Looks whether all that is on a page now is said in one language. */
export function inOneLanguage(language: Language): (page: Page, place: string) => Promise<void> {
  const strangers = strangersOf(language);
  expect(strangers.length).toBeGreaterThan(400);
  return async (page, place) => {
    const found = (await textsOn(page)).filter((text) => strangers.some((it) => it.test(text)));
    expect.soft(found, `${place} is all in one language`).toEqual([]);
    expect.soft(await page.locator("html").getAttribute("lang")).toBe(language);
  };
}
