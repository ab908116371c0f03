// A finished game in numbers: points by kind of feature, and the course of the scores.

import type { LogLine, Status } from "../wire";

/** The points of every seat for one kind of feature. */
export interface Column {
  kind: string;
  points: number[];
}

const GOODS = ["wine", "grain", "cloth"];
const ORDER = [
  ...["road", "city", "monastery", "shrine", "garden", "field", "goods"],
  ...["street", "market", "homes", "guard", "tower"],
];

/** Points by kind of feature, in a fixed order; kinds that brought nothing are left out. */
export function columnsOf(log: readonly LogLine[], seats: number): Column[] {
  const columns = new Map<string, number[]>();
  for (const line of log) {
    for (const event of line.events ?? []) {
      if (event.e !== "scored") continue;
      const kind = GOODS.includes(event.feature) ? "goods" : event.feature;
      const points = columns.get(kind) ?? Array.from({ length: seats }, () => 0);
      for (const [seat, n] of event.points.entries()) points[seat] = (points[seat] ?? 0) + n;
      columns.set(kind, points);
    }
  }
  return [...columns]
    .filter(([, points]) => points.some((n) => n > 0))
    .map(([kind, points]) => ({ kind, points }))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** The points of all seats after each move, from 0 on. */
export function courseOf(log: readonly LogLine[], seats: number): number[][] {
  const zero = Array.from({ length: seats }, () => 0);
  const moves = log.filter((line) => (line.points?.length ?? 0) > 0 && line.cause.c === "played");
  return [zero, ...moves.map((line) => line.points ?? zero)];
}

/** How a game ended, seen by some seats. */
export interface Outcome {
  won: boolean;
  winners: number[];
  /** By how much, if one seat won by its points. */
  by?: number;
}

/** Who won, and by how much. */
export function outcomeOf(status: Status, mine: readonly number[]): Outcome | undefined {
  if (status.kind !== "over") return undefined;
  const [winners = [], next] = status.ranks;
  const won = winners.some((seat) => mine.includes(seat));
  const [first] = winners;
  const [second] = next ?? [];
  const margin = (status.points[first ?? 0] ?? 0) - (status.points[second ?? 0] ?? 0);
  const clear = winners.length === 1 && second !== undefined && status.reason === "played";
  return clear && margin > 0 ? { won, winners, by: margin } : { won, winners };
}
