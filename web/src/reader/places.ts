// Cells, sides and tiles in words: "2 east, 1 north", "city to the north, road from the south to
// the west".

import { inWords } from "../i18n/plain";
import { marksOf } from "../table/marks";
import { streamSides } from "../table/tileName";
import { featureOf, type Cell } from "../table/words";
import type { Key } from "../i18n/index.svelte";
import type { Scribe } from "./scribe";

type Words = Pick<Scribe, "say" | "sayMaybe" | "list">;

const SIDES = ["N", "E", "S", "W"] as const;

/** "2 east, 1 north"; the start lies in the centre. */
export function cellWords([x, y]: Cell, { say }: Pick<Words, "say">): string {
  const words: string[] = [];
  if (x !== 0) words.push(say(x > 0 ? "reader.east" : "reader.west", { n: Math.abs(x) }));
  if (y !== 0) words.push(say(y > 0 ? "reader.south" : "reader.north", { n: Math.abs(y) }));
  return words.length === 0 ? say("reader.centre") : words.join(", ");
}

/** Values for messages that call the start by a name of its own. */
function named(cell: Cell, words: Pick<Words, "say">): { c: string; cell: string } {
  const centre = cell[0] === 0 && cell[1] === 0;
  return { c: centre ? "yes" : "no", cell: cellWords(cell, words) };
}

/** "at 2 east, 1 north"; "at the centre". */
export function atWords(cell: Cell, words: Pick<Words, "say">): string {
  return words.say("reader.at", named(cell, words));
}

/** "the north side of 2 east". */
export function sideWords(cell: Cell, side: string, words: Pick<Words, "say">): string {
  return words.say(`reader.side.${side}` as Key, named(cell, words));
}

/** How often the tile is turned. */
export function turnWords(r: number, { say }: Pick<Words, "say">): string {
  return say(`reader.turned.${r}` as Key);
}

/** The sides that a place reaches, in the order N E S W: of `city:NW`, of `field:NL.SR`. */
export function sidesOf(place: string): string[] {
  const edges = place.slice(featureOf(place).length + 1);
  if (edges.startsWith("inner")) return [];
  const letters = edges.includes(".") || /[LR]/.test(edges) ? edges.split(".") : [...edges];
  return SIDES.filter((side) => letters.some((edge) => edge.startsWith(side)));
}

/** The same, but only the sides that a place has to itself, if there is any. */
function mainSides(place: string): string[] {
  const edges = place.slice(featureOf(place).length + 1);
  const whole = SIDES.filter((side) => edges.includes(`${side}L`) && edges.includes(`${side}R`));
  return whole.length > 0 ? whole : sidesOf(place);
}

/** Where a field begins: "at the west part of the north side and …". */
export function halfWords(place: string, { say, list }: Words): string {
  const edges = place.slice(featureOf(place).length + 1);
  if (edges === "" || edges.startsWith("inner")) return "";
  return list(
    edges
      .split(".")
      .map((edge) => say(`reader.half.${edge}` as Key))
      .slice(0, 2),
  );
}

/** "to the north and east". */
function towards(sides: readonly string[], { say, list }: Words): string {
  if (sides.length === 4) return say("reader.all");
  return say("reader.towards", {
    sides: list(sides.map((side) => say(`reader.toward.${side}` as Key))),
  });
}

/** A tile as it lies, in words. `places` are the names of its places as it lies. */
export function lieWords(id: string, places: readonly string[], words: Words): string {
  const told: string[] = [];
  const marks = marksOf(id);
  const fairs = marks.filter((mark) => mark.endsWith("market"));
  const markets = places.filter((place) => featureOf(place) === "market" && place.includes(":"));
  const own = fairs.length === markets.length;
  for (const place of places) {
    const kind = featureOf(place);
    const sides = sidesOf(place);
    if (kind === "city") told.push(words.say("reader.lies.city", { to: towards(sides, words) }));
    else if (kind === "market" && place.includes(":"))
      told.push(market(own ? fairs[markets.indexOf(place)] : undefined, mainSides(place), words));
    else if (!["road", "street", "field", "homes"].includes(kind))
      told.push(words.sayMaybe(`table.tile.${kind}`, inWords(kind), { n: 1 }));
  }
  for (const kind of ["road", "street"] as const) told.push(...ways(kind, places, words));
  const stream = streamSides(places);
  const end = words.sayMaybe(`table.tile.${id}`, "");
  if (stream.length > 0) {
    const to = towards(stream, words);
    told.push(words.sayMaybe("reader.lies.stream", `stream ${to}`, { to }));
  } else if (end !== "") told.push(end);
  const rest = marks.filter((mark) => !(own && fairs.includes(mark)));
  for (const mark of new Set(rest)) {
    const n = rest.filter((one) => one === mark).length;
    told.push(words.sayMaybe(`table.tile.${mark}`, inWords(mark), { n }));
  }
  if (told.length > 0) return told.join(words.say("reader.semicolon"));
  const homes = places.some((place) => featureOf(place) === "homes");
  return words.say(homes ? "table.tile.homes" : "table.tile.fields");
}

function market(mark: string | undefined, sides: readonly string[], words: Words): string {
  const what =
    mark === undefined
      ? words.say("reader.lies.market")
      : words.sayMaybe(`table.tile.${mark}`, mark, { n: 1 });
  return sides.length === 0 ? what : `${what} ${towards(sides, words)}`;
}

/** Roads that run through, one by one; those that end here, together. */
function ways(kind: "road" | "street", places: readonly string[], words: Words): string[] {
  const all = places.filter((place) => featureOf(place) === kind).map(sidesOf);
  const told = all
    .filter((sides) => sides.length > 1)
    .map((sides) =>
      sides.length === 2
        ? words.say(`reader.lies.${kind}`, {
            from: words.say(`reader.from.${sides[0]}` as Key),
            to: words.say(`reader.to.${sides[1]}` as Key),
          })
        : words.say(`reader.lies.${kind}.many`, { to: towards(sides, words) }),
    );
  const ends = all.filter((sides) => sides.length === 1).flat();
  if (ends.length > 0) {
    told.push(words.say(`reader.lies.${kind}.ends`, { n: ends.length, to: towards(ends, words) }));
  }
  return told;
}
