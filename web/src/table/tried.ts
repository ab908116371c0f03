// What was tried at a table whose drafts are answered in this page, where no server remembers it: a
// page that is loaded anew shows the tile where it lay, if it is asked the same.

import type { Choices } from "../wire";
import type { Decision } from "./decision";

interface Tried {
  seat: number;
  /** What could be chosen from. */
  legal: string;
  word: string;
}

const place = (table: string): string => `trencavel.tried.${table}`;

/** Keeps the first word of a decision, or that there is none. */
export function keepTried(table: string, { seat, points, words }: Decision): void {
  const [word] = words;
  const legal = points[0]?.legal.join();
  if (word === undefined || legal === undefined) {
    forgetTried(table);
    return;
  }
  const tried: Tried = { seat, legal, word };
  try {
    sessionStorage.setItem(place(table), JSON.stringify(tried));
  } catch {
    // A browser that keeps nothing shows an empty board again.
  }
}

export function forgetTried(table: string): void {
  try {
    sessionStorage.removeItem(place(table));
  } catch {
    // Then nothing was kept either.
  }
}

/** The first word that was tried when the same was asked. */
export function triedBefore(table: string, { seat, legal }: Choices): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place(table)) ?? "null") as Tried | null;
    return kept?.seat === seat && kept.legal === legal.join() ? kept.word : undefined;
  } catch {
    return undefined;
  }
}
