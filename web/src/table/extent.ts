// What a choice is about, as it is told with the whole moves of the drawn tile: its worth, and every
// place that it reaches. Nothing here works out a rule.

import type { Region } from "../board/model";
import type { DrawnSpot } from "../board/shapes.svelte";
import type { Choices } from "../wire";
import { cellKey, type Cell } from "./words";

/** A segment, a side or, without a name, a whole tile. */
export type Place = [number, number, string];

/** What a choice is worth and what it reaches. */
export interface MoveWorth {
  joins?: number[];
  own?: string[];
  tiles?: [number, number][];
}

interface MoveQuestion {
  words?: number;
  worth?: MoveWorth[];
  then?: (MoveQuestion | null)[];
}

/** The whole moves of the drawn tile. */
export interface Moves {
  words: string[][];
  features?: Place[][];
  first: MoveQuestion;
}

/** What a word is worth after others, if that was told. */
export function worthOf(
  choices: (Choices & { moves?: Moves }) | undefined,
  before: readonly string[],
  word: string,
): MoveWorth | undefined {
  const moves = choices?.moves;
  let question: Moves["first"] | null | undefined = moves?.first;
  for (const said of before) {
    const index = wordsAt(moves, question).indexOf(said);
    question = index < 0 ? undefined : question?.then?.[index];
  }
  const index = wordsAt(moves, question).indexOf(word);
  return index < 0 ? undefined : question?.worth?.[index];
}

function wordsAt(moves: Moves | undefined, question: Moves["first"] | null | undefined): string[] {
  return question?.words === undefined ? [] : (moves?.words[question.words] ?? []);
}

/** Every place that a choice reaches; `cell` is where its own tile lies. */
export function placesReached(
  moves: Moves | undefined,
  worth: MoveWorth | undefined,
  cell: Cell | undefined,
): Place[] {
  if (!worth) return [];
  const joined = (worth.joins ?? []).flatMap((feature) => moves?.features?.[feature] ?? []);
  const own = cell ? (worth.own ?? []).map((name): Place => [cell[0], cell[1], name]) : [];
  const whole = (worth.tiles ?? []).map(([x, y]): Place => [x, y, ""]);
  return [...joined, ...own, ...whole];
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
  places: readonly Place[],
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
