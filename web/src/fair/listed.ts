// The public list of commitments: where this table's own stands, and what became of it.

import { api } from "../net/api";
import type { FairLine } from "../wire";

/** A line is chained a moment after it happened: so often, and so long apart (ms), it is asked. */
const TRIES = 8;
const PAUSE = 1000;

/** The lines of a commitment, as soon as they say enough; nothing if the list cannot be read. */
export async function listed(
  commitment: string,
  enough: (lines: readonly FairLine[]) => boolean,
): Promise<FairLine[] | undefined> {
  let lines: FairLine[] | undefined;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await new Promise((done) => setTimeout(done, PAUSE));
    try {
      ({ lines } = await api.listed(commitment));
      if (enough(lines)) return lines;
    } catch {
      // Perhaps the next time.
    }
  }
  return lines;
}

/** Whether the list says that it was shown. */
export const isShown = (lines: readonly FairLine[]): boolean =>
  lines.some(({ kind }) => kind === "shown");

/** Whether the list says what became of it. */
export const isSettled = (lines: readonly FairLine[]): boolean =>
  isShown(lines) && lines.some(({ kind }) => kind !== "shown");
