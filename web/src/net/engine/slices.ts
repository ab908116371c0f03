// Long thoughts in slices: a worker that thinks hears between two of them.

/** The slice that a worker begins with, and how long one may take at most, ms. */
const FIRST = 20;
const LONG = 5;
const MOST = 4096;

/** How many simulations the next slice may have, after one that took so long. */
export function nextSlice(simulations: number, took: number): number {
  if (took < LONG) return Math.min(MOST, simulations * 2);
  // A device that was busy with something else is no reason to think in crumbs for ever.
  return took > 4 * LONG ? Math.max(FIRST, Math.floor(simulations / 2)) : simulations;
}

/** What the answers of long calls have in common. */
interface Partial {
  ok?: { done?: boolean | number; found?: unknown; ballot?: unknown };
  problem?: unknown;
}

/** Whether an answer ends the thought: it is refused, decided, found, or a vote. */
export function isOver(answer: string): boolean {
  const { ok, problem } = JSON.parse(answer) as Partial;
  if (problem !== undefined || !ok) return true;
  if (ok.ballot !== undefined) return true;
  return typeof ok.done === "number" ? ok.found !== undefined : ok.done === true;
}

export { FIRST as FIRST_SLICE };
