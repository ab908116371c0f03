// How a tile looks in its four turns, as far as it matters: turns that look alike are one.

import { marksOf } from "./marks";
import { featureOf } from "./words";

/** What tells the turns of a tile apart. */
export type Looks = (r: number) => string;

/** What tells a turn of a tile apart from others, by its segments there. Turns with the same segments
 * are one; not if the tile carries signs, and has two segments of a kind that could carry them. */
export function lookOf(id: string, places: readonly string[], r: number): string {
  const kinds = places.map(featureOf).filter((kind) => kind !== "field");
  const unsure = marksOf(id).length > 0 && new Set(kinds).size < kinds.length;
  return unsure || places.length === 0 ? String(r) : [...places].sort().join(" ");
}

/** The turns that look different, each by its first. */
export function apart(turns: readonly number[], looks: Looks): number[] {
  return turns.filter((r, i) => turnIn(turns, r, looks) === i);
}

/** Which of some turns another one looks like. */
export function turnIn(turns: readonly number[], r: number, looks: Looks): number {
  return turns.findIndex((one) => looks(one) === looks(r));
}
