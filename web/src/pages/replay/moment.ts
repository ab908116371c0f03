// What a moment of a replay shows, wherever it is shown.

import { list, t, tMaybe } from "../../i18n/index.svelte";
import { tileWords } from "../../table/names.svelte";
import type { Teller } from "../../table/telling";
import type { Replay, Step } from "../../wire";

/** The names of the players: the server's name for a computer is English. */
export function playersOf(replay: Replay): string[] {
  return replay.names.map((name) => {
    // A record without names calls the seats by their numbers, in the record's own language.
    const n = /^Seat (\d)$/.exec(name)?.[1];
    return n === undefined
      ? name.replace(/^Computer\b/, t("common.computer"))
      : t("create.seat", { n: Number(n) });
  });
}

/** The tiles that a step laid, framed in the colour of who laid them. */
export function framedOf(
  step: Step | undefined,
  colours: readonly number[],
): { cell: readonly [number, number]; colour: number }[] {
  return (step?.add ?? []).map((tile) => ({
    cell: [tile.x, tile.y] as const,
    colour: tile.by === undefined ? 0 : (colours[tile.by] ?? tile.by),
  }));
}

/** Tells a game in which nobody is "you". */
export function tellerFor(names: () => readonly string[]): Teller {
  return {
    say: t,
    sayMaybe: tMaybe,
    list,
    name: (seat) => names()[seat] ?? `${seat + 1}`,
    mine: () => false,
    tile: tileWords,
  };
}
