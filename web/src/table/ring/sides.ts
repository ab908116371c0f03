// Where the sides of cells lie on the board. Positions in tiles.

import type { Spot } from "../../wire";
import { sideMiddle } from "../../board/model";
import type { Cell } from "../words";

export interface At {
  x: number;
  y: number;
}

const OUT: Record<string, readonly [number, number]> = {
  N: [0, -1],
  E: [1, 0],
  S: [0, 1],
  W: [-1, 0],
};

/** The corners of a cell in the order of the clock, beginning with that left of its north side. */
const CORNERS: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** The middle of a side, moved outwards by some part of a tile. */
export function middleOf({ cell, place }: Spot, out = 0): At {
  const [x, y] = cell ?? [0, 0];
  const middle = sideMiddle(place);
  const [dx, dy] = OUT[place] ?? [0, 0];
  return { x: x + middle.x / 200 + dx * out, y: y + middle.y / 200 + dy * out };
}

/** Both ends of a side, going with the clock round its cell. */
export function endsOf({ cell, place }: Spot): [At, At] {
  const [x, y] = cell ?? [0, 0];
  const first = Math.max(0, "NESW".indexOf(place));
  const [ax, ay] = CORNERS[first] ?? [0, 0];
  const [bx, by] = CORNERS[(first + 1) % 4] ?? [0, 0];
  return [
    { x: x + ax, y: y + ay },
    { x: x + bx, y: y + by },
  ];
}

/** The corner where a tower stands at an end of the wall, as a point of the side's cell, 0..200. */
export function cornerOf(spot: Spot, right: boolean): { cell: Cell; x: number; y: number } {
  const [left, clockwise] = endsOf(spot);
  const { x, y } = right ? clockwise : left;
  const cell = spot.cell ?? [0, 0];
  return { cell, x: (x - cell[0]) * 200, y: (y - cell[1]) * 200 };
}

/** The band of a tile that somebody looks along from a side, as SVG path data in 0..200. */
export function bandOf(side: string): string {
  return side === "N" || side === "S" ? "M66 0H134V200H66Z" : "M0 66H200V134H0Z";
}

/** Sides as one path, joined where they meet; units of a tile are 200. */
export function pathOf(spots: readonly Spot[]): string {
  let path = "";
  let last: At | undefined;
  for (const spot of spots) {
    const [a, b] = endsOf(spot);
    const goesOn = last?.x === a.x && last.y === a.y;
    path += `${goesOn ? "" : `M${a.x * 200} ${a.y * 200}`}L${b.x * 200} ${b.y * 200}`;
    last = b;
  }
  return path;
}

/** What of the board can be seen, px of the board. */
export interface Seen {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How far a label keeps from the side it speaks of, px: a chip stands between them. */
const BEYOND = 46;

/**
 * The middle of a label at a side, in px: beyond the chip that stands there, or, where the screen
 * ends before that, beside the chip.
 */
export function labelAt(spot: Spot, size: number, wide: number, high: number, seen: Seen): At {
  const sideways = spot.place === "E" || spot.place === "W";
  const out = middleOf(spot, (BEYOND + (sideways ? wide : high) / 2) / size);
  const [x, y] = [out.x * size, out.y * size];
  const inX = between(x, seen.left + wide / 2, seen.right - wide / 2);
  const inY = between(y, seen.top + high / 2, seen.bottom - high / 2);
  if (inX === x && inY === y) return { x, y };
  const [dx, dy] = sideways ? [0, BEYOND] : [BEYOND + wide / 2 - 16, 0];
  // Downwards or to the right, unless the screen ends there too.
  const fits = inX + dx + wide / 2 <= seen.right && inY + dy + high / 2 <= seen.bottom;
  return fits ? { x: inX + dx, y: inY + dy } : { x: inX - dx, y: inY - dy };
}

function between(at: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, at));
}
