import { expect, it } from "vitest";
import { crewSize, elected, inTurn, seedOf } from "./thinkers";

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

it("gathers workers once for all who ask at once, and anew what is gone", async () => {
  let made = 0;
  const hands = inTurn<number>((before) => {
    if (before.length > 0) return Promise.resolve(before);
    made += 1;
    return made === 1 ? Promise.reject(new Error("no worker")) : Promise.resolve([made]);
  });
  await expect(hands()).rejects.toThrow("no worker");
  expect(await Promise.all([hands(), hands()])).toEqual([[2], [2]]);
  expect(made).toBe(2);
});
