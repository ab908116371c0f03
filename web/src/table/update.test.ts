import { describe, expect, it } from "vitest";
import type { Now, Past, ServerMsg, Step, TableInfo } from "../wire";
import { laidSince, lastPlayed, viewAt, viewer } from "./state";
import { opened, update } from "./update";

const table: TableInfo = {
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

function now(to_act: number, score = 0): Now {
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

const past: Past = {
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

function step(n: number, seat: number, x: number): Step {
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

function fold(messages: ServerMsg[]) {
  const first = opened(past, 10);
  return messages.reduce((state, message) => update(state, message, 20) ?? state, first);
}

describe("folding messages", () => {
  it("waits for a snapshot", () => {
    expect(update(undefined, { t: "step", ...step(4, 0, 1) }, 0)).toBeUndefined();
  });

  it("lays tiles, keeps every state and the points", () => {
    const state = fold([
      { t: "step", ...step(4, 0, 1) },
      { t: "step", ...step(5, 1, 2) },
    ]);
    expect(state.n).toBe(5);
    expect(state.view?.tiles.map((tile) => tile.x)).toEqual([0, 1, 2]);
    expect(state.frames.map((frame) => frame.tiles)).toEqual([1, 2, 3]);
    expect(state.log.at(-1)?.points).toEqual([5, 5]);
    const [, second] = state.frames;
    if (!state.view || !second) throw new Error("no second frame");
    expect(viewAt(state.view, second).tiles).toHaveLength(2);
  });

  it("takes a repeated step once", () => {
    const state = fold([
      { t: "step", ...step(4, 0, 1) },
      { t: "step", ...step(4, 0, 1) },
    ]);
    expect(state.view?.tiles).toHaveLength(2);
    expect(state.log).toHaveLength(1);
  });

  it("drops the choices when the game goes on", () => {
    const choices: ServerMsg = {
      t: "choices",
      n: 3,
      seat: 0,
      ask: "lay",
      words: [],
      legal: ["1,0 r0"],
    };
    expect(fold([choices]).choices?.legal).toEqual(["1,0 r0"]);
    expect(fold([choices, { t: "step", ...step(4, 0, 1) }]).choices).toBeUndefined();
  });

  it("counts missed messages after coming back", () => {
    const state = fold([
      { t: "resumed", n: 5, you: past.you, table },
      { t: "step", ...step(4, 0, 1) },
      { t: "step", ...step(5, 1, 2) },
    ]);
    expect(state.n).toBe(5);
    expect(state.view?.tiles).toHaveLength(3);
  });

  it("keeps what is said in the log", () => {
    const state = fold([{ t: "chat", n: 4, at: 9, from: "q", name: "Bob", text: "hello" }]);
    expect(state.log.at(-1)?.cause).toEqual({
      c: "said",
      from: "q",
      name: "Bob",
      text: "hello",
    });
  });

  it("counts what it may not hear, and hears it when the game is over", () => {
    const state = fold([
      { t: "unseen", n: 4 },
      { t: "step", ...step(5, 0, 1) },
    ]);
    expect(state.n).toBe(5);
    expect(state.log.map((line) => line.n)).toEqual([5]);
    const cause = { c: "said" as const, from: "w", name: "Will", text: "oh", watchers: true };
    const heard = update(state, { t: "overheard", lines: [{ n: 4, at: 4, cause }] }, 30);
    expect(heard?.log.map((line) => line.n)).toEqual([4, 5]);
    expect(update(heard, { t: "overheard", lines: [{ n: 4, at: 4, cause }] }, 30)).toBe(heard);
  });

  it("goes back with the game when moves are taken back", () => {
    const played = fold([
      { t: "step", ...step(4, 0, 1) },
      { t: "step", ...step(5, 1, 2) },
    ]);
    const cause = { c: "takenback" as const, seat: 0, to: 3 };
    const back = update(played, { t: "table", n: 6, cause, table }, 30);
    const lines = [4, 5].map((n) => {
      const { at, cause: played, events } = step(n, n - 4, n - 3);
      return { n, at, cause: played, events, undone: true };
    });
    const log = [...lines, { n: 6, at: 6, cause }];
    const state = update(back, { t: "snapshot", ...past, n: 6, log }, 30);
    expect(state?.view?.tiles).toHaveLength(1);
    expect(state?.frames.map((frame) => frame.n)).toEqual([3, 6]);
    expect(state?.log.map((line) => line.n)).toEqual([6]);
    expect(state?.undone.map((line) => line.n)).toEqual([4, 5]);
    expect(state && laidSince(state, 0)).toEqual([]);
  });

  it("knows what happened since my last turn, through whose eyes", () => {
    const state = fold([
      { t: "step", ...step(4, 0, 1) },
      { t: "step", ...step(5, 1, 2) },
    ]);
    expect(viewer(state)).toBe(0);
    expect(lastPlayed(state.log, 0)).toBe(4);
    expect(laidSince(state, 0)).toEqual([{ cell: [2, 0], by: 1 }]);
  });
});

describe("a change of name", () => {
  const ann = { kind: "person" as const, id: "p", name: "Anna", account: false };
  const computer = { kind: "computer" as const, level: "greedy" as const };
  const msg: ServerMsg = { t: "renamed", person: "p", name: "Anna", sitters: [ann, computer] };

  it("shows on the seats and for me, and the log keeps what was logged", () => {
    const before = opened(past, 0);
    const after = update(before, msg, 1);
    expect(after?.table.seats.map((seat) => seat.sitter)).toEqual([ann, computer]);
    expect(after?.you.name).toBe("Anna");
    expect(after?.n).toBe(before.n);
    expect(after?.log).toBe(before.log);
  });

  it("of another leaves my own name alone", () => {
    const after = update(opened(past, 0), { ...msg, person: "q" }, 1);
    expect(after?.you.name).toBe("Ann");
  });
});
