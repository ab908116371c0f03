// Styles change their shape at few widths, and all of them have names.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PHONE, WIDTHS } from "./breakpoints";

const ROOT = join(import.meta.dirname, "..");

it("knows every width at which a style changes", () => {
  const known = Object.values(WIDTHS).map(String);
  expect(known.length).toBeLessThanOrEqual(4);
  const strange: string[] = [];
  for (const file of readdirSync(ROOT, { recursive: true, encoding: "utf8" })) {
    if (!/\.(svelte|css)$/.test(file)) continue;
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [query] of text.matchAll(/@media[^{]*/g)) {
      for (const [, width = ""] of query.matchAll(/width:?\s*[<>=]*\s*(\d+)px/g)) {
        if (!known.includes(width)) strange.push(`${file}: ${query.trim()}`);
      }
    }
  }
  expect(strange).toEqual([]);
});

it("calls a table's phone what styles call a tablet or less", () => {
  expect(PHONE).toContain(`${WIDTHS.tablet}px`);
});
