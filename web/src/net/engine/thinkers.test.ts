import { expect, it } from "vitest";
import { crewSize, elected, seedOf } from "./thinkers";

it("leaves a core to the page, and takes four at most", () => {
  expect(crewSize(undefined)).toBe(1);
  expect(crewSize(1)).toBe(1);
  expect(crewSize(2)).toBe(1);
  expect(crewSize(4)).toBe(3);
  expect(crewSize(64)).toBe(4);
});

it("elects the word with the most visits of all together", () => {
  const vote = (word: string, visits: number) => ({ word, visits, points: [] });
  const ballots = [
    [vote("a", 5), vote("b", 4)],
    [vote("b", 4), vote("c", 1)],
  ];
  expect(elected(ballots)).toBe("b");
  expect(elected([[vote("a", 2), vote("b", 2)]])).toBe("a");
  expect(elected([[], []])).toBeUndefined();
});

it("gives each worker dice of its own, and the same ones each time", () => {
  expect(seedOf("position", 0)).toBe(seedOf("position", 0));
  expect(seedOf("position", 0)).not.toBe(seedOf("position", 1));
  expect(seedOf("another", 0)).not.toBe(seedOf("position", 0));
  expect(seedOf("position", 3)).toBeLessThan(2 ** 32);
});
