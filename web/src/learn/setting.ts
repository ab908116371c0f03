// The table at which a lesson is played: it exists on this page only.

import type { Lesson, SeatInfo, TableInfo } from "../wire";

/** Blue and red, which nobody takes for one another; the learner's own colour if there is one. */
export function lessonColours(own: number, seats: number): number[] {
  const mine = own >= 0 ? own : 2;
  const others = [4, 2, 3, 5, 1, 0].filter((colour) => colour !== mine);
  return [mine, ...others].slice(0, seats);
}

/** A table for a lesson; `you` is what the learner is called. */
export function lessonTable({ row, names }: Lesson, you: string, title: string): TableInfo {
  const seats = names.map((name, seat): SeatInfo => {
    const shown = seat === 0 ? you : name;
    const id = seat === 0 ? "learner" : `opponent-${seat}`;
    return {
      sitter: { kind: "person", id, name: shown, account: false },
      out: false,
      here: true,
    };
  });
  return {
    id: `lesson-${row.name}`,
    config: {
      name: title,
      plan: { family: row.family, expansions: row.expansions, options: [] },
      seats: names.map((name, seat) => (seat === 0 ? { kind: "me" } : { kind: "screen", name })),
      order: "given",
      clock: { kind: "none" },
      flagged: "computer",
      aids: "standard",
      visibility: "link",
    },
    status: { kind: "playing" },
    seats,
    owner: "learner",
    made: 0,
    clocks: { at: 0, left: [] },
    draws: {
      version: 2,
      round: 1,
      commitment: "",
      shares: [],
      hashes: [],
      values: [],
      order: [],
      before: 0,
    },
  };
}
