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
