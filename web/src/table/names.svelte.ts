// Names at a table, in the language of the page.

import { list, t, tMaybe } from "../i18n/index.svelte";
import { placesOf } from "../board/shapes.svelte";
import { levelName } from "../levels";
import type { TableInfo } from "../wire";
import { sitterName, type TableState } from "./state";
import type { Teller } from "./telling";
import { tileName } from "./tileName";

/** The name of a seat: its person's, also while the computer plays on for them; else the
 *  computer's, with a number if it plays several. */
export function seatName(table: TableInfo, seat: number): string {
  const name = sitterName(table, seat);
  if (name !== undefined) return name;
  const sitter = table.seats[seat]?.sitter;
  if (sitter?.kind !== "computer") return t("common.nobody");
  const { level } = sitter;
  const same = table.seats.flatMap(({ sitter: one }, i) =>
    one.kind === "computer" && one.instead_of === undefined && one.level === level ? [i] : [],
  );
  const own = levelName(level);
  return same.length < 2 ? own : t("table.computer.n", { name: own, n: same.indexOf(seat) + 1 });
}

/** A seat as its reader calls it: my only one is not called by my name. */
export function calledHere({ table, you }: TableState, seat: number): string {
  return you.seats.length === 1 && you.seats[0] === seat ? t("table.you") : seatName(table, seat);
}

/** A tile in words. */
export function tileWords(id: string): string {
  return tileName(
    id,
    placesOf(id, 0).map((place) => place.name),
    tMaybe,
  );
}

/** The same at the beginning of a line. */
export function TileWords(id: string): string {
  const words = tileWords(id);
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** What the log needs to speak. With several seats of my own each is called by its name. */
export function tellerOf(state: TableState): Teller {
  const mine = state.you.seats;
  return {
    say: t,
    sayMaybe: tMaybe,
    list,
    name: (seat) => seatName(state.table, seat),
    mine: (seat) => mine.length === 1 && mine[0] === seat,
    tile: tileWords,
  };
}
