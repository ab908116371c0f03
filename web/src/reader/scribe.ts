// What the describing functions need to know: the language, the names, the board. Pure functions
// take it, so that tests can bring their own.

import type { Key, Values } from "../i18n/index.svelte";
import type { Feature, Survey } from "../wire";
import type { View } from "../wire";

/** How much is said: the bare move; the usual; every sum and every field. */
export type Verbosity = "short" | "normal" | "full";

export interface Scribe {
  say: (key: Key, values?: Values) => string;
  /** The text of a key put together at run time, or the fallback. */
  sayMaybe: (key: string, fallback: string, values?: Values) => string;
  list: (items: readonly string[]) => string;
  name: (seat: number) => string;
  /** Whether a seat is the listener’s only one: it is called "you". */
  mine: (seat: number) => boolean;
  /** Whether a seat is the one that decides, or the listener’s: its features are its own. */
  own?: ((seat: number) => boolean) | undefined;
  /** The names of a tile’s places as it lies. */
  places: (id: string, r: number) => readonly string[];
  /** A line about what a feature is worth and its chances, as far as the aids tell. */
  about: (feature: Feature) => string;
  verbosity: Verbosity;
  view: View;
  /** What the server says about the board; absent until it came, empty without aids. */
  survey: Survey | undefined;
}

/** The name of a seat, or "you". */
export function who(scribe: Scribe, seat: number): string {
  return scribe.mine(seat) ? scribe.say("reader.you") : scribe.name(seat);
}

/** The same text with a capital at its beginning. */
export function upper(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A sentence: a capital at its beginning, a full stop at its end. */
export function sentence(text: string): string {
  const whole = upper(text.trim());
  return whole === "" || /[.!?…:]$/.test(whole) ? whole : `${whole}.`;
}
