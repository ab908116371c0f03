// The page and the server compare formats: a page that was kept from before may not know all that
// happens at a table of today.

import { FORMAT } from "../wire";

/** Whether a table is of a later format than this page knows. */
export function isNewer(format: number | undefined): format is number {
  return format !== undefined && format > FORMAT;
}

/** Loads the page anew, once for each format: if that does not help, it shows what it can. */
export function loadAnew(
  format: number,
  reload: () => void = () => location.reload(),
  kept: () => Pick<Storage, "getItem" | "setItem"> = () => sessionStorage,
): boolean {
  const mark = `trencavel.format.${format}`;
  try {
    const storage = kept();
    if (storage.getItem(mark) !== null) return false;
    storage.setItem(mark, "loaded");
  } catch {
    // A browser that keeps nothing would load the page for ever.
    return false;
  }
  reload();
  return true;
}
