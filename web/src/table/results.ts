// A finished game in numbers: points by kind of feature, and the course of the scores.

import type { LogLine, Status } from "../wire";

/** The points of every seat for one kind of feature. */
export interface Column {
  kind: string;
  points: number[];
}

/** What a table knows of the kinds. */
interface Told {
  /** The names of tokens. */
  tokens?: readonly string[];
  /** The kinds in the order in which texts name them. */
  order?: readonly string[];
}

const by = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Points by kind of feature: what is completed first, then what lasts to the end; kinds that brought nothing are left out. What was
 *  scored before the table began, if it goes on from a record, comes first. What tokens brought is
 *  one kind. */
export function columnsOf(
  log: readonly LogLine[],
  seats: number,
  { tokens = [], order = [] }: Told = {},
): Column[] {
  const columns = new Map<string, number[]>([["earlier", startOf(log, seats)]]);
  const lasting = new Set<string>();
  for (const line of log) {
    for (const event of line.events ?? []) {
      if (event.e === "scored" && event.lasting === true) lasting.add(event.feature);
    }
    for (const [feature, gained] of gains(line)) {
      const kind = tokens.includes(feature) ? "tokens" : feature;
      const points = columns.get(kind) ?? Array.from({ length: seats }, () => 0);
      for (const [seat, n] of gained.entries()) points[seat] = (points[seat] ?? 0) + n;
      columns.set(kind, points);
    }
  }
  const rank = (kind: string): number =>
    kind === "earlier" ? 0 : kind === "tokens" ? 3 : lasting.has(kind) ? 2 : 1;
  const named = (kind: string): number => (order.includes(kind) ? order.indexOf(kind) : Infinity);
  return [...columns]
    .filter(([, points]) => points.some((n) => n > 0))
    .map(([kind, points]) => ({ kind, points }))
    .sort((a, b) => rank(a.kind) - rank(b.kind) || by(named(a.kind), named(b.kind)));
}

/** What a line of the log brought, by kind of feature. */
function gains(line: LogLine): [string, number[]][] {
  return (line.events ?? []).flatMap((event): [string, number[]][] =>
    event.e === "scored" ? [[event.feature, event.points]] : [],
  );
}

const movesOf = (log: readonly LogLine[]): LogLine[] =>
  log.filter((line) => (line.points?.length ?? 0) > 0 && line.cause.c === "played");

/** The points of all seats before the first move of this table. */
function startOf(log: readonly LogLine[], seats: number): number[] {
  const [first] = movesOf(log);
  return Array.from({ length: seats }, (_, seat) => {
    const gained = first ? gains(first).reduce((sum, [, n]) => sum + (n[seat] ?? 0), 0) : 0;
    return (first?.points?.[seat] ?? 0) - gained;
  });
}

/** The points of all seats at the start and after each move. */
export function courseOf(log: readonly LogLine[], seats: number): number[][] {
  const start = startOf(log, seats);
  return [start, ...movesOf(log).map((line) => line.points ?? start)];
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
