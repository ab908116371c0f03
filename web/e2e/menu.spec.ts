// The texts of the create page against what the server really offers.

import { expect, test } from "@playwright/test";
import type { Menu } from "../src/wire";
import { wordsOf } from "./kit";
import { TestServer } from "./server";

let menu: Menu;
test.beforeEach(async () => {
  const server = await TestServer.start();
  menu = (await (await fetch(`${server.url}/api/menu`)).json()) as Menu;
  await server.stop();
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

  test(`every option has its words, and none are left of others (${language})`, () => {
    const wanted = menu.options.flatMap(({ key, values }) => [
      ...[`options.${key}`, `options.${key}.about`],
      ...values.map((value) => `options.${key}.${value}`),
    ]);
    const ours = [...wordsOf(language).keys()].filter((key) => key.startsWith("options."));
    expect(ours.sort()).toEqual([...new Set(wanted)].sort());
  });
}
