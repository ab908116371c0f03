// The question for the picture of The City's wall; whoever stands on it is drawn as other figures are.

import type { RingPiece } from "../wire";

/** A piece of the wall, built or only thought of. */
export interface WallShown extends RingPiece {
  ghost?: boolean;
}

/** The pieces in the order of the ring: `x,y,SIDE` and what is on it, in the screen's colours. */
export function wallsQuery(walls: readonly WallShown[], colours: readonly number[]): string {
  const colour = (seat: number) => String(colours[seat] ?? seat);
  return walls
    .map(({ at, gate, tower, ghost }) => {
      const [x, y] = at.cell ?? [0, 0];
      const marks = [
        gate ? "g" : "w",
        tower === undefined ? "" : `t${colour(tower)}`,
        ghost ? "?" : "",
      ];
      return `${x},${y},${at.place},${marks.join("")}`;
    })
    .join(";");
}
