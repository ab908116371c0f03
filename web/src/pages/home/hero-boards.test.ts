import { expect, test } from "vitest";
import { heroBoard, heroInSight } from "./hero-boards";

const columns = (width: number): number[] => [
  ...new Set(heroInSight(heroBoard(0), width).map(({ x }) => x)),
];

test("a phone has the pictures of the middle columns alone", () => {
  expect(columns(390)).toEqual([3, 4, 5, 6, 7]);
});

test("a desk has none under the words", () => {
  expect(columns(1440)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
});

test("a screen that is wider than its land has all of it", () => {
  expect(columns(4000)).toHaveLength(11);
});
