import { describe, expect, it } from "vitest";
import { keepsOf } from "./keeps";

const full = { id: "base/C", r: 0 };
const tiles = [
  { ...full, x: 0, y: 0 },
  { ...full, x: 1, y: 0 },
  { ...full, x: 0, y: 1 },
  { ...full, x: 1, y: 1 },
  { ...full, x: 2, y: 0 },
];

describe("keeps", () => {
  it("stand where four city tiles meet", () => {
    expect(keepsOf(tiles, () => [{ name: "city:NESW" }])).toEqual([[1, 1]]);
  });

  it("do not stand where a city does not run round the corner", () => {
    const places = (_: string, r: number) => [{ name: r === 0 ? "city:NESW" : "city:NS" }];
    const turned = tiles.map((tile) => (tile.x === 1 && tile.y === 1 ? { ...tile, r: 1 } : tile));
    expect(keepsOf(turned, places)).toEqual([]);
  });
});
