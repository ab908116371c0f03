// The edges of cells as things to choose on the board. Positions in tiles.

import type { Cell } from "../table/words";
import { sideMiddle } from "./model";

export interface Edged {
  cell: Cell;
  /** N, E, S or W. */
  side: string;
}

/** The middle of an edge. */
export function edgeMiddle({ cell, side }: Edged): { x: number; y: number } {
  const { x, y } = sideMiddle(side);
  return { x: cell[0] + x / 200, y: cell[1] + y / 200 };
}

/** Whether an edge lies from west to east. */
export function level(side: string): boolean {
  return side === "N" || side === "S";
}

/** How far a press may be from an edge to mean it, in tiles. */
const NEAR = 0.75;

/** The edge that a press at a point means, if there is one near. */
export function nearestEdge<E extends Edged>(
  edges: readonly E[],
  x: number,
  y: number,
): E | undefined {
  let best: E | undefined;
  let least = NEAR;
  for (const edge of edges) {
    const middle = edgeMiddle(edge);
    // The distance to the line, not to its middle.
    const along = level(edge.side) ? x - middle.x : y - middle.y;
    const aside = level(edge.side) ? y - middle.y : x - middle.x;
    const far = Math.hypot(Math.max(0, Math.abs(along) - 0.5), aside);
    if (far < least) [best, least] = [edge, far];
  }
  return best;
}

/** All edges as SVG path data; a tile has 200 units. */
export function edgesPath(edges: readonly Edged[]): string {
  return edges
    .map((edge) => {
      const { x, y } = edgeMiddle(edge);
      return level(edge.side)
        ? `M${(x - 0.5) * 200} ${y * 200}h200`
        : `M${x * 200} ${(y - 0.5) * 200}v200`;
    })
    .join("");
}
