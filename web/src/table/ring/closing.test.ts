import { expect, test } from "vitest";
import type { Event, LogLine } from "../../wire";
import type { Teller } from "../telling";
import { aboveOf, closingLine, paceOf, reasonsOf, scenesOf } from "./closing";

const teller: Teller = {
  say: (key) => key,
  sayMaybe: (key) => key,
  list: (items) => items.join(", "),
  name: (seat) => `seat ${seat}`,
  mine: () => false,
  tile: (id) => id,
};

const scored = (feature: string, points: number[]): Event => ({
  e: "scored",
  feature,
  at: { cell: [0, 0], place: "N" },
  complete: true,
  parts: [],
  strength: [],
  winners: points.flatMap((n, seat) => (n > 0 ? [seat] : [])),
  points,
});
const told = (what: string, more: { ends?: true; last?: true }): Event => ({
  e: "told",
  what,
  seat: 0,
  count: 3,
  ...more,
});

const line: LogLine = {
  n: 9,
  at: 0,
  cause: { c: "played", seat: 0, id: "", words: [], chance: [] },
  events: [
    { e: "laid", tile: "town/four", x: 0, y: 0, r: 0 },
    scored("street", [4, 0]),
    told("the gap in the wall is five edges or less", { ends: true }),
    told("the ring is closed", { last: true }),
    scored("market", [0, 6]),
    { e: "home", seat: 1, piece: "follower", from: { cell: [0, 0], place: "market:NL" } },
    scored("guard", [7, 0]),
    { e: "over", points: [31, 28] },
  ],
};

test("the scenes begin with the reason and lead to the final points", () => {
  const scenes = scenesOf(line, [31, 28], teller);
  expect(scenes.map((scene) => scene.kind)).toEqual(["ends", "ring", "scored", "scored", "over"]);
  expect(scenes.map((scene) => scene.points)).toEqual([
    [24, 22],
    [24, 22],
    [24, 28],
    [31, 28],
    [31, 28],
  ]);
});

test("a move that ends nothing has no scenes", () => {
  expect(scenesOf({ ...line, events: [scored("street", [4, 0])] }, [4, 0], teller)).toEqual([]);
  expect(scenesOf(undefined, [0, 0], teller)).toEqual([]);
});

test("the closing is found in the log, and says why", () => {
  const other: LogLine = { n: 8, at: 0, cause: { c: "made" } };
  expect(closingLine([other, line, other])).toBe(line);
  expect(closingLine([other])).toBeUndefined();
  expect(reasonsOf(line, teller)).toEqual(["log.told.the-gap-in-the-wall-is-five-edges-or-less"]);
});

test("a long telling goes by in half a minute", () => {
  expect(paceOf(4)).toBe(1700);
  expect(paceOf(25) * 25).toBeLessThanOrEqual(30_000);
  expect(paceOf(1000)).toBe(700);
});

test("the country is counted score by score, as it was told, the last move's own scores left out", () => {
  const last = (feature: string, points: number[]): Event => ({
    ...scored(feature, points),
    ...{ last: true },
  });
  const counted: LogLine = {
    ...line,
    events: [
      scored("city", [10, 0]),
      last("road", [3, 0]),
      last("field", [0, 9]),
      { e: "over", points: [23, 19] },
    ],
  };
  expect(closingLine([counted])).toBe(counted);
  const scenes = scenesOf(counted, [23, 19], teller);
  expect(scenes.map(({ kind, points }) => [kind, points])).toEqual([
    ["scored", [23, 10]],
    ["scored", [23, 19]],
    ["over", [23, 19]],
  ]);
});

test("the points of what is small stand above it", () => {
  const road: [number, number, string][] = [
    [2, 1, "W"],
    [3, 1, "E"],
    [3, 0, "S"],
  ];
  expect(aboveOf(road)).toEqual({ x: 3, y: -0.01 });
  const field = Array.from({ length: 10 }, (_, x): [number, number, string] => [x, 0, "N"]);
  expect(aboveOf(field)).toBeUndefined();
  expect(aboveOf(undefined)).toBeUndefined();
});
