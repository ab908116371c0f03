// The public list of commitments: where this table's own stands, and what became of it.

import { api } from "../net/api";
import type { FairLine } from "../wire";
import { lineHash } from "./hash";

/** A line is chained a moment after it happened: so often, and so long apart (ms), it is asked. */
const TRIES = 8;
const PAUSE = 1000;
/** So many lines at once, and so often: more than happens at a busy server during a game. */
const PAGE = 1000;
const PAGES = 20;

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

/**
 * The lines of a commitment from the one that this browser kept on, with every line in between
 * worked out anew; `broken` if the list is not the one of before; nothing if it cannot be read as far
 * as what became of the commitment.
 */
export async function chained(
  commitment: string,
  { n, hash }: { n: number; hash: string },
): Promise<FairLine[] | "broken" | undefined> {
  const found: FairLine[] = [];
  let before: FairLine | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    let lines: FairLine[];
    try {
      ({ lines } = await api.fairList(before?.n ?? n - 1, PAGE));
    } catch {
      return undefined;
    }
    for (const line of lines) {
      const follows = before
        ? line.n === before.n + 1 && line.hash === (await lineHash(before.hash, line))
        : line.n === n && line.hash === hash;
      if (!follows) return "broken";
      before = line;
      if (line.commitment === commitment) found.push(line);
    }
    if (!before) return "broken";
    if (isSettled(found) || lines.length < PAGE) return found;
  }
  return undefined;
}

/** Whether the list says that it was shown. */
export const isShown = (lines: readonly FairLine[]): boolean =>
  lines.some(({ kind }) => kind === "shown");

/** Whether the list says what became of it. */
export const isSettled = (lines: readonly FairLine[]): boolean =>
  isShown(lines) && lines.some(({ kind }) => kind !== "shown");
