import { expect, it } from "vitest";
import type { Cause, Laid, Now, Replay, Step } from "../../wire";
import { commentsOf, courseOf, lastOf, momentIn, recordUpTo, viewOf } from "./course";

const now = (...scores: number[]): Now => ({
  turn: 1,
  on_turn: 0,
  part: 1,
  ask: "lay",
  figures: [],
  seats: scores.map((score) => ({ score, supply: [] })),
  left: 5,
});
const tile = (id: string, x: number): Laid => ({ id, x, y: 0, r: 0, by: 0 });
const step = (n: number, cause: Cause, add: Laid[], scores: [number, number]): Step => ({
  n,
  at: 0,
  cause,
  events: [],
  add,
  now: now(...scores),
  clocks: { at: 0, left: [] },
});
const played = (words: string[], chance: string[]): Cause => ({
  c: "played",
  seat: 0,
  id: "",
  words,
  chance,
});

const replay: Replay = {
  names: ["Ann", "Bob"],
  config: {
    name: "",
    plan: { family: "country", expansions: [], options: [] },
    seats: [],
    order: "given",
    clock: { kind: "none" },
    flagged: "loses",
    aids: "standard",
    visibility: "link",
  },
  start: { kinds: [], tiles: [{ id: "base/D", x: 0, y: 0, r: 0 }], now: now(0, 0) },
  steps: [
    step(1, { c: "began", words: ["base/E"] }, [], [0, 0]),
    step(2, played(["1,0 r0", "-"], ["base/L"]), [tile("base/E", 1)], [4, 0]),
    step(3, played(["2,0 r1"], ["base/C x", "base/U"]), [tile("base/L", 2)], [4, 7]),
  ],
  record: '[Trencavel "1"]\n[Seats "2"]\n[Result "4-7"]\n\n1. base/E 1,0 r0 -\n',
  comments: [[2, "bold"]],
};
const course = courseOf(replay);

it("knows the table at every moment", () => {
  expect(lastOf(course)).toBe(3);
  expect(viewOf(course, 0).tiles).toHaveLength(1);
  expect(viewOf(course, 2).tiles.map(({ id }) => id)).toEqual(["base/D", "base/E"]);
  expect(viewOf(course, 3).now.seats.map(({ score }) => score)).toEqual([4, 7]);
});

it("has the points of each seat from the start on", () => {
  expect(course.points).toEqual([
    [0, 0, 4, 4],
    [0, 0, 0, 7],
  ]);
});

it("finds the comments of a move by the words before them", () => {
  expect(commentsOf(course, 1)).toEqual([]);
  expect(commentsOf(course, 2)).toEqual(["bold"]);
});

it("cuts the record at a moment, without its result", () => {
  expect(recordUpTo(course, 2)).toBe('[Trencavel "1"]\n[Seats "2"]\n\nbase/E\n1,0 r0\n-\nbase/L\n');
  expect(recordUpTo(course, 3)).toContain("base/C x\nbase/U\n");
});

it("reads the moment of an address", () => {
  expect(momentIn("#m=2", 3)).toBe(2);
  expect(momentIn("#m=99", 3)).toBe(3);
  expect(momentIn("", 3)).toBeUndefined();
  expect(momentIn("#m=x", 3)).toBeUndefined();
});
