// Icons of lucide 1.62 (https://lucide.dev), ISC licence: see LICENSE-lucide.txt beside this file.
// icons.json has the inside of a 24 x 24 drawing, by its name there; only those in use. It is
// fetched beside the texts: a script would have to be parsed and run.

import { words } from "../net/file";
import type drawings from "./icons.json";
import address from "./icons.json?url";

export type IconName = keyof typeof drawings;

let icons = $state.raw<ReadonlyMap<string, string>>(new Map());

/** The page can be read without them, so their absence is no reason to show nothing. */
export async function loadIcons(): Promise<void> {
  icons = await words(address).catch(() => icons);
}

/** The inside of an icon's drawing. */
export function drawing(name: IconName): string {
  return icons.get(name) ?? "";
}
