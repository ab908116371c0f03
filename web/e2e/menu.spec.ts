// The texts of the create page against what the server really offers.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { Menu } from "../src/wire";
import { wordsOf } from "./kit";
import { TestServer } from "./server";

let menu: Menu;
test.beforeAll(async () => {
  const server = await TestServer.start();
  menu = (await (await fetch(`${server.url}/api/menu`)).json()) as Menu;
  await server.stop();
});

test("the client knows the server's options and their values", () => {
  const offered: Record<string, string[]> = {};
  for (const option of menu.options) {
    offered[option.key] = [...new Set([...(offered[option.key] ?? []), ...option.values])].sort();
  }
  const file = join(import.meta.dirname, "../messages/options.json");
  const ours = JSON.parse(readFileSync(file, "utf8")) as Record<string, string[]>;
  const sorted = Object.entries(ours).map(([key, values]) => [key, [...values].sort()]);
  expect(Object.fromEntries(sorted)).toEqual(offered);
});

for (const language of ["en", "fr"] as const) {
  test(`there are words for all that can be chosen (${language})`, () => {
    const words = wordsOf(language);
    const wanted = [
      ...menu.families.flatMap(({ name }) => [`family.${name}`, `family.${name}.about`]),
      ...menu.expansions.flatMap(({ name }) => [
        `expansion.${name}`,
        `expansion.${name}.short`,
        `expansion.${name}.about`,
      ]),
      ...menu.presets.flatMap(({ name }) => [`preset.${name}`, `preset.${name}.about`]),
      ...menu.tile_sets.map((name) => `tiles.${name}`),
    ];
    expect(wanted.filter((key) => !words.has(`create.${key}`))).toEqual([]);
  });
}
