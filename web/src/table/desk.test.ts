// The desk and its parts: what is tried, looking back, the survey, what is laid over the board.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Link } from "../net/link";
import type { Oracle } from "../net/oracle";
import type { Replay, ServerMsg, Survey } from "../wire";
import { Desk } from "./desk.svelte";
import { howOf } from "./asking";
import { LiveTable } from "./live.svelte";
import { now, past, step } from "./testing";

// Only a browser has these.
vi.mock("../art", () => ({
  seatColours: (seats: number) => Array.from({ length: seats }, (_, i) => i),
}));
vi.mock("../board/eye.svelte", () => ({ Eye: Object }));
vi.mock("../board/shapes.svelte", () => ({ placesOf: () => [], placeOf: () => undefined }));

const survey = { features: [], cells: [] } as unknown as Survey;
const replay = {
  start: { kinds: [], tiles: [{ id: "base/D", x: 0, y: 0, r: 0 }], now: now(0) },
  steps: [step(1, 0, 1), step(2, 1, 2)],
} as unknown as Replay;

const oracle = {
  draft: vi.fn<Oracle["draft"]>(),
  survey: vi.fn<Oracle["survey"]>(),
  why: vi.fn<Oracle["why"]>(),
  hint: vi.fn(() => Promise.resolve([])),
  replay: vi.fn<Oracle["replay"]>(),
};
let say: (message: ServerMsg) => void;

function desk(): Desk {
  const link: Link = {
    listen: (listener) => {
      say = listener;
      return () => undefined;
    },
    watch: () => () => undefined,
    play: () => "move",
    chat: () => "",
    send: () => true,
    now: () => undefined,
    again: () => undefined,
    waiting: undefined,
  };
  const live = new LiveTable(link, oracle);
  say({ t: "snapshot", ...past });
  return new Desk(live);
}

beforeEach(() => {
  vi.useFakeTimers();
  oracle.draft.mockReset().mockResolvedValue(undefined);
  oracle.survey.mockReset().mockResolvedValue(survey);
  oracle.replay.mockReset().mockResolvedValue(replay);
});
afterEach(() => vi.useRealTimers());

it("looks back at what it saw, and asks for what was before only once", async () => {
  const one = desk();
  say({ t: "step", ...step(4, 0, 1) });
  say({ t: "step", ...step(5, 1, 2) });
  one.stepBy(-1);
  expect(one.at).toBe(1);
  expect(one.view.tiles).toHaveLength(2);
  expect(one.past).toBe(true);
  one.goTo(-1);
  await vi.advanceTimersByTimeAsync(1);
  expect(oracle.replay).toHaveBeenCalledTimes(1);
  one.stepBy(10);
  expect(one.at).toBeUndefined();
  expect(one.view).toBe(one.present);
});

it("counts the moves since mine, and goes back to just after it", () => {
  const one = desk();
  say({ t: "step", ...step(4, 0, 1) });
  say({ t: "step", ...step(5, 1, 2) });
  expect(one.since).toBe(1);
  one.sinceMyTurn();
  expect(one.history.frame?.n).toBe(4);
});

it("tries nothing while it looks back", () => {
  const one = desk();
  say({ t: "step", ...step(4, 1, 1) });
  say({
    t: "choices",
    n: 4,
    seat: 0,
    ask: "lay",
    words: [],
    legal: ["2,0 r0", "2,0 r2", "0,1 r0"],
  });
  expect(one.cells.map(({ cell }) => cell)).toEqual([
    [2, 0],
    [0, 1],
  ]);
  one.stepBy(-1);
  expect(one.decision).toBeUndefined();
  expect(one.cells).toEqual([]);
});

it("surveys each position once, and again after a failure", async () => {
  const one = desk();
  await one.look();
  await one.look();
  expect(oracle.survey).toHaveBeenCalledTimes(1);
  expect(one.survey).toBe(survey);
  say({ t: "step", ...step(4, 1, 1) });
  oracle.survey.mockRejectedValueOnce(new Error("out of reach"));
  await one.look();
  await one.look();
  expect(oracle.survey).toHaveBeenCalledTimes(3);
});

it("switches overlays on and off, and frames what others laid", () => {
  const one = desk();
  one.toggle("owners");
  expect(one.overlay).toBe("owners");
  expect(one.wantsSurvey).toBe(true);
  one.toggle("owners");
  expect(one.overlay).toBeUndefined();
  say({ t: "step", ...step(4, 1, 3) });
  expect(one.framed).toMatchObject([{ cell: [3, 0], colour: 1 }]);
  one.lastShown = false;
  expect(one.framed).toEqual([]);
});

it("says why nobody can be sent: none is left, whatever else is there to build", () => {
  const one = desk();
  const tried = (supply: [string, number][]): string => {
    const { present } = one;
    const seats = present.now.seats.map((seat) => ({ ...seat, supply }));
    const preview = { cell: [1, 0], r: 0, index: 0 };
    const view = { ...present, built: ["tower"], now: { ...present.now, seats } };
    const decision = { seat: 0 };
    return howOf({ present: view, preview, decision, complete: true, options: [] } as never);
  };
  expect(
    tried([
      ["follower", 0],
      ["tower", 3],
    ]),
  ).toBe("table.ask.lay.empty");
  expect(tried([["follower", 2]])).toBe("table.ask.lay.none");
});
