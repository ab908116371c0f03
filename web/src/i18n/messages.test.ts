// Both languages say the same things, and French is set as French is set.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holes } from "./format";

const ROOT = join(import.meta.dirname, "../../messages");
/** Phrases lie where the server finds them, too. */
const place = (path: string): string =>
  path.endsWith("phrases.json")
    ? join(ROOT, "../../content/phrases", path.replace("/phrases", ""))
    : join(ROOT, path);
const read = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(place(path), "utf8")) as Record<string, string>;
const files = readdirSync(join(ROOT, "en"));
const areas = [...files, "phrases.json"];

/** One thing has one word: what was called by another is called by the first of each pair now. */
const OUT_OF_USE = [
  ["probabilité", /par chance/i],
  ["marchandises", /denrée/i],
  ["ligne", /rangée/i],
  ["habitations", /(?<!\p{L})maisons?(?!\p{L})/iu],
  ["notation", /parties? notées?/i],
  ["par correspondance", /par jours/i],
  ["condamner", /\bcoupe #/i],
  ["poissons", /au poisson/i],
  ["tout de suite", /en un clic|à un clic/i],
  ["bâtir en premier", /meneur/i],
] as const;

/** A message without its holes: only what is shown. */
function shown(message: string): string {
  return message.replace(/\{\w+, (plural|select),/g, "{").replace(/\{\w+\}/g, "x");
}

it("has the same areas in both languages, and all of them have typed keys", () => {
  expect(readdirSync(join(ROOT, "fr"))).toEqual(files);
  const keys = readFileSync(join(import.meta.dirname, "keys.ts"), "utf8");
  // Refusals are looked up by the engine's sentence, texts of expansions by declared names.
  const untyped = (name: string): boolean => name === "refusals.json" || name.startsWith("exp-");
  for (const area of files.filter((name) => !untyped(name))) {
    expect(keys).toContain(`messages/en/${area}`);
  }
});

describe.each(areas)("%s", (area) => {
  const english = read(`en/${area}`);
  const french = read(`fr/${area}`);

  it("has the same keys", () => {
    expect(Object.keys(french).sort()).toEqual(Object.keys(english).sort());
  });

  it("has the same holes", () => {
    for (const [key, message] of Object.entries(english)) {
      const names = (text: string): string[] => holes(text).map((hole) => hole.split(" ")[0] ?? "");
      expect([...new Set(names(french[key] ?? ""))], key).toEqual([...new Set(names(message))]);
    }
  });

  it("says something everywhere, without straight quotes", () => {
    for (const [key, message] of [...Object.entries(english), ...Object.entries(french)]) {
      expect(message.trim(), key).not.toBe("");
      expect(shown(message), key).not.toMatch(/['"]/);
      expect(message.toLowerCase(), key).not.toContain(["mee", "ple"].join(""));
    }
  });

  it("counts French nouns in their own number", () => {
    for (const [key, message] of Object.entries(french)) {
      expect(message, key).not.toMatch(/\{(n|left|all|more|points)\}[ \u00a0]\p{L}+s(?!\p{L})/u);
    }
  });

  it("sets French spaces", () => {
    for (const [key, message] of Object.entries(french)) {
      const text = shown(message).replace(/https?:\/\/\S*/g, "");
      // A no-break space before a colon (times and ratios aside), a narrow one before ; ! ?
      expect(text, key).not.toMatch(/[^\u00a0\d]:/);
      expect(text, key).not.toMatch(/[^\u202f][;!?]/);
      expect(text, key).not.toMatch(/«(?!\u202f)|[^\u202f]»/);
    }
  });

  it("has one French word for one thing", () => {
    // What somebody may type, or look for in the rules, is all words at once.
    const said = Object.entries(french).filter(([key]) => !/(^|\.)words\./.test(key));
    for (const [key, message] of said) {
      for (const [word, other] of OUT_OF_USE) {
        expect(message, `${key}: ${word}`).not.toMatch(other);
      }
    }
  });

  it("speaks to people as vous", () => {
    for (const [key, message] of Object.entries(french)) {
      expect(message, key).not.toMatch(/(?<!\p{L})(tu|toi|ton|tes)(?!\p{L})/iu);
    }
  });
});
