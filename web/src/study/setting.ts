// The table at which a game is studied: it exists on this page only.

import type { Replay, SeatInfo, TableInfo } from "../wire";

/** Tags that tell how a game ended, or belong to its table: a study goes on from the middle. */
const ENDS = /^\[(Result|Ended|Ranks|Rated|Rating\d|TakenBack|Seed|Draws|Values|Shares|Hashes) /;

/** What a record says before its first word. */
export function tagsOf(record: string): string {
  const lines = record.split("\n");
  return lines.filter((line) => line.startsWith("[") && !ENDS.test(line)).join("\n");
}

/** A table with every seat on this screen. */
export function studyTable({ config }: Replay, names: readonly string[]): TableInfo {
  const seats = names.map((name, seat): SeatInfo => {
    const id = `seat-${seat}`;
    return { sitter: { kind: "person", id, name, account: false }, out: false, here: true };
  });
  return {
    id: "study",
    config: {
      name: config.name,
      plan: config.plan,
      seats: names.map((name) => ({ kind: "screen", name })),
      order: "given",
      clock: { kind: "none" },
      flagged: "computer",
      aids: "standard",
      visibility: "link",
      takeback: "off",
      hints: "off",
    },
    status: { kind: "playing" },
    seats,
    owner: "me",
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
