// The addresses of pictures that belong to the board alone, dressed as its tiles are.

import { tileAddress, type Detail } from "../art";

/** The query that says how to draw. */
function dress(detail: Detail): string {
  return tileAddress("", 0, 0, 0, detail).split("?")[1] ?? "";
}

/** The wall of The City; `query` as walls.ts makes it. */
export function wallsArt(query: string, detail: Detail): string {
  return `/art/walls.svg?w=${encodeURIComponent(query)}&${dress(detail)}`;
}

/** The keep over a corner of four city tiles: 80 × 120 units, the corner at 40,88. */
export function keepArt(detail: Detail): string {
  return `/art/keep.svg?${dress(detail)}`;
}
