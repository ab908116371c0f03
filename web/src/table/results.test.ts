import { describe, expect, it } from "vitest";
import type { Event, LogLine } from "../wire";
import { columnsOf, courseOf, outcomeOf } from "./results";

function scored(feature: string, points: number[]): Event {
  return {
    e: "scored",
    feature,
    at: { place: feature },
    complete: true,
    parts: [],
    strength: [],
    winners: [],
    points,
  };
}

function line(n: number, points: number[], events: Event[]): LogLine {
  return {
    n,
    at: 0,
    cause: { c: "played", seat: 0, id: "", words: [], chance: [] },
    events,
    points,
  };
}

describe("results", () => {
  const log = [
    line(1, [4, 0], [scored("road", [4, 0])]),
    line(2, [4, 8], [scored("city", [0, 8])]),
    line(3, [14, 8], [scored("wine", [10, 0]), scored("garden", [0, 0])]),
  ];

  it("adds up by kind, tokens together, in a fixed order", () => {
    expect(columnsOf(log, 2, { tokens: ["wine"], order: ["road", "city"] })).toEqual([
      { kind: "road", points: [4, 0] },
      { kind: "city", points: [0, 8] },
      { kind: "tokens", points: [10, 0] },
    ]);
  });

  it("follows the scores", () => {
    expect(courseOf(log, 2)).toEqual([
      [0, 0],
      [4, 0],
      [4, 8],
      [14, 8],
    ]);
  });

  it("begins where the record left off", () => {
    const later = [line(1, [24, 10], [scored("road", [4, 0])]), line(2, [24, 18], [])];
    expect(courseOf(later, 2)[0]).toEqual([20, 10]);
    expect(columnsOf(later, 2)).toEqual([
      { kind: "earlier", points: [20, 10] },
      { kind: "road", points: [4, 0] },
    ]);
  });

  it("says who won and by how much", () => {
    const over = { kind: "over", reason: "played", ranks: [[0], [1]], points: [14, 8] } as const;
    const status = { ...over, ranks: [[0], [1]], points: [14, 8] };
    expect(outcomeOf(status, [0])).toEqual({ won: true, winners: [0], by: 6 });
    expect(outcomeOf({ ...status, ranks: [[0, 1]] }, [1])).toEqual({ won: true, winners: [0, 1] });
    expect(outcomeOf({ ...status, reason: "resigned" }, [1])).toEqual({ won: false, winners: [0] });
    expect(outcomeOf({ kind: "playing" }, [0])).toBeUndefined();
  });
});
