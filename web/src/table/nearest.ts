// Finding one's way over the board by the arrow keys.

import { cellKey, type Cell } from "./words";

/** The nearest cell from another in a direction, for the arrow keys. */
export function nearest(
  cells: readonly Cell[],
  from: Cell,
  dx: number,
  dy: number,
): Cell | undefined {
  let best: Cell | undefined;
  let least = Infinity;
  for (const cell of cells) {
    const ahead = (cell[0] - from[0]) * dx + (cell[1] - from[1]) * dy;
    const aside = Math.abs((cell[0] - from[0]) * dy) + Math.abs((cell[1] - from[1]) * dx);
    if (ahead <= 0) continue;
    const cost = ahead + aside * 2.2;
    if (cost < least && cellKey(cell) !== cellKey(from)) {
      least = cost;
      best = cell;
    }
  }
  return best;
}
