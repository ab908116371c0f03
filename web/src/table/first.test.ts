// How long a first move may take, as far as the clocks tell.

import { expect, it, vi } from "vitest";
import type { LogLine } from "../wire";
import type { TableState } from "./state";

vi.mock("../i18n/index.svelte", () => ({ t: (key: string) => key, number: String }));
const { firstLeft } = await import("./first");

const played = [{ n: 4, cause: { c: "played", seat: 1, words: [] } }] as unknown as LogLine[];
function state(left: number[], running: number | undefined, log: LogLine[] = []): TableState {
  return {
    log,
    skew: 500,
    table: {
      config: { first: 30, clock: { kind: "total", seconds: 300, increment: 10 } },
      status: { kind: "playing" },
      clocks: { at: 10_500, left, running },
    },
  } as unknown as TableState;
}

it("counts from the moment at which the clock began to run", () => {
  expect(firstLeft(state([300_000, 300_000], 0), 0, 10_000)).toBe(30_000);
  // Two seconds ago by then, and five more since.
  expect(firstLeft(state([298_000, 300_000], 0), 0, 15_000)).toBe(23_000);
  expect(firstLeft(state([298_000, 300_000], 0), 0, 90_000)).toBe(0);
});

it("ends with the first move, and is for whoever must decide", () => {
  expect(firstLeft(state([310_000, 300_000], 1), 1, 10_000)).toBe(30_000);
  expect(firstLeft(state([310_000, 300_000], 1, played), 1, 10_000)).toBeUndefined();
  expect(firstLeft(state([300_000, 300_000], 0), 1, 10_000)).toBeUndefined();
});

it("is nothing where days are agreed on, or nothing is said", () => {
  expect(firstLeft(state([259_200_000, 259_200_000], 0), 0, 10_000)).toBeUndefined();
  const free = state([300_000], 0);
  delete free.table.config.first;
  expect(firstLeft(free, 0, 10_000)).toBeUndefined();
});
