// Names at a table, in the language of the page.

import { list, t, tMaybe } from "../i18n/index.svelte";
import { placesOf } from "../board/shapes.svelte";
import type { TableInfo } from "../wire";
import { sitterName, type TableState } from "./state";
import type { Teller } from "./telling";
import { tileName } from "./tileName";

/** The name of a seat: its person's, also while the computer plays on for them; else the
 *  computer's, with a number if there are several. */
export function seatName(table: TableInfo, seat: number): string {
  const name = sitterName(table, seat);
  if (name !== undefined) return name;
  if (table.seats[seat]?.sitter.kind !== "computer") return t("common.nobody");
  const computers = table.seats.flatMap((s, i) =>
    s.sitter.kind === "computer" && s.sitter.instead_of === undefined ? [i] : [],
  );
  if (computers.length < 2) return t("table.computer");
  return t("table.computer.n", { n: computers.indexOf(seat) + 1 });
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
