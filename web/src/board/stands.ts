// Where the figures stand on the table, the southern ones in front.

import type { Figure, Laid } from "../wire";
import { figureArt } from "../art";
import { cellKey } from "../table/words";
import { placeOf } from "./shapes.svelte";

/** The side of a figure's picture and its feet or middle, in units of a tile. */
export const SIDE = 80;
const FEET = { x: 40, y: 68 };
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

/** The least side of a figure's picture, px: whose it is must be seen. */
const LEGIBLE = 30;

/** How much larger figures are than drawn: on small tiles as large as it takes, and as the tile allows. */
export function boostAt(size: number): number {
  const usual = size > 140 ? 0.95 : 1.08;
  const drawn = (SIDE / 200) * size;
  return Math.max(usual, Math.min(LEGIBLE / drawn, 2.4));
}

/** The figures as they stand; on small tiles they are larger, to stay visible. */
export function standsOf(
  figures: readonly Figure[],
  tiles: readonly Laid[],
  colours: readonly number[],
  size: number,
): Stand[] {
  const boost = boostAt(size);
  const byCell = new Map(tiles.map((tile) => [cellKey([tile.x, tile.y]), tile]));
  const groups = new Map<string, Figure[]>();
  for (const figure of figures) {
    const { cell, place } = figure.at;
    const key = cell ? `${cellKey(cell)}:${place}` : place;
    groups.set(key, [...(groups.get(key) ?? []), figure]);
  }
  const all: Stand[] = [];
  for (const [key, group] of groups) {
    for (const [i, figure] of group.entries()) {
      const { cell, place } = figure.at;
      const tile = cell ? byCell.get(cellKey(cell)) : tileOf(tiles, place);
      const colour = figure.seat === undefined ? 0 : (colours[figure.seat] ?? figure.seat);
      const stand = tile && standing(figure, tile, colour, boost, i - (group.length - 1) / 2);
      if (stand) all.push({ ...stand, key: `${key}/${i}` });
    }
  }
  return all.sort((a, b) => a.depth - b.depth);
}

function standing(
  figure: Figure,
  tile: Laid,
  colour: number,
  boost: number,
  step: number,
): Omit<Stand, "key"> | undefined {
  const place = placeOf(tile.id, tile.r, figure.at.place);
  if (!place) return undefined;
  const { lying } = place;
  const scale = place.scale * boost;
  const anchor = lying ? MIDDLE : FEET;
  return {
    src: figureArt(figure.piece, colour, lying),
    x: tile.x + (place.x + step * GAP - anchor.x * scale) / 200,
    y: tile.y + (place.y - anchor.y * scale) / 200,
    scale,
    depth: tile.y * 200 + place.y,
  };
}

/** The tile that shows a place with a name. */
function tileOf(tiles: readonly Laid[], name: string): Laid | undefined {
  return tiles.find((tile) => placeOf(tile.id, tile.r, name)?.named === true);
}
