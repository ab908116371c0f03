// Where the chips of a choice stand, and how large they are: never too small to touch, never on
// one another, whatever the zoom. Pure.

import { cellKey, type Cell } from "../table/words";
import { settle, spread, type Point } from "./spread";

/** The smallest thing that one may be asked to touch (WCAG 2.5.8). */
export const LEAST_TARGET = 24;
/** Chips that may not be chosen are smaller, as far as that goes. */
const SHUT = 0.82;

/** What there is to know of a chip in order to place it. */
export interface Spot {
  cell: Cell;
  /** Where in the cell, 0..200. */
  x: number;
  y: number;
  shut?: boolean;
}

export interface Placed<S> {
  one: S;
  /** Its middle, in pixels from the corner of the cell 0,0. */
  at: Point;
  /** Its width and height. */
  across: number;
  /** The corner for its number: the one that looks away from the others. */
  corner: string;
}

/** Whether there is only room for dots: then the bar does the work, and the board shows where. */
export function onlyDots(size: number, coarse: boolean): boolean {
  return size < (coarse ? 90 : 62);
}

/** The places of all chips, on tiles of a size. */
export function placeChips<S extends Spot>(
  chips: readonly S[],
  size: number,
  coarse: boolean,
): Placed<S>[] {
  const dots = onlyDots(size, coarse);
  const chip = coarse ? 46 : Math.round(Math.min(38, Math.max(28, size * 0.36)));
  // On small tiles there is room only for what can be chosen.
  const shown = dots ? chips.filter((one) => one.shut !== true) : chips;
  // The numbers of chips stand out beyond them, so they need room too.
  const apart = dots ? LEAST_TARGET + 3 : chip + 14;
  const groups = new Map<string, S[]>();
  for (const one of shown) {
    const key = cellKey(one.cell);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const placed = [...groups.values()].flatMap((group) => {
    const crowd = group.length > 3 ? (chip * (group.length - 2)) / 4 : 0;
    const places = onTile(group, size, apart, Math.max(4, crowd));
    const middle = {
      x: places.reduce((sum, at) => sum + at.x, 0) / places.length,
      y: places.reduce((sum, at) => sum + at.y, 0) / places.length,
    };
    return group.map((one, i) => {
      const at = places[i] ?? middle;
      const across = dots ? LEAST_TARGET : one.shut === true ? shutSize(chip) : chip;
      return { one, at, across, corner: corner(at, middle) };
    });
  });
  // Chips of tiles that lie side by side know nothing of each other so far.
  const free = settle(
    placed.map((one) => one.at),
    dots ? LEAST_TARGET + 2 : chip + 4,
  );
  return placed.map((one, i) => ({ ...one, at: free[i] ?? one.at }));
}

function shutSize(chip: number): number {
  return Math.max(LEAST_TARGET, Math.round(chip * SHUT));
}

/** The chips of one tile, pushed apart and kept near it. */
function onTile(group: readonly Spot[], size: number, apart: number, more: number): Point[] {
  const points = group.map((one) => ({ x: (one.x / 200) * size, y: (one.y / 200) * size }));
  const box = { left: -more, top: -more, right: size + more, bottom: size + more };
  const [cx = 0, cy = 0] = group[0]?.cell ?? [];
  return spread(points, apart, box).map(({ x, y }) => ({ x: cx * size + x, y: cy * size + y }));
}

function corner(at: Point, middle: Point): string {
  return `${at.y <= middle.y ? "t" : "b"}${at.x <= middle.x ? "l" : "r"}`;
}
