// The first move at a table of strangers: whoever does not make it in time is not there.

import { leftOf } from "./clock.svelte";
import { lastPlayed, type TableState } from "./state";

/** What is left to a seat for its first move when this browser's time is `at`, ms; nothing if it has
 *  made it, or may take its time. */
export function firstLeft(state: TableState, seat: number, at: number): number | undefined {
  const { first, clock } = state.table.config;
  if (first === undefined || clock.kind !== "total" || lastPlayed(state.log, seat) > 0) return;
  // Its clock was full when its turn began; when that was is not told.
  const left = leftOf(state, seat, at);
  if (left === undefined || state.table.clocks.running !== seat) return;
  const more = left - (clock.seconds - first) * 1000;
  return more > first * 1000 ? undefined : Math.max(0, more);
}
