// What somebody sought last, kept by this browser.

export interface Wish {
  /** Names of pools, the dearest first. */
  pools: string[];
  /** Whether guests will do. */
  guests: boolean;
  /** Whether programs will do. */
  bots: boolean;
}

const PLACE = "trencavel.seek";

/** The last wish, as far as there are still such pools; else the usual one. */
export function wishOf(text: string | null, known: readonly string[], usual: string): Wish {
  let pools: string[] = [];
  let guests = true;
  let bots = false;
  try {
    const kept = JSON.parse(text ?? "{}") as Partial<Wish>;
    if (Array.isArray(kept.pools)) pools = kept.pools.filter((name) => known.includes(name));
    guests = kept.guests !== false;
    bots = kept.bots === true;
  } catch {
    // Garbled: as if nothing were kept.
  }
  return { pools: pools.length > 0 ? pools : [usual], guests, bots };
}

export function lastWish(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export function keepWish(wish: Wish): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(wish));
  } catch {
    // Storage forbidden: it holds until the page closes.
  }
}
