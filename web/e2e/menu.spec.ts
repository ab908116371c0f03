// The texts of the create page against what the server really offers.

import { expect, test } from "@playwright/test";
import type { Menu } from "../src/wire";
import { wordsOf } from "./kit";
import { TestServer } from "./server";

test("there are words for all that can be chosen, and none are left of other options", async () => {
  const server = await TestServer.start();
  const menu = (await (await fetch(`${server.url}/api/menu`)).json()) as Menu;
  await server.stop();
  const choices = [
    ...menu.families.flatMap(({ name }) => [`family.${name}`, `family.${name}.about`]),
    ...menu.expansions.flatMap(({ name }) => [
      `expansion.${name}`,
      `expansion.${name}.short`,
      `expansion.${name}.about`,
    ]),
    ...menu.presets.flatMap(({ name }) => [`preset.${name}`, `preset.${name}.about`]),
    ...menu.tile_sets.map((name) => `tiles.${name}`),
  ];
  const options = menu.options.flatMap(({ key, values }) => [
    ...[`options.${key}`, `options.${key}.about`],
    ...values.map((value) => `options.${key}.${value}`),
  ]);
  for (const language of ["en", "fr"] as const) {
    const words = wordsOf(language);
    expect.soft(choices.filter((key) => !words.has(`create.${key}`))).toEqual([]);
    const ours = [...words.keys()].filter((key) => key.startsWith("options."));
    expect.soft(ours.sort()).toEqual([...new Set(options)].sort());
  }
});
