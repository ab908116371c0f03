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
  preview,
  turned,
  undone,
} from "./decision";

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
    let d = layOn(begin(lay), [0, 1], false);
    expect(d.words).toEqual(["0,1 r0"]);
    d = turned(d, 1, false);
    expect(d.words).toEqual(["0,1 r2"]);
    expect(turned(d, 1, false).words).toEqual(["0,1 r0"]);
    expect(turned(d, -1, false).words).toEqual(["0,1 r0"]);
  });

  it("comes back to the turn last used on a cell", () => {
    let d = turned(layOn(begin(lay), [0, 1], false), 1, false);
    d = layOn(d, [1, 0], false);
    expect(preview(d)).toEqual({ index: 0, cell: [1, 0], r: 3 });
    expect(layOn(d, [0, 1], false).words).toEqual(["0,1 r2"]);
  });

  it("leaves a cell alone that is not legal", () => {
    expect(layOn(begin(lay), [5, 5], false).words).toEqual([]);
  });

  it("shows the next choices, and stays with them once all is said", () => {
    let d = layOn(begin(lay), [0, 1], false);
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
    const d = layOn(begin(lay), [1, 0], false);
    expect(answered(d, draft(["0,1 r0"], "figure", ["-"]))).toBe(d);
  });

  it("goes back one step at a time", () => {
    let d = layOn(begin(lay), [0, 1], false);
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

  it("turns blindly through all four where legal cells are not shown", () => {
    const d = layOn(begin(lay), [5, 5], true);
    expect(d.words).toEqual(["5,5 r0"]);
    expect(turned(d, 1, true).words).toEqual(["5,5 r1"]);
  });
});
