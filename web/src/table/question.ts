// What is being decided, as a box of cells that the camera shows whole: the tile with what it joins,
// both ends of a wall, the outline of the town. Pure.

import { boundsOf, type Bounds } from "../board/camera";
import { cellKey, type Cell } from "./words";

/** What there is to know of a decision in order to show it. */
export interface Asked {
  /** What is asked, as the server calls it. */
  ask: string;
  tiles: readonly { x: number; y: number }[];
  /** Where the tile of this move lies. */
  laid: Cell | undefined;
  /** The cells of the choices that have a place on the board. */
  places: readonly Cell[];
  /** Cells that belong to a choice already made, as the row that a guard would see. */
  more?: readonly Cell[];
}

/** Room for what stands at an edge of a cell, in cells. */
const RIM = 0.45;

const BESIDE = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** The box to show; nothing while the whole board is open. */
export function questionOf({ ask, tiles, laid, places, more = [] }: Asked): Bounds | undefined {
  if (ask === "lay" || ask === "figure") return laid && grown(withJoined(laid, tiles), 0);
  const cells = [...places, ...more];
  if (cells.length === 0) return undefined;
  return grown(cells, RIM);
}

/** A tile and those that it joins. */
function withJoined(laid: Cell, tiles: Asked["tiles"]): Cell[] {
  const taken = new Set(tiles.map(({ x, y }) => cellKey([x, y])));
  const beside = BESIDE.map(([dx, dy]): Cell => [laid[0] + dx, laid[1] + dy]);
  return [laid, ...beside.filter((cell) => taken.has(cellKey(cell)))];
}

function grown(cells: readonly Cell[], by: number): Bounds {
  const { left, top, right, bottom } = boundsOf(cells);
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}
