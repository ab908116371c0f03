import { expect, test } from "vitest";
import { lettersAround } from "./around";
import type { DrawnSpot } from "./shapes.svelte";

const place = (name: string, ground?: string): DrawnSpot => ({
  name,
  x: 0,
  y: 0,
  lying: false,
  scale: 1,
  area: "",
  ...(ground === undefined ? {} : { ground }),
});

const SHAPES: Record<string, DrawnSpot[]> = {
  // A street to the south, fish on its left as seen from the middle, homes on its right.
  split: [place("street:S"), place("market:SL", "f"), place("homes:NL.NR.SR.WL.WR", "h")],
  field: [place("field:NL.NR")],
};
const tiles = new Map([["0,-1", { id: "split", r: 0 }]]);
const at = (x: number, y: number) => tiles.get(`${x},${y}`);
const places = (id: string) => SHAPES[id] ?? [];

test("each half of a side meets the other half across it", () => {
  // Left of its south side is the east half: right of my north side.
  expect(lettersAround([0, 0], at, places)).toBe("hf------");
});

test("a side without an area, or without a tile, is unknown", () => {
  expect(lettersAround([-1, -1], at, places)).toBe("--hh----");
  expect(lettersAround([5, 5], at, places)).toBeUndefined();
});

test("the country's tiles have no letters", () => {
  expect(lettersAround([0, 0], () => ({ id: "field", r: 0 }), places)).toBeUndefined();
});
