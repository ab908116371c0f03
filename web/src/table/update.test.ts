import { describe, expect, it } from "vitest";
import type { ServerMsg } from "../wire";
import { awayFor, leftOf } from "./clock.svelte";
import { laidSince, lastPlayed, viewAt, viewer } from "./state";
import { past, step, table } from "./testing";
import { opened, update } from "./update";

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

  it("keeps what is true of the whole game: its kinds of tile, and which pieces are built", () => {
    const view = past.view && { ...past.view, built: ["tower"] };
    if (!view) throw new Error("no view");
    const first = opened({ ...past, view }, 10);
    const state = update(first, { t: "step", ...step(4, 0, 1) }, 20);
    expect(state?.view?.built).toEqual(["tower"]);
    const [frame] = state?.frames ?? [];
    if (!state?.view || !frame) throw new Error("no frame");
    expect(viewAt(state.view, frame).built).toEqual(["tower"]);
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

describe("presence", () => {
  const bob = { kind: "person", id: "q", name: "Bob", account: false } as const;
  const seats = [table.seats[0], { sitter: bob, out: false, here: true }].flatMap(
    (one) => one ?? [],
  );
  const together = opened(
    { ...past, table: { ...table, seats, clocks: { at: 1_000_000, left: [] } } },
    // This browser is nine hundred seconds behind the server.
    100_000,
  );
  const hear = (state: typeof together, here: boolean[], local: number) =>
    update(state, { t: "presence", here, watchers: 0 }, local) ?? state;

  it("counts from when somebody leaves, in the time of the server", () => {
    const gone = hear(together, [true, false], 130_000);
    expect(gone.table.seats[1]).toMatchObject({ here: false, away_since: 1_030_000 });
    expect(awayFor(gone, 1, 190_000)).toBe(60_000);
    // Somebody else coming or going does not begin it anew.
    const still = hear(gone, [false, false], 140_000);
    expect(still.table.seats[1]?.away_since).toBe(1_030_000);
  });

  it("ends when they come back", () => {
    const back = hear(hear(together, [true, false], 130_000), [true, true], 150_000);
    expect(back.table.seats[1]).toEqual({ sitter: bob, out: false, here: true });
    expect(awayFor(back, 1, 190_000)).toBeUndefined();
  });

  it("counts for nobody where moves take days, nor after the end, nor for the computer", () => {
    const { config } = table;
    const days = {
      ...together.table,
      config: { ...config, clock: { kind: "days", days: 2 } as const },
    };
    const over = { kind: "over", reason: "played", ranks: [], points: [] } as const;
    for (const info of [
      days,
      { ...together.table, status: { ...over, ranks: [], points: [] } },
      table,
    ]) {
      const gone = hear({ ...together, table: info }, [false, false], 130_000);
      expect(gone.table.seats[1]?.away_since).toBeUndefined();
    }
  });
});

describe("clocks", () => {
  const clocks = { at: 1_000_000, left: [60_000, 50_000], running: 1 };
  const begun = opened({ ...past, table: { ...table, clocks } }, 100_000);

  it("tick from when they were told, in the time of the server", () => {
    expect(leftOf(begun, 1, 110_000)).toBe(40_000);
    expect(leftOf(begun, 0, 110_000)).toBe(60_000);
  });

  it("go on from now after a break, whatever was missed", () => {
    // Half a minute later: `resumed` with the clocks of now, then the step that was missed.
    const resumed: ServerMsg = {
      t: "resumed",
      n: 4,
      you: past.you,
      table: { ...table, clocks: { at: 1_030_000, left: [40_000, 45_000], running: 0 } },
    };
    const missed: ServerMsg = {
      t: "step",
      ...step(4, 1, 1),
      clocks: { at: 1_005_000, left: [60_000, 45_000], running: 0 },
    };
    const state = [resumed, missed].reduce((all, one) => update(all, one, 130_000) ?? all, begun);
    expect(leftOf(state, 0, 130_000)).toBe(40_000);
    expect(leftOf(state, 0, 131_000)).toBe(39_000);
  });

  it("learn from a pong how much this browser's time differs", () => {
    const exact = update(begun, { t: "pong", at: 200_000, now: 1_200_100 }, 200_200) ?? begun;
    expect(exact.skew).toBe(1_000_000);
    expect(exact).not.toBe(begun);
    // What nobody would notice draws nothing anew.
    expect(update(exact, { t: "pong", at: 300_000, now: 1_300_100 }, 300_100)).toBe(exact);
  });
});
