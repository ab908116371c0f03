import { expect, it } from "vitest";
import type { Analysis } from "../wire";
import { marginOf, marginsOf, momentOf, movesAt, reachOf, turnsAt } from "./reading";

/** Two draws and two moves of two words: what the words lead to, moment by moment. */
const words = [0, 1, 4, 7];
const analysis: Analysis = {
  version: 1,
  nodes: 100,
  complete: true,
  expected: [
    [40, 40],
    [41, 40],
    [41, 40],
    [42, 40],
    [40, 42],
    [40, 42],
    [38, 42],
    [38, 44],
  ],
  chances: [],
  draws: [],
  moves: [
    { word: 1, turn: 1, seat: 0, words: ["1,0 r1", "-"], mark: "best", lost: 0 },
    { word: 4, turn: 2, seat: 1, words: ["0,1 r3", "-"], mark: "slip", lost: 1.5 },
  ],
  seats: [],
  turning: [{ word: 3, turn: 2, seat: 0, swing: -120, draw: true }],
};

it("tells what a seat leads the others by", () => {
  expect(marginOf([50, 40], 0)).toBe(10);
  expect(marginOf([50, 40, 30], 1)).toBe(0);
});

it("reads a line for two seats, and one for each of more", () => {
  expect(marginsOf(analysis, words)).toEqual([[0, 1, -2, -6]]);
  const three = { ...analysis, expected: [[3, 2, 1]] };
  expect(marginsOf(three, [0])).toEqual([[1.5], [0], [-1.5]]);
});

it("finds the moment that a word led to", () => {
  expect([0, 1, 3, 4, 6, 99].map((word) => momentOf(word, words))).toEqual([1, 2, 2, 3, 3, 3]);
  expect([...movesAt(analysis, words).keys()]).toEqual([2, 3]);
  expect(turnsAt(analysis, words)[0]?.at).toBe(2);
});

it("has room for the widest margin", () => {
  expect(reachOf([[0, 3]])).toBe(5);
  expect(reachOf([[0, -13]])).toBe(20);
  expect(reachOf([[55]])).toBe(60);
});
