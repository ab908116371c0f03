import { expect, it } from "vitest";
import { edgeMiddle, edgesPath, nearestEdge } from "./edges";

const NORTH = { cell: [0, 0], side: "N" } as const;
const EAST = { cell: [0, 0], side: "E" } as const;
const FAR = { cell: [5, 5], side: "S" } as const;

it("finds the edge that is meant by a press near it", () => {
  const all = [NORTH, EAST, FAR];
  expect(nearestEdge(all, 0.5, 0.05)).toBe(NORTH);
  expect(nearestEdge(all, 0.5, -0.4)).toBe(NORTH);
  expect(nearestEdge(all, 0.9, 0.5)).toBe(EAST);
  // Along the whole of it, not only at its middle.
  expect(nearestEdge(all, 0.05, 0.1)).toBe(NORTH);
  expect(nearestEdge(all, 3, 3)).toBeUndefined();
});

it("draws each edge where it is", () => {
  expect(edgeMiddle(FAR)).toEqual({ x: 5.5, y: 6 });
  expect(edgesPath([NORTH, EAST])).toBe("M0 0h200M200 0v200");
});
