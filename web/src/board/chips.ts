// Where the chips of a choice stand, and how large they are: never too small to touch, never on one
// another, and never on a small tile: then they stand around it, each tied to its place by a line.
// Pure.

import { cellKey, type Cell } from "../table/words";
import { settle, spread, type Point } from "./spread";

/** The smallest thing that one may be asked to touch (WCAG 2.5.8). */
export const LEAST_TARGET = 24;
/** Chips that may not be chosen are smaller, as far as that goes. */
const SHUT = 0.82;
/** Between a tile and the chips around it, px. */
const GAP = 5;

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
  /** The place that it stands for, if it stands beside the tile. */
  tie?: Point;
}

/** Whether there is only room for numbers: then the bar does the work, and the board shows where. */
export function onlyDots(size: number, coarse: boolean): boolean {
  return size < (coarse ? 52 : 46);
}

/** Whether chips stand around their tile, so that it can be seen. */
export function standBeside(size: number, coarse: boolean): boolean {
  return size < (coarse ? 150 : 100);
}

/** How large the ends of the lines are that tie chips to their places, on tiles of a size, px. */
export function knotAt(size: number): number {
  return Math.min(4, Math.max(2, size * 0.055));
}

/** How large chips are. */
function sizeOf(size: number, coarse: boolean): number {
  if (onlyDots(size, coarse)) return LEAST_TARGET;
  return coarse ? 36 : Math.round(Math.min(34, Math.max(28, size * 0.25)));
}

/** The part of the board that is in sight, in pixels from the corner of the cell 0,0. */
export interface Sight {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** What something covers at its right lower end. */
  clear?: readonly Point[];
}

/** The places of all chips, on tiles of a size. */
export function placeChips<S extends Spot>(
  chips: readonly S[],
  size: number,
  coarse: boolean,
  sight?: Sight,
): Placed<S>[] {
  const chip = sizeOf(size, coarse);
  const dots = onlyDots(size, coarse);
  // On small tiles there is room only for what can be chosen.
  const shown = dots ? chips.filter((one) => one.shut !== true) : chips;
  const groups = new Map<string, S[]>();
  for (const one of shown) {
    const key = cellKey(one.cell);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const placed = [...groups.values()].flatMap((group) => {
    // What stands on a side, as the end of a wall, is outside of its tile at every size.
    const beside = standBeside(size, coarse) || group.every(onSide);
    const places = beside
      ? aroundTile(group, size, chip)
      : onTile(group, size, chip + 14, Math.max(4, crowd(group.length, chip)));
    const middle = meanOf(places);
    return group.map((one, i): Placed<S> => {
      const at = places[i] ?? middle;
      const across = one.shut === true ? Math.max(LEAST_TARGET, Math.round(chip * SHUT)) : chip;
      const tie = beside ? { tie: pointOf(one, size) } : {};
      return { one, at, across, corner: corner(at, middle), ...tie };
    });
  });
  // Chips of tiles that lie side by side know nothing of each other so far.
  const free = settle(
    placed.map((one) => one.at),
    chip + 4,
    placed.some((one) => one.tie)
      ? (at) => !placed.some((one) => one.tie && covers(one.one.cell, size, at, chip))
      : undefined,
  );
  const apart = placed.map((one, i) => ({ ...one, at: free[i] ?? one.at }));
  return sight ? inSight(apart, size, chip, sight) : apart;
}

/** What would stand half outside of the screen comes in, as long as its place is to be seen. */
function inSight<S extends Spot>(
  placed: Placed<S>[],
  size: number,
  chip: number,
  { left, top, right, bottom, clear = [] }: Sight,
): Placed<S>[] {
  const reach = chip / 2 + 4;
  /** Left of or above what covers it, whichever is nearer. */
  const clearOf = (at: Point, { x, y }: Point): Point => {
    const [dx, dy] = [at.x + reach - x, at.y + reach - y];
    if (dx <= 0 || dy <= 0) return at;
    return dx < dy ? { x: at.x - dx, y: at.y } : { x: at.x, y: at.y - dy };
  };
  const held = (low: number, n: number, high: number): number =>
    Math.min(Math.max(low + reach, n), high - reach);
  const inside = placed.map(({ one, at }): Point => {
    const { x, y } = pointOf(one, size);
    const seen = x >= left && x <= right && y >= top && y <= bottom;
    if (!seen) return at;
    return clear.reduce(clearOf, { x: held(left, at.x, right), y: held(top, at.y, bottom) });
  });
  if (inside.every((at, i) => at.x === placed[i]?.at.x && at.y === placed[i]?.at.y)) return placed;
  const free = settle(inside, chip + 4);
  return placed.map((one, i) => ({ ...one, at: free[i] ?? one.at }));
}

function crowd(chips: number, chip: number): number {
  return chips > 3 ? (chip * (chips - 2)) / 4 : 0;
}

function onSide({ x, y }: Spot): boolean {
  return x <= 0 || x >= 200 || y <= 0 || y >= 200;
}

/** Whether a chip at a point would cover a part of a tile. */
function covers([x, y]: Cell, size: number, at: Point, chip: number): boolean {
  const reach = size / 2 + chip / 2;
  return Math.abs(at.x - (x + 0.5) * size) < reach && Math.abs(at.y - (y + 0.5) * size) < reach;
}

function pointOf({ cell, x, y }: Spot, size: number): Point {
  return { x: (cell[0] + x / 200) * size, y: (cell[1] + y / 200) * size };
}

function meanOf(points: readonly Point[]): Point {
  const sum = (of: (point: Point) => number): number =>
    points.reduce((all, point) => all + of(point), 0) / Math.max(1, points.length);
  return { x: sum((point) => point.x), y: sum((point) => point.y) };
}

/** The chips of one tile, pushed apart and kept near it. */
function onTile(group: readonly Spot[], size: number, apart: number, more: number): Point[] {
  const points = group.map((one) => ({ x: (one.x / 200) * size, y: (one.y / 200) * size }));
  const box = { left: -more, top: -more, right: size + more, bottom: size + more };
  const [cx = 0, cy = 0] = group[0]?.cell ?? [];
  return spread(points, apart, box).map(({ x, y }) => ({ x: cx * size + x, y: cy * size + y }));
}

/** The chips of one tile around it: each as near to its place as the others let it. */
function aroundTile(group: readonly Spot[], size: number, chip: number): Point[] {
  const apart = chip + 6;
  // The square on which their middles stand; wider if there are too many of them.
  const side = Math.max(size + chip + 2 * GAP, (group.length * apart) / 4 + 1);
  const order = group
    .map((one, i) => ({ i, t: along(one) * side }))
    .sort((a, b) => a.t - b.t || a.i - b.i);
  spaced(order, apart, 4 * side);
  const [cx = 0, cy = 0] = group[0]?.cell ?? [];
  const places: Point[] = [];
  for (const { i, t } of order) {
    const { x, y } = onSquare(t / side);
    places[i] = { x: (cx + 0.5) * size + x * side, y: (cy + 0.5) * size + y * side };
  }
  return places;
}

/** Where the line from the middle of the tile through a place leaves it, 0..4 round from the left upper corner. */
function along({ x, y }: Spot): number {
  const [dx, dy] = [x - 100, y - 100];
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return 0.5;
  const far = Math.max(Math.abs(dx), Math.abs(dy));
  const [ux, uy] = [dx / far / 2 + 0.5, dy / far / 2 + 0.5];
  if (Math.abs(dy) >= Math.abs(dx)) return dy < 0 ? ux : 3 - ux;
  return dx > 0 ? 1 + uy : (4 - uy) % 4;
}

/** The point of a square of side 1 about the middle. */
function onSquare(t: number): Point {
  const u = ((t % 4) + 4) % 4;
  const part = u % 1;
  if (u < 1) return { x: part - 0.5, y: -0.5 };
  if (u < 2) return { x: 0.5, y: part - 0.5 };
  return u < 3 ? { x: 0.5 - part, y: 0.5 } : { x: -0.5, y: 0.5 - part };
}

/** Pushes points on a ring apart, in their order. */
function spaced(points: { t: number }[], apart: number, round: number): void {
  if (points.length < 2) return;
  for (let pass = 0; pass < 60; pass += 1) {
    let moved = false;
    for (const [i, one] of points.entries()) {
      const next = points[(i + 1) % points.length];
      if (!next || next === one) continue;
      const gap = next.t - one.t + (i === points.length - 1 ? round : 0);
      if (gap >= apart - 0.1) continue;
      one.t -= (apart - gap) / 2;
      next.t += (apart - gap) / 2;
      moved = true;
    }
    if (!moved) return;
  }
}

function corner(at: Point, middle: Point): string {
  return `${at.y <= middle.y ? "t" : "b"}${at.x <= middle.x ? "l" : "r"}`;
}
