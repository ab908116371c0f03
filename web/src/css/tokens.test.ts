// Sizes of letters and what lies on what have names; styles say those, and no numbers.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const RAW = /^\s*(font-size: [\d.]+px|font: \d+ [\d.]+px|z-index: -?\d+);?/gm;

it("are said by their names everywhere", () => {
  const strange: string[] = [];
  for (const file of readdirSync(ROOT, { recursive: true, encoding: "utf8" })) {
    if (!/\.(svelte|css)$/.test(file)) continue;
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [found] of text.matchAll(RAW)) strange.push(`${file}: ${found.trim()}`);
  }
  expect(strange).toEqual([]);
});

it("are all known", () => {
  const tokens = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
  const unknown: string[] = [];
  for (const file of readdirSync(ROOT, { recursive: true, encoding: "utf8" })) {
    if (!/\.(svelte|css)$/.test(file)) continue;
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [, name = ""] of text.matchAll(/var\((--[tz]-[\w-]+)\)/g))
      if (!tokens.includes(`${name}:`)) unknown.push(`${file}: ${name}`);
  }
  expect(unknown).toEqual([]);
});
