// A table in a line: its name, its game.

import { clockName, gameName } from "../describe";
import { t } from "../i18n/index.svelte";
import type { TableInfo, View } from "../wire";
import { seatName } from "./names.svelte";
import type { TableState } from "./state";

/** The name of a table; without one it is called after its owner, in the lobby as at the table. */
export function tableTitle(table: TableInfo): string {
  const { name } = table.config;
  if (name !== "") return name;
  // Nobody made it: it is called after those who play.
  if (table.paired && table.title) return table.title;
  if (table.title) return t("table.title", { who: table.title });
  const first = table.seats.findIndex((seat) => seat.sitter.kind === "person");
  return t("table.title", { who: seatName(table, Math.max(0, first)) });
}

/** Which game, how many, which clock, which aids, how far. */
export function tableFacts({ table }: TableState, view: View): string {
  const { plan, clock, aids } = table.config;
  const laid = view.tiles.length;
  const all = laid + view.now.left + (view.now.hand ? 1 : 0);
  return [
    gameName(plan),
    t("table.players", { n: table.seats.length }),
    clockName(clock),
    t(`table.aids.${aids}`),
    t("table.tile.of", { n: laid, all }),
  ].join(" · ");
}
