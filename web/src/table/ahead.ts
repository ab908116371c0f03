// Pictures that a decision will want: the drawn tile in each of its turns and the figures that may be
// sent at once, and the tile on the cells where it may lie when the page is at rest. So whoever has lost
// the line sees what is being chosen.

import { detailAt, figureAddress, tileAddress, type Detail } from "../art";
import { lettersAround } from "../board/around";
import { placesOf } from "../board/shapes.svelte";
import { pictures } from "../net/pictures";
import { settings } from "../settings.svelte";
import type { View } from "../wire";
import { cellKey, layings } from "./words";

/** How long a choice must stand open before its cells are fetched, ms: who plays fast needs none. */
const REST = 400;
/** Of more layings than these only some are fetched: each is a picture for the server to draw. */
const MOST = 96;

const TURNS = [0, 1, 2, 3];

/** The drawn tile in its turns, as a hand shows it. */
function inHand(tile: string): string[] {
  return TURNS.map((r) => tileAddress(tile, r));
}

/** The figures that a seat has, standing and lying. */
export function figuresOf(view: View, seat: number, colour: number): string[] {
  const { built = [], now } = view;
  const supply = now.seats[seat]?.supply ?? [];
  return supply
    .filter(([piece, n]) => n > 0 && !built.includes(piece))
    .flatMap(([piece]) => [false, true].map((lying) => figureAddress(piece, colour, lying)));
}

/** The drawn tile where it may lie, as the board shows it. */
export function onCells(
  view: View,
  tile: string,
  legal: readonly string[],
  detail: Detail,
): string[] {
  const laid = new Map(view.tiles.map((one) => [cellKey([one.x, one.y]), one]));
  // Only tiles of The City are drawn with what lies around them.
  const walled = view.now.walls_left !== undefined;
  return [...layings(legal).values()]
    .flatMap(({ cell: [x, y], turns }) => {
      const around = walled
        ? lettersAround([x, y], (i, j) => laid.get(cellKey([i, j])), placesOf)
        : undefined;
      return turns.map((r) => tileAddress(tile, r, x, y, detail, settings.look, around));
    })
    .slice(0, MOST);
}

/** Fetches what a decision will show; the answer stops it. */
export function fetchAhead(
  view: View,
  tile: string,
  legal: readonly string[],
  figures: readonly string[],
  size: () => number,
): () => void {
  const first = [...inHand(tile), ...figures];
  pictures.ready(first);
  const timer = setTimeout(() => {
    const detail = detailAt(size());
    pictures.ready([...first, ...onCells(view, tile, legal, detail)]);
  }, REST);
  return () => clearTimeout(timer);
}
