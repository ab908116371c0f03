import { expect, it } from "vitest";
import { clashesOf } from "./clash";

const PLACES: Record<string, { name: string }[]> = {
  bend: [{ name: "road:SW" }, { name: "field:NL.NR.EL.ER.SL.WR" }, { name: "field:SR.WL" }],
  town: [{ name: "city:N" }, { name: "field:EL.ER.SL.SR.WL.WR" }],
  street: [{ name: "street:NS" }, { name: "homes:EL.ER" }, { name: "market:WL.WR" }],
};
const placesOf = (id: string): readonly { name: string }[] => PLACES[id] ?? [];

it("names each side that does not meet, and what is on both", () => {
  const tile = { id: "bend", cell: [0, 0] as const, r: 0 };
  const tiles = [
    { id: "town", x: 0, y: 1, r: 0 },
    { id: "town", x: 1, y: 0, r: 0 },
  ];
  expect(clashesOf(tile, tiles, placesOf)).toEqual([{ side: "S", mine: "road", theirs: "city" }]);
});

it("knows that what only lies in the halves of a side goes with anything of its like", () => {
  const tile = { id: "street", cell: [0, 0] as const, r: 0 };
  // Homes beside a market are no reason; a street against homes is one.
  const beside = [{ id: "street", x: 1, y: 0, r: 0 }];
  expect(clashesOf(tile, beside, placesOf)).toEqual([]);
  const above = [{ id: "town", x: 0, y: -1, r: 0 }];
  expect(clashesOf(tile, above, placesOf)).toEqual([
    { side: "N", mine: "street", theirs: "field" },
  ]);
});
