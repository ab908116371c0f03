// An analysis as the moments of a replay show it. Plain data in, plain data out: the analysis counts
// words, a replay counts moments.

import type { AnalysedMove, Analysis, TurningPoint } from "../wire";

/** What a seat leads the mean of the others by. */
export function marginOf(points: readonly number[], seat: number): number {
  const own = points[seat] ?? 0;
  const all = points.reduce((sum, one) => sum + one, 0);
  return own - (all - own) / Math.max(1, points.length - 1);
}

/** For each seat what it was expected to lead by, at each moment. With two seats one line tells
 * both: that of the first. */
export function marginsOf({ expected }: Analysis, words: readonly number[]): number[][] {
  const seats = expected[0]?.length ?? 0;
  const shown = seats === 2 ? 1 : seats;
  return Array.from({ length: shown }, (_, seat) =>
    words.map((count) => {
      const points = expected[Math.min(count, expected.length - 1)] ?? [];
      return marginOf(points, seat);
    }),
  );
}

/** The moment after the word with this number. */
export function momentOf(word: number, words: readonly number[]): number {
  const found = words.findIndex((count) => count > word);
  return found < 0 ? words.length - 1 : found;
}

/** The moves by the moments that they led to. */
export function movesAt(
  { moves }: Analysis,
  words: readonly number[],
): ReadonlyMap<number, AnalysedMove> {
  return new Map(moves.map((move) => [momentOf(move.word, words), move]));
}

/** The turning points with their moments. */
export function turnsAt(
  { turning }: Analysis,
  words: readonly number[],
): (TurningPoint & { at: number })[] {
  return turning.map((point) => ({ ...point, at: momentOf(point.word, words) }));
}

/** Whether a move is worth a mark. */
export function isMarked({ mark }: AnalysedMove): boolean {
  return mark === "slip" || mark === "mistake" || mark === "blunder";
}

/** The next round number at or above the widest margin, for both ends of the graph. */
export function reachOf(series: readonly (readonly number[])[]): number {
  const widest = Math.max(5, ...series.flat().map(Math.abs));
  const step = widest > 40 ? 20 : widest > 10 ? 10 : 5;
  return Math.ceil(widest / step) * step;
}
