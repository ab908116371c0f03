// A tile in words, made from the names of its places and its marks: "corner city, shield, road".

import type { Values } from "../i18n/index.svelte";
import { inWords } from "../i18n/plain";
import { marksOf } from "./marks";
import { featureOf } from "./words";

/** The text of a key, or the fallback for what has no text. */
type Say = (key: string, fallback: string, values?: Values) => string;

/** How a segment with these sides runs: an end, straight, a bend, a fork, all four. */
function run(sides: string): "1" | "2o" | "2a" | "3" | "4" {
  if (sides.length === 2) return sides === "NS" || sides === "EW" ? "2o" : "2a";
  if (sides.length === 3) return "3";
  return sides.length === 4 ? "4" : "1";
}

/** A side where two fields meet and no road or city begins is where a stream runs. */
export function streamSides(places: readonly string[]): string[] {
  const fieldAt = (edge: string): string | undefined =>
    places.find((place) => place.startsWith("field:") && place.slice(6).split(".").includes(edge));
  return ["N", "E", "S", "W"].filter((side) => {
    const built = places.some((place) => {
      const kind = featureOf(place);
      return kind !== "field" && place.slice(kind.length + 1).includes(side);
    });
    const [left, right] = [fieldAt(`${side}L`), fieldAt(`${side}R`)];
    return !built && left !== undefined && right !== undefined && left !== right;
  });
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
  for (const mark of marksOf(id)) count(found, mark);
  for (const [kind, n] of found) words.push(say(`table.tile.${kind}`, inWords(kind), { n }));
  words.push(...streamWords(id, places, say));
  const town = places.some((place) => place.startsWith("street"));
  words.push(...roadWords(roads, town, say));
  if (words.length === 0) {
    const homes = places.some((place) => place.startsWith("homes"));
    words.push(say(homes ? "table.tile.homes" : "table.tile.fields", ""));
  }
  return words.join(", ");
}

function count(found: Map<string, number>, key: string): void {
  found.set(key, (found.get(key) ?? 0) + 1);
}

/** Where a stream begins or ends the tile has a text of its own. */
export function streamWords(id: string, places: readonly string[], say: Say): string[] {
  const own = say(`table.tile.${id}`, "");
  if (own !== "") return [own];
  return streamSides(places).length > 0 ? [say("table.tile.stream", "stream")] : [];
}

/** Three roads that end in one tile are a crossing. */
function roadWords(roads: readonly string[], town: boolean, say: Say): string[] {
  const kind = town ? "street" : "road";
  const ends = roads.filter((sides) => sides.length === 1).length;
  const through = roads.filter((sides) => sides.length > 1);
  const words = through.map((sides) => say(`table.tile.${kind}.${run(sides)}`, kind));
  if (ends >= 3) words.push(say(`table.tile.${kind}.crossing`, kind, { n: ends }));
  else if (ends > 0) words.push(say(`table.tile.${kind}.1`, kind, { n: ends }));
  return words;
}
