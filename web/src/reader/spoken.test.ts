// What is said aloud: moves and points in full words, nothing lost, clocks at their times.

import { afterEach, describe, expect, it, vi } from "vitest";
import type { Event, LogLine } from "../wire";
import { gainsOf, spokenOf } from "./spoken";
import { scribeOf } from "./testing";
import { Voice } from "./voice.svelte";
import { MINE, warned } from "./warnings";

const scored = (points: number[], winners: number[], feature = "road"): Event => ({
  e: "scored",
  feature,
  at: { cell: [0, 0], place: "road:EW" },
  complete: true,
  parts: [{ why: "tiles", count: 4, each: 1 }],
  strength: points.map((n) => (n > 0 ? 1 : 0)),
  winners,
  points,
});
const line = (events: Event[], words: string[] = []): LogLine => ({
  n: 9,
  at: 0,
  cause: { c: "played", seat: 1, id: "x", words, chance: [] },
  events,
});
const move: Event[] = [
  { e: "laid", tile: "base/U", x: 2, y: -1, r: 0 },
  { e: "put", seat: 1, piece: "follower", at: { cell: [2, -1], place: "road:EW" } },
];

describe("spoken", () => {
  it("tells a move and its points in sentences", () => {
    expect(spokenOf(line([...move, scored([4, 0], [0])]), scribeOf())).toEqual([
      "Anna laid a tile at 2 east, 1 north (road from the east to the west) and posted a follower to the road.",
      "You score 4 points for a road of 4 tiles.",
    ]);
  });

  it("says less and more", () => {
    const events = [...move, scored([0, 4], [1])];
    expect(spokenOf(line(events), scribeOf("en", "short"))).toEqual([
      "Anna, at 2 east, 1 north, a follower to the road.",
      "Anna scores 4 points for a road.",
    ]);
    const full = spokenOf(line(events), scribeOf("en", "full")).join(" ");
    expect(full).toContain("4 tiles times 1 = 4");
    expect(full).toContain("At the centre.");
  });

  it("speaks French", () => {
    expect(spokenOf(line([...move, scored([0, 4], [1])]), scribeOf("fr"))).toEqual([
      "Anna pose une tuile en 2 est, 1 nord (route de l’est à l’ouest) et place un partisan sur la route.",
      "Anna marque 4 points pour une route de 4 tuiles.",
    ]);
  });

  it("tells shared and unequal points to each", () => {
    expect(spokenOf(line([scored([4, 4], [0, 1])]), scribeOf())).toEqual([
      "You and Anna each score 4 points for a road of 4 tiles.",
    ]);
    expect(spokenOf(line([scored([4, 7], [0, 1])]), scribeOf())).toEqual([
      "You score 4 points for a road of 4 tiles.",
      "Anna scores 7 points for a road of 4 tiles.",
    ]);
  });

  it("tells an abbot taken back, walls with their place, and talk", () => {
    const back = spokenOf(line([scored([0, 5], [1], "garden")], ["-", "recall@1,1"]), scribeOf());
    expect(back[0]).toBe("Anna took the abbot home.");
    const wall: Event = { e: "put", seat: 1, piece: "wall", at: { cell: [1, 0], place: "E" } };
    expect(spokenOf(line([wall]), scribeOf())).toEqual([
      "Anna built a wall on the east side of 1 east.",
    ]);
    const said: LogLine = {
      n: 1,
      at: 0,
      cause: { c: "said", from: "p", name: "Anna", text: "Hello!" },
    };
    expect(spokenOf(said, scribeOf())).toEqual(["Anna says: Hello!"]);
  });

  it("says so when somebody does nothing", () => {
    expect(spokenOf(line([], ["-"]), scribeOf())).toEqual(["Anna did nothing more."]);
  });

  it("tells what a draft would bring", () => {
    expect(gainsOf([...move, scored([4, 0], [0])], scribeOf())).toEqual([
      "You score 4 points for a road of 4 tiles.",
    ]);
  });
});

describe("voice", () => {
  afterEach(() => void vi.useRealTimers());

  it("says everything once and in order, however much comes at once", () => {
    vi.useFakeTimers();
    const voice = new Voice();
    const heard: string[] = [];
    for (let i = 0; i < 100; i++) voice.say(`line ${i}`, i);
    for (let i = 0; i < 300; i++) {
      vi.advanceTimersByTime(30);
      const last = voice.lines.at(-1)?.text;
      if (last !== undefined && last !== heard.at(-1)) heard.push(last);
    }
    expect(heard).toEqual(Array.from({ length: 100 }, (_, i) => `line ${i}`));
    expect(voice.lines.length).toBeLessThanOrEqual(40);
    expect(voice.last).toBe("line 99");
  });

  it("says the same twice if it happens twice", () => {
    vi.useFakeTimers();
    const voice = new Voice();
    voice.say("Your turn.");
    vi.advanceTimersByTime(200);
    voice.say("Your turn.");
    vi.advanceTimersByTime(200);
    // Two lines, so that a reader hears of a change each time.
    expect(voice.lines.map(({ text }) => text)).toEqual(["Your turn.", "Your turn."]);
    expect(new Set(voice.lines.map(({ key }) => key)).size).toBe(2);
  });
});

describe("clocks", () => {
  it("warn once at each time", () => {
    expect(warned(undefined, 59_000, MINE)).toBeUndefined();
    expect(warned(61_000, 59_900, MINE)).toBe(60);
    expect(warned(59_900, 59_000, MINE)).toBeUndefined();
    expect(warned(70_000, 9_000, MINE)).toBe(10);
    expect(warned(11_000, -5, MINE)).toBeUndefined();
  });
});
