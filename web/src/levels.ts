// Who plays for the computer: five people, each a level; programs of the host; and the nameless
// players of games from before there were levels.

import { t, tMaybe } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";
import type { Level } from "./wire";

/** From the one whom a child can beat to the strongest. */
export const LEVELS = ["level-1", "level-2", "level-3", "level-4", "level-5"] as const;
const FACES = ["perrin", "azalais", "bertran", "esclarmonde", "raimon"] as const;
const PROGRAM = "engine:";

/** The portrait of a player; programs share that of the bronze man who strikes the hours. */
export function faceOf(level: Level): string {
  return FACES[LEVELS.indexOf(level as (typeof LEVELS)[number])] ?? "jaquemart";
}

/** "Bertran"; the name of a program; old games have just the computer. */
export function levelName(level: Level): string {
  if (level.startsWith(PROGRAM)) return level.slice(PROGRAM.length);
  return tMaybe(`common.level.${level}`, t("common.computer"));
}

/** Against whom I play, unless I say otherwise: the last one that I chose. */
export function rival(): Level {
  return LEVELS.find((level) => level === settings.rival) ?? "level-2";
}
