// On which side of the tile in question the button that turns it stands.

import type { Area, Camera } from "./camera";
import { cellKey, type Cell } from "../table/words";

export type TurnSide = "left" | "right" | "top" | "bottom";

const SIDES: readonly [TurnSide, number, number][] = [
  ["left", -1, 0],
  ["right", 1, 0],
  ["top", 0, -1],
  ["bottom", 0, 1],
];
/** From the edge of the tile to the middle of the button, and half of the button, in px. */
const OUT = 38;
const HALF = 22;

/**
 * The first side where the button is in sight and covers no tile; in a tight place rather over a
 * tile than under the bar.
 */
export function turnSide(
  camera: Camera,
  cell: Cell,
  area: Area,
  occupied: ReadonlySet<string>,
): TurnSide {
  const { size } = camera;
  const [x, y] = cell;
  // On small tiles the button reaches into the second cell.
  const far = size < 66 ? [1, 2] : [1];
  const seen = SIDES.filter(([, dx, dy]) => {
    const bx = camera.x + (x + 0.5) * size + dx * (size / 2 + OUT);
    const by = camera.y + (y + 0.5) * size + dy * (size / 2 + OUT);
    return (
      bx - HALF >= area.x &&
      by - HALF >= area.y &&
      bx + HALF <= area.x + area.width &&
      by + HALF <= area.y + area.height
    );
  });
  const free = seen.find(([, dx, dy]) =>
    far.every((n) => !occupied.has(cellKey([x + n * dx, y + n * dy]))),
  );
  return (free ?? seen[0])?.[0] ?? "left";
}
