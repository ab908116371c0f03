import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Desk } from "./desk.svelte";
import { pressed, type Asked } from "./keys";

const nothing = (): void => undefined;
const asked: Asked = {
  byHand: false,
  single: false,
  bindings: {},
  still: true,
  readScores: nothing,
  readClocks: nothing,
  help: nothing,
  tiles: nothing,
  why: nothing,
  hint: nothing,
  takeBack: nothing,
};
const turn = vi.fn();
const pick = vi.fn((key: string) => key === "2");
const desk = { pick, live: { turn }, cells: [] } as unknown as Desk;
const key = (name: string): KeyboardEvent => ({ key: name, target: null }) as KeyboardEvent;

beforeEach(() => vi.stubGlobal("HTMLElement", Object));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it("chooses by digits also when single keys are off", () => {
  expect(pressed(key("2"), desk, asked)).toBe(true);
  expect(pick).toHaveBeenCalledWith("2");
  expect(pressed(key("r"), desk, asked)).toBe(false);
  expect(turn).not.toHaveBeenCalled();
});

it("turns the tile by its key when they are on", () => {
  expect(pressed(key("r"), desk, { ...asked, single: true })).toBe(true);
  expect(turn).toHaveBeenCalledWith(1);
});
