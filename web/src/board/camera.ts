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
export const LEAST = 8;
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

/** What a camera that follows the game goes by. */
export interface Sight {
  /** The board with the cells beside its tiles: it only grows. */
  bounds: Bounds;
  /** The part of the stage that stays free. */
  area: Area;
  /** Tiles are never larger than this by themselves. */
  most: number;
  /** Nor smaller, if the board then fits one way, as on a narrow screen. */
  least: number;
  /** The cell to keep in sight if the board cannot be shown whole. */
  last?: Cell | undefined;
  /** What is being decided: all of it is shown, whatever it takes. */
  question?: Bounds | undefined;
  /** Parts of the area at its right lower end that something small covers. */
  clear?: readonly Area[];
}

/** The sizes that tiles come in by themselves: each lasts for several turns. */
const STEP = 0.84;

/**
 * The largest step that is no larger than a size. Small tiles come in half steps: a column more takes
 * no whole one there, and they have nothing to give away.
 */
export function stepOf(size: number, most: number): number {
  if (size >= most) return most;
  const parts = size < most / 3 ? 2 : 1;
  const n = Math.ceil((parts * Math.log(size / most)) / Math.log(STEP) - 1e-9) / parts;
  return clampSize(most * Math.pow(STEP, n));
}

/** How large tiles may be so that the bounds fit into the area, across and down. */
function rooms(bounds: Bounds, area: Area): [number, number] {
  return [
    area.width / (bounds.right - bounds.left + 1),
    area.height / (bounds.bottom - bounds.top + 1),
  ];
}

/** The camera that shows all of the bounds in the middle of the area, as large as they can be. */
export function fit(bounds: Bounds, area: Area, most: number): Camera {
  const size = clampSize(Math.min(...rooms(bounds, area), most));
  return centred(bounds, area, size);
}

function centred({ left, right, top, bottom }: Bounds, area: Area, size: number): Camera {
  return {
    size,
    x: area.x + area.width / 2 - ((left + right + 1) / 2) * size,
    y: area.y + area.height / 2 - ((top + bottom + 1) / 2) * size,
  };
}

/** The size that a scene asks for. */
function sizeFor({ bounds, area, most, least }: Sight): number {
  const [wide, high] = rooms(bounds, area);
  const size = stepOf(Math.min(wide, high), most);
  return Math.max(size, Math.min(least, most, Math.max(wide, high)));
}

/** The first camera of a scene: the board in the middle, what was laid last in sight. */
export function opening(scene: Sight): Camera {
  const camera = centred(scene.bounds, scene.area, sizeFor(scene));
  return asked(slid(camera, scene), scene);
}

/**
 * The next camera of a game: the one that there is, if it shows what it must. It zooms out only if
 * the board has outgrown it or what is decided does not fit, moves no further than it takes, and
 * never comes nearer by itself. A hand that has moved the board is respected: then only what was
 * laid last and what is decided are brought into sight.
 */
export function follow(camera: Camera, scene: Sight, byHand: boolean): Camera {
  if (byHand) {
    const seen = scene.last ? shifted(camera, cellBox(scene.last), scene.area, 0) : camera;
    return asked(seen, scene);
  }
  const size = sizeFor(scene);
  const { x, y, width, height } = scene.area;
  const sized =
    camera.size > size + 0.5 ? zoomTo(camera, size, x + width / 2, y + height / 2) : camera;
  return asked(slid(sized, scene), scene);
}

/** Moved as little as it takes to show the board; if it is too large, what was laid last. */
function slid(camera: Camera, { bounds, area, last }: Sight): Camera {
  const all = shifted(camera, bounds, area, 0);
  return last ? shifted(all, cellBox(last), area, Math.min(camera.size, 60)) : all;
}

/** With all of what is being decided in sight. */
function asked(camera: Camera, { question, area, clear = [] }: Sight): Camera {
  if (!question) return camera;
  return clear.reduce(
    (seen, rect) => beside(seen, question, rect),
    framing(camera, question, area),
  );
}

/** With a box left of or above a rectangle that would cover some of it, whichever is nearer. */
function beside(camera: Camera, box: Bounds, rect: Area): Camera {
  const { size, x, y } = camera;
  const [left, right] = [x + box.left * size, x + (box.right + 1) * size];
  const [top, bottom] = [y + box.top * size, y + (box.bottom + 1) * size];
  const [dx, dy] = [right - rect.x, bottom - rect.y];
  if (dx <= 0 || dy <= 0 || left >= rect.x + rect.width || top >= rect.y + rect.height) {
    return camera;
  }
  // Not so far that it leaves the stage on the other side.
  if (dx <= dy && left - dx >= 0) return { ...camera, x: x - dx };
  return top - dy >= 0 ? { ...camera, y: y - dy } : camera;
}

/** The camera that shows a whole box: moved as little as it takes, further off only if it must. */
export function framing(camera: Camera, box: Bounds, area: Area): Camera {
  const [wide, high] = rooms(box, area);
  const size = clampSize(Math.min(camera.size, wide, high));
  if (size < camera.size - 0.5) return centred(box, area, size);
  return shifted(camera, box, area, 0);
}

function cellBox([x, y]: Cell): Bounds {
  return { left: x, top: y, right: x, bottom: y };
}

/**
 * The camera moved so that a box lies in the area, with some room if there is any. What is longer
 * than the area covers all of it.
 */
function shifted(camera: Camera, box: Bounds, area: Area, room: number): Camera {
  const { size } = camera;
  return {
    size,
    x:
      camera.x +
      shift(
        camera.x + box.left * size,
        (box.right - box.left + 1) * size,
        area.x,
        area.width,
        room,
      ),
    y:
      camera.y +
      shift(
        camera.y + box.top * size,
        (box.bottom - box.top + 1) * size,
        area.y,
        area.height,
        room,
      ),
  };
}

/** How far a stretch must move to lie in another, or to cover it. */
function shift(at: number, long: number, start: number, length: number, room: number): number {
  const slack = length - long;
  // The least and the greatest place that it may have.
  const spare = Math.max(0, Math.min(room, slack / 2));
  const low = slack >= 0 ? start + spare : start + slack;
  const high = slack >= 0 ? start + slack - spare : start;
  return at < low - 0.5 ? low - at : at > high + 0.5 ? high - at : 0;
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

function clampSize(size: number): number {
  return Math.min(MOST, Math.max(LEAST, size));
}
