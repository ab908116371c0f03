// What this browser keeps of a table's draws: the commitment that it was shown, and its own values
// before they are told. It survives a reload, and is what the game is compared with at its end.

import type { FairLine } from "../wire";

const PLACE = "trencavel.fair";
/** How many tables are remembered: the oldest goes. */
const MOST = 200;

/** One round of a table. */
export interface Kept {
  commitment: string;
  /** By which version of the draws it was shown; pages kept none before there were three. */
  version?: number;
  /** My values by seat of the plan. */
  values: Record<number, string>;
  /** The seats for which the server has taken my share: it cannot say later that none came. */
  given?: number[];
  /** The line of the public list that showed the commitment: what follows is chained to it. */
  shown?: { n: number; hash: string };
}

interface KeptTable {
  /** When it was last touched: the oldest is forgotten first. */
  at: number;
  rounds: Record<number, Kept>;
}

function read(): Record<string, KeptTable> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof stored === "object" && stored !== null
      ? (stored as Record<string, KeptTable>)
      : {};
  } catch {
    return {};
  }
}

function write(all: Record<string, KeptTable>): void {
  const newest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(newest.slice(0, MOST))));
  } catch {
    // A browser that keeps nothing checks less, and says so.
  }
}

/** Everything that is kept of a table, by round. */
export function keptRounds(table: string): Record<number, Kept> {
  return read()[table]?.rounds ?? {};
}

/** What is kept of a round. */
export function keptOf(table: string, round: number): Kept | undefined {
  return keptRounds(table)[round];
}

/**
 * Keeps a commitment. The first one that was shown for a round counts: another one later is just
 * what must be noticed.
 */
export function keepCommitment(
  table: string,
  round: number,
  commitment: string,
  version = 2,
): Kept {
  return keptOf(table, round) ?? keep(table, round, { commitment, version, values: {} });
}

function keep(table: string, round: number, kept: Kept): Kept {
  const all = read();
  all[table] = { at: Date.now(), rounds: { ...all[table]?.rounds, [round]: kept } };
  write(all);
  return kept;
}

/** Keeps where the public list showed the commitment of a round. The first time counts. */
export function keepShown(table: string, round: number, lines: readonly FairLine[]): void {
  const kept = keptOf(table, round);
  if (!kept || kept.shown) return;
  const line = lines.find(
    ({ kind, commitment }) => kind === "shown" && commitment === kept.commitment,
  );
  if (line) keep(table, round, { ...kept, shown: { n: line.n, hash: line.hash } });
}

/** The server has taken my share of a seat: from now on it must be in the draws. */
export function keepGiven(table: string, round: number, seats: readonly number[]): void {
  const kept = keptOf(table, round);
  const given = kept?.given ?? [];
  const fresh = seats.filter((seat) => kept?.values[seat] !== undefined && !given.includes(seat));
  if (kept && fresh.length > 0) keep(table, round, { ...kept, given: [...given, ...fresh] });
}

/** My value for a seat in a round: the one that is kept, or a new one by chance. */
export function myValue(table: string, round: number, commitment: string, seat: number): string {
  const kept = keepCommitment(table, round, commitment);
  const known = kept.values[seat];
  if (known !== undefined) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  keep(table, round, { ...kept, values: { ...kept.values, [seat]: value } });
  return keptOf(table, round)?.values[seat] ?? value;
}
