// What whoever chooses a computer player is told of it.

import { number, t, tMaybe } from "./i18n/index.svelte";
import type { Level, LevelChoice } from "./wire";

/** Who that is, in a line. */
export function levelAbout(level: Level): string {
  return tMaybe(`common.level.${level}.about`, t("common.level.program"));
}

/** How strong, and how long it thinks: "Hard · thinks for a second at most · rating 1620". */
export function levelStrength({ level, milliseconds, rating }: LevelChoice): string {
  const seconds = number(milliseconds / 1000);
  return [
    tMaybe(`common.level.${level}.strength`, ""),
    t("common.level.time", { seconds }),
    rating === undefined ? "" : t("common.level.rating", { rating }),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** The player in the word of a choice: `computer:level-3`, `computer:engine:fox`. */
export function levelIn(word: string): Level | undefined {
  const start = "computer:";
  return word.startsWith(start) ? (word.slice(start.length) as Level) : undefined;
}
