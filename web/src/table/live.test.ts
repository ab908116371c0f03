// A table as it is played, over a line of this test: what is foretold needs no answer, a move waits
// for the line, and what becomes of it is told.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Connection, Link, Waiting } from "../net/link";
import type { Asked, Oracle } from "../net/oracle";
import { notices } from "../ui/notices.svelte";
import type { Choices, ClientMsg, Draft, Problem, ServerMsg } from "../wire";
import { LiveTable } from "./live.svelte";
import { past, step } from "./testing";

class FakeLink implements Link {
  waiting: Waiting | undefined;
  sent: ClientMsg[] = [];
  on = true;
  #listener: (message: ServerMsg) => void = () => undefined;
  #watcher: (connection: Connection) => void = () => undefined;
  listen(listener: (message: ServerMsg) => void): () => void {
    this.#listener = listener;
    return () => undefined;
  }
  watch(watcher: (connection: Connection) => void): () => void {
    this.#watcher = watcher;
    watcher({ kind: "connected" });
    return () => undefined;
  }
  play(seat: number, after: number, words: string[]): string {
    this.waiting = { t: "play", seat, after, id: "move", words };
    return "move";
  }
  chat(): string {
    return "";
  }
  send(message: ClientMsg): boolean {
    if (this.on) this.sent.push(message);
    return this.on;
  }
  now(): void {}
  again(): void {}
  says(message: ServerMsg): void {
    this.#listener(message);
  }
  breaks(): void {
    this.on = false;
    this.#watcher({ kind: "lost", retryAt: 0 });
  }
}

const choices: Choices = {
  n: 3,
  seat: 0,
  ask: "lay",
  words: [],
  legal: ["1,0 r0", "0,1 r0"],
  moves: {
    words: [
      ["1,0 r0", "0,1 r0"],
      ["follower@road:E", "-"],
    ],
    first: { ask: "lay", words: 0, then: [{ ask: "figure", words: 1 }, null] },
  },
};
const late: Problem = { type: "late", title: "late", status: 409, detail: "The game has gone on." };

let link: FakeLink;
let asked: Asked[];
let live: LiveTable;
const oracle = (): Oracle => ({
  draft: (words) => {
    asked.push(words);
    return Promise.resolve(undefined);
  },
  survey: () => Promise.reject(new Error("nobody surveys")),
  why: () => Promise.resolve([]),
  hint: () => Promise.resolve([]),
  replay: () => Promise.resolve(undefined),
});

beforeEach(() => {
  vi.useFakeTimers();
  notices.length = 0;
  link = new FakeLink();
  asked = [];
  live = new LiveTable(link, oracle());
  link.says({ t: "snapshot", ...past });
  link.says({ t: "choices", ...choices });
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
});

it("knows at once what follows a tile, and asks the oracle once", () => {
  live.lay([1, 0]);
  expect(live.decision?.points[1]).toMatchObject({
    ask: "figure",
    legal: ["follower@road:E", "-"],
  });
  live.choose("-");
  expect(live.decision?.whole).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([{ seat: 0, after: 3, words: ["1,0 r0", "-"] }]);
});

it("asks an oracle in this page at once, and begins with what it answers", async () => {
  const draft = vi.fn<Oracle["draft"]>(() =>
    Promise.resolve({ draft: { complete: false, choices } as unknown as Draft }),
  );
  link.says({ t: "snapshot", ...past });
  live.oracle = { ...oracle(), near: true, draft };
  link.says({ t: "choices", ...choices, words: ["1,0 r0"] });
  expect(live.decision).toBeUndefined();
  await vi.advanceTimersByTimeAsync(0);
  expect(live.decision).toMatchObject({ seat: 0, words: [] });
  live.lay([1, 0]);
  await vi.advanceTimersByTimeAsync(0);
  expect(draft.mock.lastCall).toEqual([{ seat: 0, after: 3, words: ["1,0 r0"] }]);
});

it("plays a whole move without a line, and shows it until it is answered", () => {
  link.breaks();
  live.lay([0, 1]);
  live.confirm();
  expect(link.waiting?.words).toEqual(["0,1 r0"]);
  expect(live.sent).toBe("move");
  // The line is back, with the same question: the move lies there still.
  link.says({ t: "resumed", n: 3, you: past.you, table: past.table });
  link.says({ t: "choices", ...choices });
  expect(live.decision?.words).toEqual(["0,1 r0"]);
  expect(live.sent).toBe("move");
  link.waiting = undefined;
  link.says({
    t: "step",
    ...step(4, 0, 1),
    cause: { c: "played", seat: 0, id: "move", words: [], chance: [] },
  });
  expect(live.sent).toBeUndefined();
  expect(notices).toHaveLength(0);
});

it("takes up a move that a page before this one has confirmed", () => {
  link.waiting = { t: "play", seat: 0, after: 3, id: "old", words: ["1,0 r0", "follower@road:E"] };
  live.close();
  live = new LiveTable(link, oracle());
  expect(live.sent).toBe("old");
  link.says({ t: "snapshot", ...past });
  link.says({ t: "choices", ...choices });
  expect(live.decision?.words).toEqual(["1,0 r0", "follower@road:E"]);
});

it("tells aloud why a move that waited was not played, and keeps what was tried", () => {
  live.lay([0, 1]);
  live.confirm();
  link.breaks();
  link.waiting = undefined;
  link.says({ t: "refused", id: "move", problem: late });
  expect(live.sent).toBeUndefined();
  expect(live.refused).toEqual(late);
  expect(live.decision?.words).toEqual(["0,1 r0"]);
  expect(notices).toHaveLength(1);
});

it("tells it also when the game has gone on meanwhile", () => {
  live.lay([0, 1]);
  live.confirm();
  link.breaks();
  link.says({ t: "step", ...step(4, 1, 1) });
  link.waiting = undefined;
  link.says({ t: "refused", id: "move", problem: late });
  expect(notices).toHaveLength(1);
  // It is no refusal of what is asked now.
  expect(live.refused).toBeUndefined();
});

it("refuses aloud what is no move without a line", () => {
  link.breaks();
  expect(live.ask({ t: "resign", seat: 0 })).toBe(false);
  expect(link.sent).toEqual([]);
  expect(notices).toHaveLength(1);
});

it("takes words back together, but never those of a move on its way", () => {
  live.lay([1, 0]);
  live.choose("-");
  expect(live.keep(1)).toBe(true);
  expect(live.decision?.words).toEqual(["1,0 r0"]);
  live.lay([0, 1]);
  live.confirm();
  expect(live.keep(0)).toBe(false);
  expect(live.decision?.words).toEqual(["0,1 r0"]);
});

it("takes no answer from before the game went on for what was tried now", () => {
  live.layAs("1,0 r0");
  link.says({ t: "step", ...step(4, 0, 1) });
  link.says({ t: "choices", ...choices, n: 5, legal: ["2,0 r0"] });
  const old = { complete: false, choices: { ...choices, words: ["1,0 r0"] } };
  link.says({ t: "draft", ...(old as unknown as Draft) });
  expect(live.decision?.words).toEqual([]);
});
