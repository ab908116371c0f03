// Whom I do not want to hear: people everywhere, the watchers of single tables. Kept in this browser,
// and only so many: the oldest are forgotten.

import type { Cause } from "../wire";

type Said = Cause & { c: "said" };

interface Muted {
  people: string[];
  /** Tables whose watchers are not heard. */
  tables: string[];
}

const PLACE = "trencavel.muted";
const MOST = 200;

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is string => typeof one === "string").slice(-MOST);
}

function kept(): Muted {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    const { people, tables } = (stored ?? {}) as { people?: unknown; tables?: unknown };
    return { people: texts(people), tables: texts(tables) };
  } catch {
    // Storage forbidden or garbled: everybody is heard.
    return { people: [], tables: [] };
  }
}

const muted: Muted = $state(kept());

function keep(change: Partial<Muted>): void {
  Object.assign(muted, change);
  try {
    localStorage.setItem(PLACE, JSON.stringify(muted));
  } catch {
    // Storage forbidden: it holds until the page closes.
  }
}

/** Whether something that was said is not to be heard. */
export function isMuted(table: string, said: Pick<Said, "from" | "watchers">): boolean {
  if (said.watchers === true && muted.tables.includes(table)) return true;
  return said.from !== "" && muted.people.includes(said.from);
}

/** How many people are muted. */
export function mutedPeople(): number {
  return muted.people.length;
}

/** Does not hear a person any more, at any table. */
export function mute(person: string): void {
  if (person !== "" && !muted.people.includes(person)) {
    keep({ people: [...muted.people, person].slice(-MOST) });
  }
}

/** Hears everybody again. */
export function unmuteAll(): void {
  keep({ people: [] });
}

/** Whether the watchers of a table are heard. */
export function hearsWatchers(table: string): boolean {
  return !muted.tables.includes(table);
}

/** Hears the watchers of a table, or not. */
export function hearWatchers(table: string, hear: boolean): void {
  const others = muted.tables.filter((one) => one !== table);
  keep({ tables: hear ? others : [...others, table].slice(-MOST) });
}
