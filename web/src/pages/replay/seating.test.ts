import { describe, expect, it } from "vitest";
import { firstSeating, mySeat, named, seated, wordOf } from "./seating";

const words = (seating: ReturnType<typeof firstSeating>): string[] => seating.map(wordOf);

it("gives me the seat to act and the computer the others", () => {
  expect(words(firstSeating(3, 1, "level-2"))).toEqual([
    "computer:level-2",
    "me",
    "computer:level-2",
  ]);
});

it("has one seat for me, whatever is chosen", () => {
  const start = firstSeating(3, 0, "level-2");
  const friend = seated(start, 1, "link");
  expect(words(friend)).toEqual(["me", "link", "computer:level-2"]);
  expect(words(seated(friend, 1, "me"))).toEqual(["link", "me", "computer:level-2"]);
  expect(words(seated(friend, 0, "computer:engine:fox"))).toEqual([
    "computer:engine:fox",
    "me",
    "computer:level-2",
  ]);
});

it("names those on this screen, each otherwise", () => {
  const two = seated(seated(firstSeating(3, 0, "level-2"), 1, "screen"), 2, "screen");
  const names = two.flatMap((plan) => (plan.kind === "screen" ? [plan.name] : []));
  expect(new Set(names).size).toBe(2);
  expect(named(two, 1, "Zoë")[1]).toEqual({ kind: "screen", name: "Zoë" });
  expect(named(two, 0, "Zoë")[0]).toEqual({ kind: "me" });
});

describe("the seat to play on from", () => {
  it("is my own, also while the computer is to act", () => {
    expect(mySeat(["Tibors", "Bertran"], [undefined, "level-3"], 1, "Tibors")).toBe(0);
    expect(mySeat(["Computer", "Tibors"], ["greedy", undefined], 1, "Tibors")).toBe(1);
    expect(mySeat(["Bertran", "Bertran"], ["level-3", undefined], 0, "Bertran")).toBe(1);
  });
  it("is a person's if I did not play", () => {
    expect(
      mySeat(["Perrin", "Anna", "Raimon"], ["level-1", undefined, "level-5"], 2, "Tibors"),
    ).toBe(1);
    expect(mySeat(["Anna", "Bernat"], [], 1, undefined)).toBe(1);
    expect(mySeat(["Perrin", "Raimon"], ["level-1", "level-5"], 1, undefined)).toBe(1);
  });
});
