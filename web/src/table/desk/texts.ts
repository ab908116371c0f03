// Words of the desk that belong to no component.

import { number, t } from "../../i18n/index.svelte";
import { facing, type Decision } from "../decision";
import { parse, type Cell } from "../words";

export function cellLabel(cell: Cell): string {
  return t("table.cell", { x: cell[0], y: cell[1] });
}

/** A share as a percentage. */
export function percent(share: number): string {
  return number(share, { style: "percent", maximumFractionDigits: 0 });
}

/** The key of the label on the confirm button: what it plays, also with a word that it adds. */
export function confirmKey(decision: Decision | undefined, implied?: string): string {
  const said = [...(decision?.words ?? []), ...(implied === undefined ? [] : [implied])];
  const words = said.map(parse);
  const index = words.findLastIndex((word) => word.w !== "pass");
  const last = words[index];
  if (!decision || !last) return "confirm";
  const ask = decision.points[index]?.ask;
  if (last.w === "put" && ask === "figure") return `confirm.${last.place.split(":", 1)[0] ?? ""}`;
  if (last.w === "lay") {
    return words.at(-1)?.w === "pass" && facing(decision).choices.ask === "figure"
      ? "confirm.none"
      : "confirm.lay";
  }
  if (last.w === "take") return `confirm.${last.verb}`;
  return last.w === "other" ? "confirm" : `confirm.${ask ?? last.w}`;
}
