// A lesson at its table: the learner's move is judged, others go by themselves, and showing how it
// is done never waits for itself.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RecordOracle } from "../net/recordOracle";
import { LiveTable } from "../table/live.svelte";
import { now, past, table } from "../table/testing";
import type { Lesson, Moment } from "../wire";
import { Practice } from "./practice.svelte";

const lesson = {
  row: { name: "first" },
  record: "record",
  names: ["You", "Other"],
  steps: [
    { yours: true, before: 2, words: ["1,0 r0"], same: [], accept: [] },
    { yours: true, before: 3, words: ["2,0 r0"], same: [], accept: [] },
  ],
} as unknown as Lesson;

/** The game of the record, as far as a lesson needs it: every word is legal. */
function momentOf(then: readonly string[]): Moment {
  return {
    view: { ...(past.view ?? { kinds: [], tiles: [] }), now: now(0) },
    log: [],
    choices: { n: 0, seat: 0, ask: "lay", words: [], legal: ["1,0 r0", "2,0 r0", "3,0 r0"] },
    ...(then.length > 5 ? { refused: { type: "rules", title: "", status: 422, detail: "" } } : {}),
  };
}

let practice: Practice;
let live: LiveTable;
let answers: (() => void)[];
let slow: boolean;

beforeEach(async () => {
  vi.useFakeTimers();
  slow = false;
  answers = [];
  const record = {
    moment: (then: readonly string[]) =>
      slow
        ? new Promise<Moment>((done) => answers.push(() => done(momentOf(then))))
        : Promise.resolve(momentOf(then)),
  } as unknown as RecordOracle;
  const stage = { table, colours: [0, 1], pause: () => Promise.resolve(), onstep: () => undefined };
  practice = new Practice(lesson, stage, record);
  live = new LiveTable(practice, practice.oracle);
  practice.live = live;
  await practice.begin(0);
});
afterEach(() => {
  live.close();
  practice.close();
  vi.useRealTimers();
});

it("goes on after the right move", async () => {
  live.layAs("1,0 r0");
  await vi.advanceTimersByTimeAsync(200);
  live.confirm();
  await vi.advanceTimersByTimeAsync(200);
  expect(practice.at).toBe(1);
  expect(practice.phase).toBe("goal");
});

it("takes back what was wrong, and counts it", async () => {
  live.layAs("3,0 r0");
  await vi.advanceTimersByTimeAsync(200);
  live.confirm();
  await vi.advanceTimersByTimeAsync(200);
  expect(practice.errors).toBe(1);
  expect(live.decision?.words).toEqual([]);
  expect(practice.at).toBe(0);
});

it("does not hang when shown while a move is on its way", async () => {
  live.layAs("1,0 r0");
  await vi.advanceTimersByTimeAsync(200);
  slow = true;
  live.confirm();
  await vi.advanceTimersByTimeAsync(10);
  expect(live.sent).toBeDefined();
  // This looped for ever, and the page with it.
  await practice.showMe();
  expect(practice.showing).toBe(false);
  slow = false;
  for (const answer of answers) answer();
  await vi.advanceTimersByTimeAsync(200);
  expect(practice.at).toBe(1);
});

it("shows how it is done", async () => {
  live.layAs("3,0 r0");
  const shown = practice.showMe();
  await vi.advanceTimersByTimeAsync(3000);
  await shown;
  await vi.advanceTimersByTimeAsync(200);
  expect(practice.at).toBe(1);
});
