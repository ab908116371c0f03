import { expect, it } from "vitest";
import { questionOf } from "./question";

const tiles = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 2 },
];

it("is the tile with what it joins", () => {
  const asked = { ask: "figure", tiles, places: [], laid: [1, 1] as const };
  expect(questionOf(asked)).toEqual({ left: 1, top: 0, right: 1, bottom: 2 });
  expect(questionOf({ ...asked, laid: [2, 0] })).toEqual({ left: 1, top: 0, right: 2, bottom: 0 });
});

it("is nothing while any cell may be chosen", () => {
  expect(questionOf({ ask: "lay", tiles, places: [], laid: undefined })).toBeUndefined();
});

it("is both ends of a wall, with room for what stands there, not the tile laid before", () => {
  const places = [
    [-3, 0],
    [4, 2],
  ] as const;
  const box = questionOf({ ask: "wall", tiles, places, laid: [1, 1] });
  expect(box).toEqual({ left: -3.45, top: -0.45, right: 4.45, bottom: 2.45 });
});

it("is the whole outline for a gate, wherever one was just pressed", () => {
  const places = tiles.map(({ x, y }) => [x, y] as const);
  const box = questionOf({ ask: "gate", tiles, places, laid: [1, 2] });
  expect(box).toEqual({ left: -0.45, top: -0.45, right: 1.45, bottom: 2.45 });
});
