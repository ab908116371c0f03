// What is announced of the log, in one breath.

import { plain, type Entry } from "./telling";

/** Entries in one breath: each ends with one full stop, whatever it ends with. */
export function announced(entries: readonly Entry[]): string {
  return entries
    .map(({ text, points, why }) => [plain(text), points, why].filter(Boolean).join(", "))
    .map((told) => `${told.replace(/[.\s]+$/, "")}.`)
    .join(" ");
}
