// What this browser keeps of a table's draws: the commitment that it was shown, and its own values
// before they are told. It survives a reload, and is what the game is compared with at its end.

const PLACE = "trencavel.fair";
/** How many tables are remembered: the oldest goes. */
const MOST = 200;

/** One round of a table. */
export interface Kept {
  commitment: string;
  /** My values by seat of the plan. */
  values: Record<number, string>;
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

/** What is kept of a round. */
export function keptOf(table: string, round: number): Kept | undefined {
  return read()[table]?.rounds[round];
}

/**
 * Keeps a commitment. The first one that was shown for a round counts: another one later is just
 * what must be noticed.
 */
export function keepCommitment(table: string, round: number, commitment: string): Kept {
  const known = keptOf(table, round);
  if (known) return known;
  const all = read();
  const kept: Kept = { commitment, values: {} };
  all[table] = { at: Date.now(), rounds: { ...all[table]?.rounds, [round]: kept } };
  write(all);
  return kept;
}

/** My value for a seat in a round: the one that is kept, or a new one by chance. */
export function myValue(table: string, round: number, commitment: string, seat: number): string {
  const kept = keepCommitment(table, round, commitment);
  const known = kept.values[seat];
  if (known !== undefined) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const all = read();
  const rounds = all[table]?.rounds ?? {};
  const values = { ...kept.values, [seat]: value };
  all[table] = { at: Date.now(), rounds: { ...rounds, [round]: { ...kept, values } } };
  write(all);
  return keptOf(table, round)?.values[seat] ?? value;
}
