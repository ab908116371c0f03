// What is announced of the log, in one breath.

import { plain, type Entry } from "./telling";

/** Entries in one breath: each ends with one full stop, whatever it ends with. */
export function announced(entries: readonly Entry[]): string {
  return entries
    .map(({ text, points, why }) => [plain(text), points, why].filter(Boolean).join(", "))
    .map((told) => `${told.replace(/[.\s]+$/, "")}.`)
    .join(" ");
}

/** Words for a part of the page that is listened to, after those that are there: said twice they are
 * heard twice, for a change to the same words is none. */
export function heard(before: string, text: string): string {
  return text !== "" && text === before ? `${text}\u00a0` : text;
}
