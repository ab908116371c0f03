import { expect, it } from "vitest";
import type { Choices, Moves } from "../wire";
import { beyond, litRegions, placesReached, worthInSigns, worthOf, worthText } from "./extent";

const moves: Moves = {
  words: [
    ["1,0 r0", "0,1 r1"],
    ["follower@road:EW", "-"],
  ],
  features: [[[0, 0, "road:EW"]], [[0, 0, "field:NL.NR"]]],
  first: {
    ask: "lay",
    words: 0,
    then: [
      {
        ask: "figure",
        words: 1,
        worth: [{ now: 2, complete: 2, joins: [0], own: ["road:EW"], tiles: [[3, 3]] }, {}],
      },
      null,
    ],
  },
};
const choices: Choices = { n: 1, seat: 0, ask: "lay", words: [], legal: [], moves };

it("does not count for a choice what the tile brings anyway", () => {
  expect(beyond({ gain: [6, 0], now: 3 }, [6, 0])).toEqual({ now: 3 });
  expect(beyond({ gain: [10, 0], now: 3 }, [6, 0])).toEqual({ gain: [4, 0], now: 3 });
  expect(beyond({ gain: [4, 0] })).toEqual({ gain: [4, 0] });
  expect(beyond(undefined, [6])).toBeUndefined();
});

it("finds what a word is worth behind others", () => {
  expect(worthOf(choices, ["1,0 r0"], "follower@road:EW")?.now).toBe(2);
  expect(worthOf(choices, ["0,1 r1"], "follower@road:EW")).toBeUndefined();
  expect(worthOf(choices, [], "nowhere")).toBeUndefined();
  expect(worthOf(undefined, [], "1,0 r0")).toBeUndefined();
});

it("lights all of it: what lies, what is laid, whole tiles", () => {
  const places = placesReached(moves, worthOf(choices, ["1,0 r0"], "follower@road:EW"), [1, 0]);
  expect(places).toEqual([
    [0, 0, "road:EW"],
    [1, 0, "road:EW"],
    [3, 3, ""],
  ]);
  const shape = { name: "road:EW", x: 0, y: 0, lying: false, scale: 1, area: "M0 0Z" };
  const tiles = [
    { id: "a", x: 0, y: 0, r: 0 },
    { id: "a", x: 1, y: 0, r: 0 },
  ];
  const regions = litRegions(places, [2], tiles, () => shape);
  expect(regions.map(({ cell }) => cell)).toEqual([
    [0, 0],
    [1, 0],
    [3, 3],
  ]);
  expect(regions.every(({ lit }) => lit)).toBe(true);
  // What is not on the board cannot be lit.
  expect(litRegions([[9, 9, "road:EW"]], [2], tiles, () => undefined)).toEqual([]);
});

it("says points at once, or now and completed", () => {
  const say = (key: string, values = {}): string => `${key} ${Object.values(values).join()}`;
  expect(worthText({ gain: [6, 0], now: 3 }, 0, say)).toBe("table.board.gain 6");
  expect(worthText({ now: 3, complete: 6 }, 0, say)).toBe(
    "table.board.now 3 · table.board.least 6",
  );
  expect(worthText({ now: 3, complete: 9, tiles: [[0, 0]] }, 0, say)).toBe(
    "table.board.now 3 · table.board.complete 9",
  );
  expect(worthText({ now: 3, complete: 3 }, 0, say)).toBe("table.board.now 3");
  expect(worthText(undefined, 0, say)).toBe("");
});

it("says the same in signs where there is little room", () => {
  expect(worthInSigns({ gain: [6, 0], now: 3 }, 0)).toBe("+6");
  expect(worthInSigns({ now: 3, complete: 6 }, 0)).toBe("3\u00a0→\u00a06+");
  // Around a monastery nine tiles count, and no more.
  expect(worthInSigns({ now: 3, complete: 9, tiles: [[0, 0]] }, 0)).toBe("3\u00a0→\u00a09");
  expect(worthInSigns({ now: 3, complete: 3 }, 0)).toBe("3");
  expect(worthInSigns(undefined, 0)).toBe("");
});
