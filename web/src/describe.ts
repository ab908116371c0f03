// Words for what a table is: its game, its clock, its people. Used by every list.

import { language, t, tMaybe } from "./i18n/index.svelte";
import { titled } from "./i18n/plain";
import { levelName } from "./levels";
import type { Clock, Plan, Sitter, TableRow } from "./wire";

/** The name of an expansion; short for lists. One without texts has the title that it declares, if
 *  that is known. */
export function expansionName(name: string, short = false, title = titled(name)): string {
  return tMaybe(`create.expansion.${name}${short ? ".short" : ""}`, title);
}

/** "Base game", "River, Inns", "The City". */
export function gameName(plan: Plan): string {
  if (plan.family === "city") return t("create.family.city");
  if (plan.expansions.length === 0) return t("create.base");
  const names = plan.expansions.map((name) => expansionName(name, true));
  return names.length > 3
    ? t("create.many", { n: names.length })
    : new Intl.ListFormat(language(), { type: "unit" }).format(names);
}

/** "15 min + 10 s", "3 days a move". */
export function clockName(clock: Clock): string {
  if (clock.kind === "none") return t("common.clock.none");
  if (clock.kind === "days") return t("common.clock.days", { days: clock.days });
  const minutes = clock.seconds / 60;
  if (minutes < 1) return t("common.clock.seconds", { seconds: clock.seconds });
  const rounded = Math.round(minutes * 10) / 10;
  return clock.increment > 0
    ? t("common.clock.increment", { minutes: rounded, seconds: clock.increment })
    : t("common.clock.total", { minutes: rounded });
}

/** Who sits there. */
export function sitterName(sitter: Sitter): string {
  if (sitter.kind === "person") return sitter.name;
  if (sitter.kind === "nobody") return t("common.nobody");
  return levelName(sitter.level);
}

/** The people and computers at a table other than the asker. */
export function others(row: TableRow): string[] {
  return row.seats
    .filter((sitter, seat) => sitter.kind !== "nobody" && !row.mine.includes(seat))
    .map(sitterName);
}

/** The name of a table; without one it is called after its owner, as at the table itself. */
export function rowTitle(row: TableRow): string {
  const { name } = row.config;
  if (name !== "") return name;
  // Nobody made it: it is called after those who play.
  if (row.config.start) return row.name;
  if (row.name !== "") return t("table.title", { who: row.name });
  // A table of this device, which has no owner to tell.
  const first = row.seats.find((sitter) => sitter.kind === "person");
  return t("table.title", { who: sitterName(first ?? { kind: "nobody", link: false }) });
}

/** Whether one of my seats must decide. */
export function myTurn(row: TableRow): boolean {
  return row.status.kind === "playing" && row.to_act !== undefined && row.mine.includes(row.to_act);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** "3 hours ago". */
export function ago(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, size] = STEPS.find(([, least]) => -seconds >= least) ?? ["seconds", 1];
  return words.format(unit === "seconds" ? 0 : Math.round(seconds / size), unit);
}
