// Where things stand on tiles: fetched once for each set of tiles, kept for ever.

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { shapesArt } from "../art";
import { fetchJson } from "../net/api";

/** A segment of a tile as it lies: where its figure stands and what it covers, in 0..200. */
export interface Place {
  name: string;
  x: number;
  y: number;
  lying: boolean;
  scale: number;
  /** SVG path data of its region. */
  area: string;
  /** The City: the letter of what the area is, for the tiles beside it. */
  ground?: string;
}

type Sheet = Record<string, Place[][]>;

const tiles = new SvelteMap<string, Place[][]>();
const asked = new Set<string>();
const refused = new SvelteSet<string>();

function setOf(id: string): string {
  return id.split("/", 1)[0] ?? id;
}

/** The side of a tile in the units of places. */
export const UNIT = 200;

/** Fetches the shapes of the tiles with these ids, if not done yet. */
export function needShapes(ids: Iterable<string>): void {
  for (const id of ids) {
    const set = setOf(id);
    if (asked.has(set)) continue;
    asked.add(set);
    fetchJson<Sheet>(shapesArt(set)).then(
      (shapes) => {
        for (const [tile, turns] of Object.entries(shapes)) tiles.set(tile, turns);
      },
      // Without shapes the board still shows; the next tile asks again.
      () => {
        asked.delete(set);
        refused.add(set);
      },
    );
  }
}

/** Whether the shapes of a tile's set are here, or cannot be had for now. */
export function shapesKnown(id: string): boolean {
  return tiles.has(id) || refused.has(setOf(id));
}

/** The places of a tile as it lies. */
export function placesOf(id: string, r: number): readonly Place[] {
  return tiles.get(id)?.[r] ?? [];
}

/** Whether the places of a tile are here; some tiles have none. */
export function known(id: string): boolean {
  return tiles.has(id);
}

/** The place with a name on a tile as it lies. */
export function placeOf(id: string, r: number, name: string): Place | undefined {
  return placesOf(id, r).find((place) => place.name === name);
}
