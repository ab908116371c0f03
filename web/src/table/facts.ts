// A table in a line: its name, its game.

import { t } from "../i18n/index.svelte";
import type { Clock, TableInfo, View } from "../wire";
import { seatName } from "./names.svelte";
import type { TableState } from "./state";

/** The name of a table; without one it is called after the person who sits first. */
export function tableTitle(table: TableInfo): string {
  const { name } = table.config;
  if (name !== "") return name;
  const first = table.seats.findIndex((seat) => seat.sitter.kind === "person");
  return t("table.title", { who: seatName(table, Math.max(0, first)) });
}

/** A clock in words. */
export function clockFacts(clock: Clock): string {
  if (clock.kind === "none") return t("common.clock.none");
  if (clock.kind === "days") return t("common.clock.days", { days: clock.days });
  const minutes = Math.round(clock.seconds / 60);
  if (clock.seconds < 60) return t("common.clock.seconds", { seconds: clock.seconds });
  return clock.increment > 0
    ? t("common.clock.increment", { minutes, seconds: clock.increment })
    : t("common.clock.total", { minutes });
}

/** Which game, how many, which clock, which aids, how far. */
export function tableFacts({ table }: TableState, view: View): string {
  const { plan, clock, aids } = table.config;
  const laid = view.tiles.length;
  const all = laid + view.now.left + (view.now.hand ? 1 : 0);
  return [
    t(plan.family === "city" ? "table.family.city" : "table.family.country"),
    t("table.players", { n: table.seats.length }),
    clockFacts(clock),
    t(`table.aids.${aids}`),
    t("table.tile.of", { n: laid, all }),
  ].join(" · ");
}
