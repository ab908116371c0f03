// A tile in words, made from the names of its places and its marks: "corner city, shield, road".

import type { Key, Values } from "../i18n/index.svelte";
import { marksOf } from "./marks";
import { featureOf } from "./words";

type Say = (key: Key, values?: Values) => string;

/** How a segment with these sides runs: an end, straight, a bend, a fork, all four. */
function run(sides: string): "1" | "2o" | "2a" | "3" | "4" {
  if (sides.length === 2) return sides === "NS" || sides === "EW" ? "2o" : "2a";
  if (sides.length === 3) return "3";
  return sides.length === 4 ? "4" : "1";
}

/** The name of a tile. `places` are the names of its places, unturned. */
export function tileName(id: string, places: readonly string[], say: Say): string {
  const words: string[] = [];
  const found = new Map<string, number>();
  const roads: string[] = [];
  for (const place of places) {
    const kind = featureOf(place);
    const sides = place.slice(kind.length + 1);
    if (kind === "road" || kind === "street") roads.push(sides);
    else if (kind === "city") count(found, `city.${run(sides)}`);
    else if (kind !== "field" && kind !== "market" && kind !== "homes") count(found, kind);
  }
  for (const [kind, n] of found) words.push(say(`table.tile.${kind}` as Key, { n }));
  words.push(...marks(id, say));
  words.push(
    ...roadWords(
      roads,
      places.some((place) => place.startsWith("street")),
      say,
    ),
  );
  if (words.length === 0) {
    words.push(
      say(
        places.some((place) => place.startsWith("homes"))
          ? "table.tile.homes"
          : "table.tile.fields",
      ),
    );
  }
  return words.join(", ");
}

function count(found: Map<string, number>, key: string): void {
  found.set(key, (found.get(key) ?? 0) + 1);
}

function marks(id: string, say: Say): string[] {
  const found = new Map<string, number>();
  for (const mark of marksOf(id)) count(found, mark);
  return [...found].map(([mark, n]) => say(`table.tile.${mark}` as Key, { n }));
}

/** Three roads that end in one tile are a crossing. */
function roadWords(roads: readonly string[], town: boolean, say: Say): string[] {
  const kind = town ? "street" : "road";
  const ends = roads.filter((sides) => sides.length === 1).length;
  const through = roads.filter((sides) => sides.length > 1);
  const words = through.map((sides) => say(`table.tile.${kind}.${run(sides)}` as Key));
  if (ends >= 3) words.push(say(`table.tile.${kind}.crossing`, { n: ends }));
  else if (ends > 0) words.push(say(`table.tile.${kind}.1` as Key, { n: ends }));
  return words;
}
