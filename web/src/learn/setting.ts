// The table at which a lesson is played: it exists on this page only.

import type { Lesson, SeatInfo, TableInfo } from "../wire";

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
    draws: { commitment: "", values: [] },
  };
}
