// The camera over the board: how large a tile is and where the cell 0,0 lies on the stage, in CSS
// pixels. Pure.

import type { Cell } from "../table/words";

export interface Camera {
  /** The side of a tile. */
  size: number;
  /** The left upper corner of the cell 0,0. */
  x: number;
  y: number;
}

/** A rectangle of cells, both ends included. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of the stage that nothing covers, in CSS pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest and the largest tile that one can zoom to. */
export const LEAST = 12;
export const MOST = 400;

/** The rectangle round cells; round the start if there are none. */
export function boundsOf(cells: Iterable<Cell>): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of cells) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return Number.isFinite(bounds.left) ? bounds : { left: 0, top: 0, right: 0, bottom: 0 };
}

/** What a fitted board holds to when it cannot be shown whole at a legible size. */
export interface Hold {
  /** Tiles are no smaller than this if the board then fits one way, as on a narrow screen. */
  least: number;
  /** The cell to keep in sight. */
  at?: Cell | undefined;
}

/** The camera that shows all of the bounds in the area, tiles no larger than `most`. */
export function fit(bounds: Bounds, area: Area, most: number, hold?: Hold): Camera {
  const columns = bounds.right - bounds.left + 1;
  const rows = bounds.bottom - bounds.top + 1;
  const [wide, high] = [area.width / columns, area.height / rows];
  const legible = Math.min(hold?.least ?? 0, Math.max(wide, high));
  const size = clampSize(Math.min(Math.max(Math.min(wide, high), legible), most));
  const at = hold?.at ?? [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
  return {
    size,
    x: along(area.x, area.width, bounds.left, columns, at[0], size),
    y: along(area.y, area.height, bounds.top, rows, at[1], size),
  };
}

/** Where 0 lies on a line: the board in the middle if it fits, else what is held, without a gap. */
function along(
  start: number,
  room: number,
  first: number,
  cells: number,
  at: number,
  size: number,
): number {
  const slack = room - cells * size;
  if (slack >= 0) return start + slack / 2 - first * size;
  const held = start + room / 2 - (at + 0.5) * size;
  return Math.min(start - first * size, Math.max(start + slack - first * size, held));
}

/** The camera with tiles of another size, the point `px,py` of the stage staying where it is. */
export function zoomTo(camera: Camera, size: number, px: number, py: number): Camera {
  const to = clampSize(size);
  const k = to / camera.size;
  return { size: to, x: px - (px - camera.x) * k, y: py - (py - camera.y) * k };
}

/** The camera at rest: tiles and their corners on whole device pixels. */
export function snapped(camera: Camera, ratio: number, px: number, py: number): Camera {
  const whole = (value: number) => Math.round(value * ratio) / ratio;
  const sized = zoomTo(camera, Math.max(1 / ratio, whole(camera.size)), px, py);
  return { size: whole(camera.size), x: whole(sized.x), y: whole(sized.y) };
}

/** The camera that holds a cell at a place of the area, with tiles of at least a size. */
export function focus(camera: Camera, cell: Cell, area: Area, least: number, down: number): Camera {
  const size = clampSize(Math.max(camera.size, least));
  return {
    size,
    x: area.x + area.width / 2 - (cell[0] + 0.5) * size,
    y: area.y + area.height * down - (cell[1] + 0.5) * size,
  };
}

/** Whether a whole cell is inside the area. */
export function shows(camera: Camera, cell: Cell, area: Area): boolean {
  const left = camera.x + cell[0] * camera.size;
  const top = camera.y + cell[1] * camera.size;
  return (
    left >= area.x - 1 &&
    top >= area.y - 1 &&
    left + camera.size <= area.x + area.width + 1 &&
    top + camera.size <= area.y + area.height + 1
  );
}

/** The camera moved as little as it takes to show a whole cell, with some room round it. */
export function revealed(camera: Camera, cell: Cell, area: Area): Camera {
  const room = Math.min(24, camera.size / 4);
  const shift = (at: number, start: number, length: number): number => {
    const over = at + camera.size + room - (start + length);
    const under = start + room - at;
    return under > 0 ? under : over > 0 ? -over : 0;
  };
  const dx = shift(camera.x + cell[0] * camera.size, area.x, area.width);
  const dy = shift(camera.y + cell[1] * camera.size, area.y, area.height);
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** The cell under a point of the stage. */
export function cellAt(camera: Camera, px: number, py: number): Cell {
  return [Math.floor((px - camera.x) / camera.size), Math.floor((py - camera.y) / camera.size)];
}

/** Keeps some of the board in sight: its bounds never leave the area altogether. */
export function held(camera: Camera, bounds: Bounds, area: Area): Camera {
  const { size } = camera;
  const inside = (at: number, low: number, high: number) => Math.min(Math.max(at, low), high);
  const least = Math.min(size, 60);
  return {
    size,
    x: inside(
      camera.x,
      area.x + least - (bounds.right + 1) * size,
      area.x + area.width - least - bounds.left * size,
    ),
    y: inside(
      camera.y,
      area.y + least - (bounds.bottom + 1) * size,
      area.y + area.height - least - bounds.top * size,
    ),
  };
}

/** The camera between two others, `t` from 0 to 1, the zoom growing evenly. */
export function between(from: Camera, to: Camera, t: number): Camera {
  const size = from.size * Math.pow(to.size / from.size, t);
  const mix = (a: number, b: number) => a + (b - a) * t;
  return { size, x: mix(from.x, to.x), y: mix(from.y, to.y) };
}

/** How much is drawn at a size (as `detail` of the pictures): all, less, or bold and flat. */
export function detailAt(size: number, ratio: number): 0 | 1 | 2 {
  const pixels = size * ratio;
  if (pixels > 140) return 0;
  return pixels >= 70 ? 1 : 2;
}

function clampSize(size: number): number {
  return Math.min(MOST, Math.max(LEAST, size));
}
