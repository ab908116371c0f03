import { expect, it } from "vitest";
import { FIRST_SLICE, isOver, nextSlice } from "./slices";

it("takes larger slices while they are short, and smaller ones when they are long", () => {
  expect(nextSlice(FIRST_SLICE, 1)).toBe(2 * FIRST_SLICE);
  expect(nextSlice(400, 6)).toBe(400);
  expect(nextSlice(400, 30)).toBe(200);
  expect(nextSlice(FIRST_SLICE, 300)).toBe(FIRST_SLICE);
  expect(nextSlice(4096, 0)).toBe(4096);
});

it("knows when a thought is over", () => {
  const thought = { done: false, words: [], visits: 20, nodes: 400 };
  expect(isOver(JSON.stringify({ ok: thought }))).toBe(false);
  expect(isOver(JSON.stringify({ ok: { ...thought, done: true } }))).toBe(true);
  expect(isOver(JSON.stringify({ ok: { ...thought, ballot: [] } }))).toBe(true);
  expect(isOver(JSON.stringify({ problem: { type: "rules" } }))).toBe(true);
  // A judgement has something to show before it is done; an analysis when all words were seen.
  expect(isOver(JSON.stringify({ ok: { done: false, nodes: 1, of: 2, found: {} } }))).toBe(false);
  expect(isOver(JSON.stringify({ ok: { done: 5, of: 9 } }))).toBe(false);
  expect(isOver(JSON.stringify({ ok: { done: 9, of: 9, found: {} } }))).toBe(true);
});
