// A table for the tests: a person and the computer, one tile.

import type { Now, Past, Step, TableInfo } from "../wire";

export const table: TableInfo = {
  id: "abc",
  config: {
    name: "",
    plan: { family: "country", expansions: [], options: [] },
    seats: [{ kind: "me" }, { kind: "computer", level: "greedy" }],
    order: "given",
    clock: { kind: "none" },
    flagged: "loses",
    aids: "standard",
    visibility: "public",
  },
  status: { kind: "playing" },
  seats: [
    { sitter: { kind: "person", id: "p", name: "Ann", account: false }, out: false, here: true },
    { sitter: { kind: "computer", level: "greedy" }, out: false, here: true },
  ],
  owner: "p",
  made: 0,
  clocks: { at: 0, left: [] },
  draws: {
    version: 2,
    round: 1,
    commitment: "",
    shares: [],
    hashes: [],
    values: [],
    order: [],
    before: 0,
  },
};

export function now(to_act: number, score = 0): Now {
  const seat = { score, supply: [] as [string, number][] };
  return {
    turn: 1,
    on_turn: to_act,
    part: 1,
    to_act,
    ask: "lay",
    figures: [],
    seats: [seat, seat],
    left: 70,
  };
}

export const past: Past = {
  n: 3,
  you: { person: "p", name: "Ann", seats: [0], owner: true },
  table,
  view: {
    kinds: [{ id: "base/D", count: 4 }],
    tiles: [{ id: "base/D", x: 0, y: 0, r: 0 }],
    now: now(0),
  },
  log: [],
};

export function step(n: number, seat: number, x: number): Step {
  return {
    n,
    at: n,
    cause: { c: "played", seat, id: `m${n}`, words: [`${x},0 r0`, "-"], chance: ["base/D"] },
    events: [{ e: "laid", tile: "base/D", x, y: 0, r: 0 }],
    add: [{ id: "base/D", x, y: 0, r: 0, by: seat }],
    now: now(1 - seat, n),
    clocks: { at: n, left: [] },
  };
}
