// Addresses of pictures. They never change under one version, so browsers keep them for ever.

import { familyIn } from "./local/ids";
import { shown } from "./net/shown";
import { settings } from "./settings.svelte";
import { dark } from "./theme.svelte";

/** The name of the drawings that the server has. */
export const artVersion =
  document.querySelector('meta[name="trencavel-version"]')?.getAttribute("content") ?? "dev";

/** How much a tile shows: 0 everything, 1 seen from further off, 2 from far. */
export type Detail = 0 | 1 | 2;

/** How much a tile of so many CSS pixels shows on this screen. */
export function detailAt(size: number): Detail {
  const pixels = size * (globalThis.devicePixelRatio || 1);
  if (pixels > 140) return 0;
  return pixels >= 70 ? 1 : 2;
}

/** How this browser likes its pictures, as a query. */
export function dress(look = settings.look): string {
  return `look=${look}&night=${dark() ? 1 : 0}&v=${artVersion}`;
}

/**
 * A tile as it lies in a cell: `base/E` turned `r` quarters. Neighbours fit by their cells; those
 * of The City also by the letters of what lies around them (board/around.ts).
 */
export function tileAddress(
  id: string,
  r = 0,
  x = 0,
  y = 0,
  detail: Detail = 0,
  look = settings.look,
  around?: string,
): string {
  const among = around === undefined ? "" : `&around=${around}`;
  return `/art/tile/${id}/${r}/${x}/${y}.svg?${dress(look)}&detail=${detail}${among}`;
}

/** The same for an <img>. */
export function tileArt(...tile: Parameters<typeof tileAddress>): string {
  return shown(tileAddress(...tile));
}

/** Where figures stand on the tiles of a set. */
export function shapesArt(set: string): string {
  return `/art/shapes/${set}.json?v=${artVersion}`;
}

/** A figure in the colour of a seat; `colour` as `seatColours` gives it. */
export function figureAddress(piece: string, colour: number, lying = false): string {
  return `/art/figure/${piece}/${colour}.svg?lying=${lying ? 1 : 0}&v=${artVersion}`;
}

/** The same for an <img>. */
export function figureArt(...figure: Parameters<typeof figureAddress>): string {
  return shown(figureAddress(...figure));
}

/** The emblem of a colour. */
export function emblemArt(colour: number): string {
  return shown(`/art/emblem/${colour}.svg?v=${artVersion}`);
}

/** A token: `wine`, `cloth`, `grain`, `king`. */
export function tokenArt(name: string): string {
  return shown(`/art/token/${name}.svg?v=${artVersion}`);
}

/** The picture of an expansion or family. */
export function cardArt(name: string): string {
  return shown(`/art/card/${name}.svg?${dress()}`);
}

/** The portrait of somebody who plays for the computer, for so many px. */
export function portraitArt(name: string, size: number): string {
  return shown(`/art/portrait/${name}.svg?${dress()}&detail=${size < 40 ? 2 : 0}`);
}

/** A small picture of a game's land; `changed` makes the browser fetch it anew. */
export function boardPicture(id: string, changed: number): string {
  const family = familyIn(id);
  if (family !== undefined) return cardArt(family);
  // As an SVG seen from far it weighs a fortieth of the large picture.
  const path = `/api/tables/${encodeURIComponent(id)}/picture.svg`;
  return `${path}?${dress()}&detail=2&changed=${changed}`;
}

/** The colours by their numbers, the most readable first: blue, red, yellow, violet, white, black. */
export const COLOUR_ORDER = [2, 4, 3, 5, 0, 1] as const;

/**
 * The colour in which each seat is shown on this screen. Each seat has its own; whoever wants to
 * see itself always in one colour changes places with the seat that had it.
 */
export function seatColours(
  seats: number,
  mine: readonly number[],
  told: readonly (number | undefined)[] = [],
): number[] {
  const colours = Array.from(
    { length: seats },
    (_, seat): number => told[seat] ?? COLOUR_ORDER[seat] ?? seat,
  );
  const me = mine[0];
  const want = settings.colour;
  if (me === undefined || want < 0) return colours;
  const holder = colours.indexOf(want);
  if (holder >= 0) colours[holder] = colours[me] ?? me;
  colours[me] = want;
  return colours;
}
