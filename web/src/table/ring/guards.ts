// The guards on the wall of The City: as large as other figures.

import { figureArt } from "../../art";
import { FEET, scaleAt, type Stand } from "../../board/stands";
import type { WallShown } from "../../board/walls";

/** Where the feet of a guard are on each side of a cell, 0..200: on the wall, which stands outside. */
const POSTS: Record<string, readonly [number, number]> = {
  N: [100, -35],
  E: [206.5, 106],
  S: [100, 209],
  W: [-6.5, 106],
};

/** The guards on the wall. */
export function guardsOf(
  walls: readonly WallShown[],
  colours: readonly number[],
  size: number,
  modest = false,
): Stand[] {
  const scale = scaleAt(size, 1.1, modest);
  return walls.flatMap(({ at, guard }): Stand[] => {
    const post = POSTS[at.place];
    if (guard === undefined || !at.cell || !post) return [];
    const [x, y] = [at.cell[0] * 200 + post[0], at.cell[1] * 200 + post[1]];
    return [
      {
        key: `${at.cell.join()}${at.place}`,
        src: figureArt("guard", colours[guard] ?? guard),
        x: (x - FEET.x * scale) / 200,
        y: (y - FEET.y * scale) / 200,
        scale,
        depth: y,
      },
    ];
  });
}
