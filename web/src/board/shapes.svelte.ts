// Where things stand on tiles: fetched once for each set of tiles, kept for ever.

import { shapesArt } from "../art";
import { fetchJson } from "../net/api";
import { pause } from "../net/pictures";
import { knowMarks } from "../table/marks";

/** A segment of a tile as it lies: where its figure stands and what it covers, in 0..200. */
export interface DrawnSpot {
  name: string;
  x: number;
  y: number;
  lying: boolean;
  scale: number;
  /** SVG path data of its region. */
  area: string;
  /** Whether it is a place of the game with a name of its own, no part of the tile. */
  named?: boolean;
  /** The City: the letter of what the area is, for the tiles beside it. */
  ground?: string;
}

/** A building that somebody may count: its middle and the width of a ring round it, in 0..200. */
export interface Building {
  x: number;
  y: number;
  across: number;
  points: number;
}

/** The places and buildings of each tile in its four turns, and what is drawn on those that have any
 * mark. */
interface Sheet {
  places: Record<string, DrawnSpot[][]>;
  marks: Record<string, string[]>;
  buildings?: Record<string, Building[][]>;
}

// Whole sets come at once, so each is one change.
let tiles = $state.raw<ReadonlyMap<string, DrawnSpot[][]>>(new Map());
let built = $state.raw<ReadonlyMap<string, Building[][]>>(new Map());
const asked = new Set<string>();
let refused = $state.raw<readonly string[]>([]);

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
    void fetchSet(set);
  }
}

/** Asks until the shapes of a set are here: without them the board still shows, but no words do. */
async function fetchSet(set: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      const { places, marks, buildings = {} } = await fetchJson<Sheet>(shapesArt(set));
      knowMarks(Object.entries(marks));
      built = new Map([...built, ...Object.entries(buildings)]);
      tiles = new Map([...tiles, ...Object.entries(places)]);
      return;
    } catch {
      if (tries === 0) refused = [...refused, set];
      await pause(tries);
    }
  }
}

/** Whether the shapes of a tile's set are here, or cannot be had for now. */
export function shapesKnown(id: string): boolean {
  return tiles.has(id) || refused.includes(setOf(id));
}

/** The places of a tile as it lies. */
export function placesOf(id: string, r: number): readonly DrawnSpot[] {
  return tiles.get(id)?.[r] ?? [];
}

/** The buildings of a tile as it lies. */
export function buildingsOf(id: string, r: number): readonly Building[] {
  return built.get(id)?.[r] ?? [];
}

/** Whether the places of a tile are here; some tiles have none. */
export function known(id: string): boolean {
  return tiles.has(id);
}

/** The place with a name on a tile as it lies. */
export function placeOf(id: string, r: number, name: string): DrawnSpot | undefined {
  return placesOf(id, r).find((place) => place.name === name);
}
