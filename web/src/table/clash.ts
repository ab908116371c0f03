// Where a tile and its neighbours do not meet: named and lit when somebody asks why a tile may not
// lie there. Read from the shapes of the tiles, to explain a refusal; it never makes one.

import { cellKey, featureOf, type Cell } from "./words";

interface Named {
  name: string;
}

/** A side where two tiles do not meet: what is on the tile, and what is beside it. */
export interface Clash {
  side: string;
  mine: string;
  theirs: string;
}

const BESIDE = [
  ["N", 0, -1, "S"],
  ["E", 1, 0, "W"],
  ["S", 0, 1, "N"],
  ["W", -1, 0, "E"],
] as const;

/** What is at a side: something that takes all of it, as a road does, or what lies in its halves. */
function kindAt(
  places: readonly Named[],
  side: string,
): { kind: string; whole: boolean } | undefined {
  for (const { name } of places) {
    const sides = name.split(":")[1];
    if (sides !== undefined && /^[NESW]+$/.test(sides) && sides.includes(side)) {
      return { kind: featureOf(name), whole: true };
    }
  }
  const half = places.find(({ name }) => name.split(":")[1]?.split(".").includes(`${side}L`));
  return half && { kind: featureOf(half.name), whole: false };
}

/** The sides where a tile would not meet those beside it. */
export function clashesOf(
  tile: { id: string; cell: Cell; r: number },
  tiles: readonly { id: string; x: number; y: number; r: number }[],
  placesOf: (id: string, r: number) => readonly Named[],
): Clash[] {
  const lying = new Map(tiles.map((one) => [cellKey([one.x, one.y]), one]));
  const own = placesOf(tile.id, tile.r);
  return BESIDE.flatMap(([side, dx, dy, facing]) => {
    const other = lying.get(cellKey([tile.cell[0] + dx, tile.cell[1] + dy]));
    const mine = kindAt(own, side);
    const theirs = other && kindAt(placesOf(other.id, other.r), facing);
    if (!mine || !theirs || mine.kind === theirs.kind) return [];
    return mine.whole || theirs.whole ? [{ side, mine: mine.kind, theirs: theirs.kind }] : [];
  });
}
