// The language of the page. `t` reads the current messages, so whatever shows them changes with
// the language. Only the chosen language is loaded.

import { format, numeral, type Values } from "./format";
import type { Key } from "./keys";
import { words } from "../net/file";
import { settings } from "../settings.svelte";
import en from "virtual:messages/en";
import fr from "virtual:messages/fr";

export type { Key } from "./keys";
export type { Values } from "./format";

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

const addresses: Record<Language, string> = { en, fr };

let current = $state<Language>("en");
let messages = $state.raw<ReadonlyMap<string, string>>(new Map());

/** The first language of the browser that we speak. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}

/** The language of the page now: `en` or `fr`. */
export function language(): Language {
  return current;
}

/** Loads the chosen language, or the browser's. */
export async function loadLanguage(): Promise<void> {
  const wanted =
    settings.language === "system" ? browserLanguage(navigator.languages) : settings.language;
  messages = await words(addresses[wanted]);
  current = wanted;
  document.documentElement.lang = wanted;
  // What the browser shows of an installed page speaks the same language.
  const manifest = document.querySelector("link[rel=manifest]");
  manifest?.setAttribute("href", `/manifest.${wanted}.webmanifest`);
}

/** The text of a key in the language of the page. */
export function t(key: Key, values: Values = {}): string {
  const message = messages.get(key);
  return message === undefined ? key : format(message, values, current);
}

/** The text of a key that was put together at run time, or the fallback. */
export function tMaybe(key: string, fallback: string, values: Values = {}): string {
  const message = messages.get(key);
  return message === undefined ? fallback : format(message, values, current);
}

/** All texts whose keys begin so, with the rest of their keys. */
export function textsUnder(start: string): [string, string][] {
  return [...messages].flatMap(([key, text]): [string, string][] =>
    key.startsWith(start) ? [[key.slice(start.length), text]] : [],
  );
}

/** A number as the language writes it. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return numeral(value, current, options);
}

/** "Ann, Bob and Carl". */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(current, { type: "conjunction" }).format(items);
}
