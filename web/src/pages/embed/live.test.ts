import { expect, it } from "vitest";
import type { Replay, Step } from "../../wire";
import { withStep } from "./live";

const step = (turn: number, seat: number, words: string[]): Step => ({
  n: turn,
  at: 0,
  cause: { c: "played", seat, id: "", words, chance: [] },
  events: [],
  add: [],
  now: { turn, on_turn: seat, part: 1, ask: "lay", figures: [], seats: [], left: 3 },
  clocks: { at: 0, left: [] },
});
const replay = { steps: [step(1, 0, ["1,0 r0", "-"])] } as unknown as Replay;

it("adds what the table tells, once", () => {
  const more = withStep(replay, step(2, 1, ["2,0 r0"]));
  expect(more.steps).toHaveLength(2);
  expect(withStep(more, step(2, 1, ["2,0 r0"]))).toBe(more);
  expect(withStep(more, step(1, 0, ["1,0 r0", "-"]))).toBe(more);
  expect(withStep(more, step(3, 1, ["2,1 r0"])).steps).toHaveLength(3);
});
