import { describe, expect, it } from "vitest";
import type { Choices, Draft } from "../wire";
import {
  answered,
  begin,
  choose,
  chosen,
  complete,
  facing,
  layOn,
  passing,
  preview,
  turned,
  turnsOn,
  undone,
} from "./decision";

const looks = String;
const SEEN = { blind: false, looks };
const BLIND = { blind: true, looks };

const lay: Choices = {
  n: 7,
  seat: 0,
  ask: "lay",
  words: [],
  legal: ["0,1 r0", "0,1 r2", "1,0 r3"],
};

function draft(words: string[], ask: string, legal: string[]): Draft {
  const complete = legal.length === 0;
  return {
    choices: { n: 7, seat: 0, ask, words, legal },
    complete,
    events: [],
    add: [],
    now: { turn: 1, on_turn: 0, part: 1, ask, figures: [], seats: [], left: 0 },
  };
}

describe("a decision", () => {
  it("lays in the first legal turn, turns through the legal ones and comes round", () => {
    let d = layOn(begin(lay), [0, 1], SEEN);
    expect(d.words).toEqual(["0,1 r0"]);
    d = turned(d, 1, SEEN);
    expect(d.words).toEqual(["0,1 r2"]);
    expect(turned(d, 1, SEEN).words).toEqual(["0,1 r0"]);
    expect(turned(d, -1, SEEN).words).toEqual(["0,1 r0"]);
  });

  it("passes over a figure, never over what comes as a surprise after it", () => {
    let d = layOn(begin(lay), [0, 1], SEEN);
    expect(passing(d)).toBeUndefined();
    d = answered(d, draft(["0,1 r0"], "figure", ["follower@city:N", "-"]));
    expect(passing(d)).toBe("-");
    // A second tile: the press that confirms the figure must not decline it.
    d = choose(d, 1, "follower@city:N");
    d = answered(d, draft(["0,1 r0", "follower@city:N"], "second", ["second", "-"]));
    expect(facing(d).choices.ask).toBe("second");
    expect(passing(d)).toBeUndefined();
  });

  it("passes over whoever may be sent to what was just built", () => {
    const wall = { ...lay, ask: "wall", legal: ["wall:left", "wall:right"] };
    let d = choose(begin(wall), 0, "wall:left");
    expect(passing(d)).toBeUndefined();
    d = answered(d, draft(["wall:left"], "post", ["post", "-"]));
    expect(passing(d)).toBe("-");
  });

  it("does not stop at a turn that looks like one before", () => {
    // As a straight road: half a turn changes nothing.
    const straight = { blind: false, looks: (r: number) => String(r % 2) };
    const both = { ...lay, legal: ["0,1 r0", "0,1 r2"] };
    const d = layOn(begin(both), [0, 1], straight);
    expect(turnsOn(d, 0, [0, 1], straight)).toEqual([0]);
    expect(turned(d, 1, straight)).toBe(d);
    const blind = { ...straight, blind: true };
    expect(turnsOn(d, 0, [5, 5], blind)).toEqual([0, 1]);
    // Whoever has laid it the other way round by its word turns on from there.
    const other = choose(begin(lay), 0, "0,1 r3");
    expect(turned(other, 1, blind).words).toEqual(["0,1 r0"]);
  });

  it("comes back to the turn last used on a cell", () => {
    let d = turned(layOn(begin(lay), [0, 1], SEEN), 1, SEEN);
    d = layOn(d, [1, 0], SEEN);
    expect(preview(d)).toEqual({ index: 0, cell: [1, 0], r: 3 });
    expect(layOn(d, [0, 1], SEEN).words).toEqual(["0,1 r2"]);
  });

  it("leaves a cell alone that is not legal", () => {
    expect(layOn(begin(lay), [5, 5], SEEN).words).toEqual([]);
  });

  it("shows the next choices, and stays with them once all is said", () => {
    let d = layOn(begin(lay), [0, 1], SEEN);
    d = answered(d, draft(["0,1 r0"], "figure", ["follower@city:N", "-"]));
    expect(facing(d).choices.ask).toBe("figure");
    expect(chosen(d)).toBeUndefined();
    expect(complete(d)).toBe(false);
    d = choose(d, 1, "-");
    expect(chosen(d)).toBe("-");
    expect(complete(d)).toBe(false);
    d = answered(d, draft(["0,1 r0", "-"], "lay", []));
    expect(complete(d)).toBe(true);
    expect(facing(d).choices.ask).toBe("figure");
    d = choose(d, 1, "follower@city:N");
    expect(d.words).toEqual(["0,1 r0", "follower@city:N"]);
  });

  it("ignores an answer to words that were changed meanwhile", () => {
    const d = layOn(begin(lay), [1, 0], SEEN);
    expect(answered(d, draft(["0,1 r0"], "figure", ["-"]))).toBe(d);
  });

  it("goes back one step at a time", () => {
    let d = layOn(begin(lay), [0, 1], SEEN);
    d = answered(d, draft(["0,1 r0"], "figure", ["follower@city:N", "-"]));
    d = choose(d, 1, "-");
    d = undone(d);
    expect(d.words).toEqual(["0,1 r0"]);
    expect(facing(d).choices.ask).toBe("figure");
    d = undone(d);
    expect(d.words).toEqual([]);
    expect(facing(d).choices.ask).toBe("lay");
    expect(undone(d).words).toEqual([]);
  });

  it("knows what choices are worth also after a step back", () => {
    const moves = { words: [lay.legal], first: { ask: "lay", words: 0 } };
    const d = undone(layOn(begin({ ...lay, moves }), [0, 1], SEEN));
    expect(answered(d, draft([], "lay", lay.legal)).points[0]?.moves).toEqual(moves);
  });

  it("turns blindly through all four where legal cells are not shown", () => {
    const d = layOn(begin(lay), [5, 5], BLIND);
    expect(d.words).toEqual(["5,5 r0"]);
    expect(turned(d, 1, BLIND).words).toEqual(["5,5 r1"]);
  });
});
