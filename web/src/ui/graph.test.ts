import { expect, it } from "vitest";
import { marksOf, pathOf, topOf } from "./graph";

it("ends at a round number at or above the highest score", () => {
  expect(topOf([[0, 3]])).toBe(10);
  expect(
    topOf([
      [0, 41],
      [0, 12],
    ]),
  ).toBe(60);
  expect(topOf([[0, 102]])).toBe(150);
  expect(topOf([])).toBe(10);
});

it("draws points from the left to the right, high scores high", () => {
  expect(pathOf([0, 5, 10], 10, { width: 100, height: 50 })).toBe("M0.0,50.0L50.0,25.0L100.0,0.0");
});

it("names as many moves as have room below it", () => {
  expect(marksOf(36, 276)).toEqual([0, 5, 10, 15, 20, 25, 30, 35]);
  // 130 moves on a phone: every tenth would run into the next.
  expect(marksOf(130, 276)).toEqual([0, 20, 40, 60, 80, 100, 120]);
  expect(marksOf(130, 900)).toHaveLength(27);
});
