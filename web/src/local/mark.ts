// Whether this device has tables of its own: pages that would list them need not open a store, nor
// load anything, to find out that there are none.

const PLACE = "trencavel.local";

export function hasTables(): boolean {
  try {
    return localStorage.getItem(PLACE) !== null;
  } catch {
    return false;
  }
}

export function noteTables(some: boolean): void {
  try {
    if (some) localStorage.setItem(PLACE, "1");
    else localStorage.removeItem(PLACE);
  } catch {
    // Storage forbidden: then there is no table either.
  }
}
