// The texts of the create page against what the server really offers.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { Menu } from "../src/wire";
import { SERVER } from "./browser";

const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../messages", path), "utf8")) as Record<
    string,
    unknown
  >;

let menu: Menu;
beforeAll(async () => {
  menu = (await (await fetch(`${SERVER}/api/menu`)).json()) as Menu;
});

it("knows the server's options and their values", () => {
  const offered = new Map<string, Set<string>>();
  for (const option of menu.options) {
    const values = offered.get(option.key) ?? new Set();
    option.values.forEach((value) => values.add(value));
    offered.set(option.key, values);
  }
  const list = Object.fromEntries([...offered].map(([key, values]) => [key, [...values].sort()]));
  const ours = read("options.json") as Record<string, string[]>;
  expect(Object.fromEntries(Object.entries(ours).map(([k, v]) => [k, [...v].sort()]))).toEqual(
    list,
  );
});

it.each(["en", "fr"])(
  "has %s words for families, expansions, presets and tile sets",
  (language) => {
    const words = read(`${language}/create.json`);
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
    expect(wanted.filter((key) => !(key in words))).toEqual([]);
  },
);
