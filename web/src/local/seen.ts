// When a page with a table of this device was last alive: a clock stands still while none is open.

const SEEN = "trencavel.seen.";

/** When a page with this table was last alive, ms since 1970; nothing if none ever said. */
export function lastSeen(id: string): number | undefined {
  try {
    const kept = Number(localStorage.getItem(SEEN + id));
    return kept > 0 ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Notes that a page with this table is alive. */
export function noteSeen(id: string, now: number): void {
  try {
    localStorage.setItem(SEEN + id, String(now));
  } catch {
    // The clock goes on from its last entry.
  }
}

export function forgetSeen(id: string): void {
  try {
    localStorage.removeItem(SEEN + id);
  } catch {
    // Nothing was kept.
  }
}
