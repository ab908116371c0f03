// The pages that the bars lead to.

import type { Key } from "../i18n/index.svelte";
import type { IconName } from "./icons";

export interface Place {
  path: string;
  icon: IconName;
  text: Key;
}

export const PLACES: readonly Place[] = [
  { path: "/", icon: "swords", text: "common.nav.play" },
  { path: "/tables", icon: "users", text: "common.nav.tables" },
  { path: "/games", icon: "layers", text: "common.nav.games" },
  { path: "/replay", icon: "history", text: "common.nav.replay" },
];
