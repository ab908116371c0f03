// The pages that the bars lead to.

import type { Key } from "../i18n/index.svelte";
import { hasServer } from "../net/reach";
import type { IconName } from "./icons.svelte";

export interface Destination {
  path: string;
  icon: IconName;
  text: Key;
  /** Whether it stands at the foot of a phone too, where five have room. */
  foot: boolean;
}

/** Whether a place is the one of a path: a page of the rules belongs to the rules. */
export function isAt(place: Destination, path: string): boolean {
  return path === place.path || (place.path !== "/" && path.startsWith(`${place.path}/`));
}

const ALL: readonly Destination[] = [
  { path: "/", icon: "swords", text: "common.nav.play", foot: true },
  { path: "/tables", icon: "users", text: "common.nav.tables", foot: true },
  { path: "/games", icon: "layers", text: "common.nav.games", foot: true },
  { path: "/replay", icon: "history", text: "common.nav.replay", foot: false },
  { path: "/learn", icon: "graduation-cap", text: "common.nav.learn", foot: true },
  { path: "/rules", icon: "book-open", text: "common.nav.rules", foot: true },
];

/** Without a server there are no tables of others. */
export const PLACES = ALL.filter(({ path }) => hasServer || path !== "/tables");
