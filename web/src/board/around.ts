// What lies around a tile of The City, so that its picture can be asked for with it: areas then
// meet without hard cuts. Read from the shapes of the tiles; nothing here is a rule.

import type { Laid } from "../wire";
import type { DrawnSpot } from "./shapes.svelte";

/** Each half of a side, and where its other half lies: the step to the neighbour and the name
 * that the neighbour has for it. */
const HALVES = [
  ["NL", 0, -1, "SR"],
  ["NR", 0, -1, "SL"],
  ["EL", 1, 0, "WR"],
  ["ER", 1, 0, "WL"],
  ["SL", 0, 1, "NR"],
  ["SR", 0, 1, "NL"],
  ["WL", -1, 0, "ER"],
  ["WR", -1, 0, "EL"],
] as const;

type Tile = Pick<Laid, "id" | "r">;

/** The letter of the area at half a side of a tile, or `-`. */
function letter(places: readonly DrawnSpot[], half: string): string {
  const place = places.find(
    ({ name, ground }) => ground !== undefined && name.split(":")[1]?.split(".").includes(half),
  );
  return place?.ground ?? "-";
}

/**
 * The eight letters that name what lies around a cell; nothing if there is nothing to know, as
 * in the country.
 */
export function lettersAround(
  cell: readonly [number, number],
  tileAt: (x: number, y: number) => Tile | undefined,
  placesOf: (id: string, r: number) => readonly DrawnSpot[],
): string | undefined {
  const [x, y] = cell;
  const letters = HALVES.map(([, dx, dy, partner]) => {
    const tile = tileAt(x + dx, y + dy);
    return tile ? letter(placesOf(tile.id, tile.r), partner) : "-";
  }).join("");
  return letters === "--------" ? undefined : letters;
}
