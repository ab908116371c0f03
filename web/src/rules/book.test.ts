// What the client says about rules leads to sections that exist, in both languages.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RulesBook } from "../wire";
import { addressOf, pagesInPlay, sectionOf } from "./book";
import { runs, targetOf, unmarked } from "./text";

const ROOT = join(import.meta.dirname, "../../..");
const PAGES = join(ROOT, "content/rules");

function ids(language: string): Set<string> {
  const found = new Set<string>();
  for (const file of readdirSync(PAGES).filter((name) => name.endsWith(`.${language}.md`))) {
    const text = readFileSync(join(PAGES, file), "utf8");
    for (const match of text.matchAll(/^#+ .*\{#(.*)\}$/gm)) {
      for (const id of (match[1] ?? "").split(" ")) found.add(id.replace("#", ""));
    }
  }
  return found;
}

function refusalRules(): string[] {
  const rules: string[] = [];
  for (const crate of ["country", "city", "games"]) {
    const folder = join(ROOT, "crates", crate, "src");
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".rs")) continue;
      // The expansion made up for the tests has no texts.
      if (entry.parentPath.includes("/exp/trial")) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
      for (const match of text.matchAll(/\b(?:refusal|no)\(\s*"([A-Z0-9-]+)"/g)) {
        rules.push(match[1] ?? "");
      }
      for (const match of text.matchAll(/\brule: "([A-Z0-9-]+)"/g)) rules.push(match[1] ?? "");
    }
  }
  return [...new Set(rules)];
}

describe.each(["en", "fr"])("rules (%s)", (language) => {
  const known = ids(language);
  it("has a section for every decision, also for those of expansions", () => {
    const folder = join(ROOT, "web/messages", language);
    const texts = readdirSync(folder).flatMap((file): [string, unknown][] =>
      Object.entries(JSON.parse(readFileSync(join(folder, file), "utf8")) as object).map(
        ([key, text]) => [file === "rules.json" ? `rules.${key}` : key, text],
      ),
    );
    const own = texts.flatMap(([key, id]) => (key.startsWith("rules.of.") ? [String(id)] : []));
    expect(own.length).toBeGreaterThan(12);
    expect(own.filter((id) => !known.has(id))).toEqual([]);
  });
  it("has a section for every refusal of the engines", () => {
    const rules = refusalRules();
    expect(rules.length).toBeGreaterThan(30);
    expect(rules.filter((id) => !known.has(id))).toEqual([]);
  });
});

describe("the book", () => {
  const section = { title: "B", ids: ["BASE-22"], blocks: [] };
  const book: RulesBook = { pages: [{ name: "base", title: "A", sections: [section] }] };

  it("finds a section by its id", () => {
    const found = sectionOf(book, "base-22");
    expect(found && addressOf(found)).toBe("/rules/base#BASE-22");
    expect(sectionOf(book, "BASE-2")).toBeUndefined();
  });

  it("knows which pages are in play", () => {
    expect(pagesInPlay({ family: "country", expansions: [] })).toEqual(["base", "options"]);
    expect(pagesInPlay({ family: "city", expansions: [] })).toContain("city");
    expect(pagesInPlay({ family: "country", expansions: ["inns"] })).toContain("together");
  });
});

describe("texts", () => {
  it("takes marks apart", () => {
    expect(runs("a **b** *c* 2 * 3")).toEqual([
      { text: "a ", look: "plain" },
      { text: "b", look: "bold" },
      { text: " ", look: "plain" },
      { text: "c", look: "italic" },
      { text: " 2 * 3", look: "plain" },
    ]);
    expect(unmarked("**a** b")).toBe("a b");
  });

  it("reads targets", () => {
    expect(targetOf("tile:base/E.g/1")).toEqual({ kind: "tile", id: "base/E.g", r: 1 });
    expect(targetOf("figure:abbot/3")).toEqual({ kind: "figure", piece: "abbot", seat: 2 });
    expect(targetOf("token:wine")).toEqual({ kind: "token", name: "wine" });
    expect(targetOf("http://x")).toBeUndefined();
  });
});
