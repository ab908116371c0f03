import { expect, it } from "vitest";
import type { Step } from "../../wire";
import { turnAt, turnsOf } from "./turns";

const step = (turn: number, laid: boolean): Step =>
  ({ events: laid ? [{ e: "laid" }] : [], now: { turn } }) as unknown as Step;

it("numbers moves as the record does: by the turn in which they were made", () => {
  // The game begins with the first tile drawn; each move ends its turn; a chat line is no move.
  const steps = [step(1, false), step(2, true), step(2, false), step(3, true)];
  expect(turnsOf(steps)).toEqual([undefined, 1, undefined, 2]);
  expect([0, 1, 2, 3, 4].map((at) => turnAt(steps, at))).toEqual([0, 0, 1, 1, 2]);
});
