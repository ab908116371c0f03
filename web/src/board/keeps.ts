// Where a round keep stands over the corner of four tiles: all four are city there, joined round
// the corner (the same rule as the pictures of whole boards have).

import type { Laid } from "../wire";

/** The sides that a city must join on the tiles north-west, north-east, south-east, south-west. */
const AROUND = [
  { dx: -1, dy: -1, sides: ["E", "S"] },
  { dx: 0, dy: -1, sides: ["S", "W"] },
  { dx: 0, dy: 0, sides: ["W", "N"] },
  { dx: -1, dy: 0, sides: ["N", "E"] },
] as const;

/** The corners with a keep, in tiles; `places` names the places of a tile as it lies. */
export function keepsOf(
  tiles: readonly Laid[],
  places: (id: string, r: number) => readonly { name: string }[],
): [number, number][] {
  const byCell = new Map(tiles.map((tile) => [`${tile.x},${tile.y}`, tile]));
  const joins = (x: number, y: number, sides: readonly string[]): boolean => {
    const tile = byCell.get(`${x},${y}`);
    if (!tile) return false;
    const cities = places(tile.id, tile.r).filter((place) => place.name.startsWith("city:"));
    return cities.some(({ name }) => sides.every((side) => name.slice(5).includes(side)));
  };
  return tiles
    .map((tile): [number, number] => [tile.x, tile.y])
    .filter(([x, y]) => AROUND.every(({ dx, dy, sides }) => joins(x + dx, y + dy, sides)));
}
