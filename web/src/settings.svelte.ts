// What this browser remembers of a person's taste. Plain data in local storage; nothing of it
// leaves the browser.

import { readBindings, type Bindings } from "./table/bindings";

export interface Settings {
  language: "system" | "en" | "fr";
  theme: "system" | "light" | "dark";
  contrast: "system" | "standard" | "more";
  motion: "system" | "reduce";
  /** How tiles are drawn. */
  look: "map" | "plain";
  sound: boolean;
  /** Tell me by a notification when it is my turn. */
  notify: boolean;
  /** Shortcuts of a single key (WCAG 2.1.4: they can be switched off). */
  keys: boolean;
  /** The keys that were changed. */
  bindings: Bindings;
  coordinates: boolean;
  /** Whether "none" must be chosen: otherwise confirming without a choice means it. */
  askNone: boolean;
  /** Play in the text view, made for screen readers, wherever a table is opened. */
  textView: boolean;
  /** How much the text view says. */
  verbosity: "short" | "normal" | "full";
  /** The colour in which I always see myself: the number of a seat's colour, or -1 for the seat's own. */
  colour: number;
  /** The computer player against whom games of one click are played. */
  rival: string;
  /** Whether the engine of this page answers and thinks, where it can. */
  engine: boolean;
}

const DEFAULTS: Settings = {
  language: "system",
  theme: "system",
  contrast: "system",
  motion: "system",
  look: "map",
  sound: true,
  notify: false,
  keys: true,
  bindings: {},
  coordinates: false,
  askNone: false,
  textView: false,
  verbosity: "normal",
  colour: -1,
  rival: "level-2",
  engine: true,
};

const PLACE = "trencavel.settings";

function kept(): Settings {
  const settings: Settings = { ...DEFAULTS };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    // Only what is known and of the right type: an older page may have written something else.
    for (const [key, value] of Object.entries(stored ?? {})) {
      if (key in DEFAULTS && typeof value === typeof DEFAULTS[key as keyof Settings]) {
        Object.assign(settings, { [key]: value });
      }
    }
    settings.bindings = readBindings(settings.bindings);
  } catch {
    // Storage forbidden or garbled: the defaults.
  }
  return settings;
}

/** The settings; change them with `set`. */
export const settings: Settings = $state(kept());

/** Changes settings and remembers them. */
export function set(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // Storage forbidden: they hold until the page closes.
  }
}

/** What the address of a frame asks for, as `?night=1&lang=fr`; nothing of it is remembered. */
export function tasteOf(query: string): void {
  const asked = new URLSearchParams(query);
  const night = asked.get("night");
  if (night === "1" || night === "0") settings.theme = night === "1" ? "dark" : "light";
  const language = asked.get("lang");
  if (language === "en" || language === "fr") settings.language = language;
  if (asked.get("look") === "plain") settings.look = "plain";
}
