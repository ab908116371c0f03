// The heading of the question: whose turn it is, or what is asked.

import { t, tMaybe } from "../i18n/index.svelte";
import { titled } from "../i18n/plain";
import type { Desk } from "../table/desk.svelte";
import { seatName } from "../table/names.svelte";

/** "Your turn", "Send a follower?", "Computer is thinking …". */
export function headingOf(desk: Desk): string {
  const { table } = desk.table;
  if (table.status.kind === "over") return t("reader.over");
  const { decision, facing } = desk;
  if (!decision || !facing) {
    const acting = desk.present.now.to_act;
    if (acting === undefined) return t("table.wait.draw");
    const who = seatName(table, acting);
    const computer = table.seats[acting]?.sitter.kind === "computer";
    if (computer) return t("table.wait.computer", { who });
    return t(desk.present.now.ask === "lay" ? "table.wait.turn" : "table.wait.decides", { who });
  }
  if (desk.live.sent !== undefined) return t("table.confirm.wait");
  if (desk.complete) return t("table.ask.complete");
  const { ask } = facing.choices;
  const several = desk.table.you.seats.length > 1;
  if (ask === "lay" && several) return t("table.ask.seat", { who: seatName(table, decision.seat) });
  return tMaybe(`table.ask.${ask}`, titled(ask));
}
