// What a choice is about, as it is told with the whole moves of the drawn tile: its worth, and every
// place that it reaches. Nothing here works out a rule.

import type { Region } from "../board/model";
import type { DrawnSpot } from "../board/shapes.svelte";
import type { Key, Values } from "../i18n/index.svelte";
import type { Choices, Feature, MoveQuestion, MoveWorth, Moves, Patch } from "../wire";
import { cellKey, type Cell } from "./words";

/** What a word is worth after others, if that was told. */
export function worthOf(
  choices: Choices | undefined,
  before: readonly string[],
  word: string,
): MoveWorth | undefined {
  const moves = choices?.moves;
  let question: MoveQuestion | null | undefined = moves?.first;
  for (const said of before) {
    const index = wordsAt(moves, question).indexOf(said);
    question = index < 0 ? undefined : question?.then?.[index];
  }
  const index = wordsAt(moves, question).indexOf(word);
  return index < 0 ? undefined : question?.worth?.[index];
}

function wordsAt(moves: Moves | undefined, question: MoveQuestion | null | undefined): string[] {
  return question?.words === undefined ? [] : (moves?.words[question.words] ?? []);
}

/** Every place that a choice reaches; `cell` is where its own tile lies. */
export function placesReached(
  moves: Moves | undefined,
  worth: MoveWorth | undefined,
  cell: Cell | undefined,
): Patch[] {
  if (!worth) return [];
  const joined = (worth.joins ?? []).flatMap((feature) => moves?.features?.[feature] ?? []);
  const own = cell ? (worth.own ?? []).map((name): Patch => [cell[0], cell[1], name]) : [];
  const whole = (worth.tiles ?? []).map(([x, y]): Patch => [x, y, ""]);
  return [...joined, ...own, ...whole];
}

/** Every place of a feature. */
export function placesOfFeature({ segments }: Feature): Patch[] {
  return segments.flatMap(({ cell, place }): Patch[] => (cell ? [[cell[0], cell[1], place]] : []));
}

/** A worth without the points that come whatever is chosen: the tile alone brings them. */
export function beyond(
  worth: MoveWorth | undefined,
  anyway: readonly number[] = [],
): MoveWorth | undefined {
  const { gain, ...rest } = worth ?? {};
  const own = gain?.map((points, seat) => points - (anyway[seat] ?? 0));
  if (!worth) return undefined;
  return own?.some((points) => points > 0) ? { ...rest, gain: own } : rest;
}

/** What a choice is worth, in a few words: at once, or now and completed. */
export function worthText(
  worth: MoveWorth | undefined,
  seat: number,
  say: (key: Key, values?: Values) => string,
): string {
  const gain = worth?.gain?.[seat] ?? 0;
  const words: string[] = [];
  if (gain > 0) words.push(say("table.board.gain", { n: gain }));
  else if (worth?.now !== undefined) words.push(say("table.board.now", { n: worth.now }));
  if (gain === 0 && worth?.complete !== undefined && worth.complete !== worth.now)
    words.push(
      say(isExact(worth) ? "table.board.complete" : "table.board.least", { n: worth.complete }),
    );
  return words.join(" · ");
}

/** Whether it is known what completing gives: only tiles around a place count. Whatever else is open
 * takes at least one tile more, which counts too. */
function isExact({ tiles = [] }: MoveWorth): boolean {
  return tiles.length > 0;
}

/** The same in signs: `+4` at once, `3 → 6+` now and completed, which takes more tiles. */
export function worthInSigns(worth: MoveWorth | undefined, seat: number): string {
  const gain = worth?.gain?.[seat] ?? 0;
  if (gain > 0) return `+${gain}`;
  const { now, complete } = worth ?? {};
  if (now === undefined) return "";
  if (!worth || complete === undefined || complete === now) return String(now);
  // In one line, however narrow it is.
  return `${now}\u00a0→\u00a0${complete}${isExact(worth) ? "" : "+"}`;
}

/** A tile as it lies, or would lie. */
export interface Lying {
  id: string;
  x: number;
  y: number;
  r: number;
}

const WHOLE = "M0 0H200V200H0Z";
const SIDES: Record<string, string> = {
  N: "M0 0H200V26H0Z",
  E: "M174 0H200V200H174Z",
  S: "M0 174H200V200H0Z",
  W: "M0 0H26V200H0Z",
};

/** Places as regions of the board that are lit. */
export function litRegions(
  places: readonly Patch[],
  colours: readonly number[],
  tiles: readonly Lying[],
  placeOf: (id: string, r: number, name: string) => DrawnSpot | undefined,
): Region[] {
  const lying = new Map(tiles.map((tile) => [cellKey([tile.x, tile.y]), tile]));
  return places.flatMap(([x, y, name]): Region[] => {
    const tile = lying.get(cellKey([x, y]));
    const shape = tile && placeOf(tile.id, tile.r, name);
    const area = name === "" ? WHOLE : (SIDES[name] ?? shape?.area);
    return area === undefined
      ? []
      : [{ cell: [x, y], area, colours: [...colours], strong: false, lit: true }];
  });
}
