// Which single key does what at a table. Arrows, Enter, Escape and the digits are fixed: they are
// the choices themselves. Pure.

/** What a key can be chosen for, in the order of the list. */
export const ACTIONS = [
  "turn",
  "next",
  "previous",
  "piece",
  "fields",
  "owners",
  "ring",
  "dead",
  "last",
  "why",
  "hint",
  "takeback",
  "tiles",
  "scores",
  "clocks",
  "in",
  "out",
  "help",
] as const;
export type Action = (typeof ACTIONS)[number];

/** The keys that somebody has changed; the others are as they were. */
export type Bindings = Readonly<Partial<Record<Action, string>>>;

const DEFAULTS: Readonly<Record<Action, string>> = {
  turn: "r",
  next: "n",
  previous: "p",
  piece: "g",
  fields: "f",
  owners: "o",
  ring: "m",
  dead: "x",
  last: "l",
  why: "w",
  hint: "i",
  takeback: "b",
  tiles: "t",
  scores: "s",
  clocks: "c",
  in: "+",
  out: "-",
  help: "h",
};
/** Second keys for the same, as long as nobody wants them for something else. */
const ALSO: Readonly<Record<string, Action>> = { "=": "in", "?": "help" };

/** The key of an action. */
export function keyFor(action: Action, bindings: Bindings): string {
  return bindings[action] ?? DEFAULTS[action];
}

/** A key as it is written on the keyboard. */
export function keyCap(key: string): string {
  return key === "-" ? "−" : key.toUpperCase();
}

/** What a key does. */
export function actionFor(key: string, bindings: Bindings): Action | undefined {
  const low = key.toLowerCase();
  return ACTIONS.find((action) => keyFor(action, bindings) === low) ?? ALSO[low];
}

export type Bound =
  | { kind: "bound"; bindings: Bindings }
  /** Not a key that can be chosen: a digit, the space bar, an arrow. */
  | { kind: "unfit" }
  | { kind: "taken"; by: Action };

/** Gives an action another key, unless the key is fixed or does something else. */
export function bind(action: Action, key: string, bindings: Bindings): Bound {
  const low = key.toLowerCase();
  if ([...low].length !== 1 || /[\d\s]/.test(low)) return { kind: "unfit" };
  const by = ACTIONS.find((other) => other !== action && keyFor(other, bindings) === low);
  if (by) return { kind: "taken", by };
  const { [action]: _, ...others } = bindings;
  if (low === DEFAULTS[action]) return { kind: "bound", bindings: others };
  return { kind: "bound", bindings: { ...others, [action]: low } };
}

/** What storage may hold: only known actions with a key that can be chosen, each key once. */
export function readBindings(stored: unknown): Bindings {
  let bindings: Bindings = {};
  if (typeof stored !== "object" || stored === null) return bindings;
  for (const [name, key] of Object.entries(stored)) {
    const action = ACTIONS.find((one) => one === name);
    if (!action || typeof key !== "string") continue;
    const bound = bind(action, key, bindings);
    if (bound.kind === "bound") bindings = bound.bindings;
  }
  return bindings;
}
