// The end of a game in a line.

import { list, t } from "../i18n/index.svelte";
import { seatName } from "./names.svelte";
import { outcomeOf } from "./results";
import type { TableState } from "./state";

/** "You win by 12!", "Anna and Bob share the victory". */
export function outcomeTitle({ table, you }: TableState): string {
  const { status } = table;
  const outcome = outcomeOf(status, you.seats);
  if (!outcome || status.kind !== "over") return "";
  if (status.reason === "aborted") return t("table.over.aborted");
  const names = outcome.winners.map((seat) => seatName(table, seat));
  if (names.length > 1) {
    return names.length === table.seats.length
      ? t("table.over.draw")
      : t("table.over.shared", { names: list(names) });
  }
  const [who = ""] = names;
  const me = outcome.won && you.seats.length === 1;
  if (outcome.by === undefined) return me ? t("table.over.win") : t("table.over.won", { who });
  return me
    ? t("table.over.win.by", { n: outcome.by })
    : t("table.over.won.by", { who, n: outcome.by });
}

/** Whose doing it was that the game ended before its end. */
function endedBy({ table, log }: TableState): number[] {
  const { status } = table;
  if (status.kind !== "over") return [];
  const told = table.seats.flatMap(({ left }, seat) => (left === status.reason ? [seat] : []));
  if (told.length > 0) return told;
  // Logs of older games tell it line by line.
  const seats = log.flatMap(({ cause }) => {
    if (cause.c === "resigned" && status.reason === "resigned") return [cause.seat];
    if (cause.c === "flagged" && status.reason === "flagged") return [cause.seat];
    if (cause.c === "claimed" && status.reason === "claimed") return [cause.away];
    return [];
  });
  return [...new Set(seats)];
}

/** Why the game is over: "Anna gave up.", "Your time ran out." */
export function outcomeReason(state: TableState): string {
  const { status } = state.table;
  if (status.kind !== "over") return "";
  const by = endedBy(state);
  const { reason } = status;
  if (by.length === 0 || (reason !== "resigned" && reason !== "flagged" && reason !== "claimed"))
    return t(`table.over.reason.${reason}`);
  const mine = state.you.seats.length === 1 && by.length === 1 && by[0] === state.you.seats[0];
  return t(`table.over.by.${reason}`, {
    me: mine ? "yes" : "no",
    who: list(by.map((seat) => seatName(state.table, seat))),
    n: by.length,
  });
}
