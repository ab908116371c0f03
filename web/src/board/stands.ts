// Where the figures stand on the table, the southern ones in front.

import type { Figure, Laid } from "../wire";
import { figureArt } from "../art";
import { cellKey, type Cell } from "../table/words";
import { known, placeOf, UNIT } from "./shapes.svelte";

/** The side of a figure's picture and its feet or middle, in units of a tile. */
export const SIDE = 80;
export const FEET = { x: 40, y: 68 };
const MIDDLE = { x: 40, y: 40 };
const GAP = 22;

/** A figure on the table; its place in tiles. */
export interface Stand {
  key: string;
  src: string;
  x: number;
  y: number;
  scale: number;
  depth: number;
}

/** How tall a follower is in its picture, from hat to feet, in units of a tile. */
export const TALL = 46;
/** The least height of a follower, px: whose it is must be seen, however far off the board is. */
export const LEGIBLE = 24;
/** Above that it is as tall as this, px, where it hides no more than this part of its tile. */
const CLEAR = 30;
const HIDES = 0.66;

/** Where the board itself is what one looks at, a figure is no larger than its tile. */
const OVER = 1;

/** How tall a follower is at least on tiles of a size, px; `modest` if it must not bury them. */
export function tallAt(size: number, modest = false): number {
  const legible = modest ? Math.min(LEGIBLE, size * OVER) : LEGIBLE;
  return Math.max(legible, Math.min(CLEAR, size * HIDES));
}

/** How large a figure is shown that is drawn at `own`: on small tiles as large as it takes. */
export function scaleAt(size: number, own = 1, modest = false): number {
  const usual = size > 140 ? 0.95 : 1.08;
  const drawn = (TALL / UNIT) * size;
  return Math.max(own * usual, tallAt(size, modest) / drawn);
}

/** A place of the game that no tile shows: a court of one cell below the tiles. */
export interface Court {
  name: string;
  cell: Cell;
}

/** How many courts stand in a row, and figures in a court. */
const COURTS = 4;
const IN_COURT = 5;

/** The places where figures stand and that no tile shows, once all tiles are known. */
export function courtsOf(figures: readonly Figure[], tiles: readonly Laid[]): Court[] {
  const away = figures.filter(({ at }) => !at.cell).map(({ at }) => at.place);
  if (away.length === 0 || !tiles.every((tile) => known(tile.id))) return [];
  const names = [...new Set(away)].filter((name) => !tileOf(tiles, name)).sort();
  const left = Math.min(...tiles.map((tile) => tile.x));
  const below = Math.max(...tiles.map((tile) => tile.y)) + 2;
  return names.map((name, i) => ({
    name,
    cell: [left + (i % COURTS), below + Math.floor(i / COURTS)],
  }));
}

/** The figures as they stand; on small tiles they are larger, to stay visible. */
export function standsOf(
  figures: readonly Figure[],
  tiles: readonly Laid[],
  colours: readonly number[],
  size: number,
  modest = false,
): Stand[] {
  const byCell = new Map(tiles.map((tile) => [cellKey([tile.x, tile.y]), tile]));
  const groups = new Map<string, Figure[]>();
  for (const figure of figures) {
    const { cell, place } = figure.at;
    const key = cell ? `${cellKey(cell)}:${place}` : place;
    groups.set(key, [...(groups.get(key) ?? []), figure]);
  }
  const courts = new Map(courtsOf(figures, tiles).map((court) => [court.name, court]));
  const all: Stand[] = [];
  for (const [key, group] of groups) {
    for (const [i, figure] of group.entries()) {
      const { cell, place } = figure.at;
      const tile = cell ? byCell.get(cellKey(cell)) : tileOf(tiles, place);
      const colour = figure.seat === undefined ? 0 : (colours[figure.seat] ?? figure.seat);
      const court = cell ? undefined : courts.get(place);
      const stand = court
        ? waiting(figure, court.cell, colour, scaleAt(size, 1, modest), i)
        : tile &&
          standing(
            figure,
            tile,
            colour,
            (own) => scaleAt(size, own, modest),
            i - (group.length - 1) / 2,
          );
      if (stand) all.push({ ...stand, key: `${key}/${i}` });
    }
  }
  return all.sort((a, b) => a.depth - b.depth);
}

function standing(
  figure: Figure,
  tile: Laid,
  colour: number,
  scaled: (own: number) => number,
  step: number,
): Omit<Stand, "key"> | undefined {
  const place = placeOf(tile.id, tile.r, figure.at.place);
  if (!place) return undefined;
  const { lying } = place;
  const scale = scaled(place.scale);
  const anchor = lying ? MIDDLE : FEET;
  return {
    src: figureArt(figure.piece, colour, lying),
    x: tile.x + (place.x + step * GAP - anchor.x * scale) / 200,
    y: tile.y + (place.y - anchor.y * scale) / 200,
    scale,
    depth: tile.y * 200 + place.y,
  };
}

/** A figure in a court, by its number there. */
function waiting(
  figure: Figure,
  [x, y]: Cell,
  colour: number,
  scale: number,
  number: number,
): Omit<Stand, "key"> {
  const at = { x: 36 + (number % IN_COURT) * 32, y: 118 + Math.floor(number / IN_COURT) * 18 };
  return {
    src: figureArt(figure.piece, colour, false),
    x: x + (at.x - FEET.x * scale) / UNIT,
    y: y + (at.y - FEET.y * scale) / UNIT,
    scale,
    depth: y * UNIT + at.y,
  };
}

/** The tile that shows a place with a name. */
function tileOf(tiles: readonly Laid[], name: string): Laid | undefined {
  return tiles.find((tile) => placeOf(tile.id, tile.r, name)?.named === true);
}
