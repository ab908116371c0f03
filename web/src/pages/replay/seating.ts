// Who plays which seat when a game goes on from a moment. Exactly one seat is mine.

import { freshName } from "../../names";
import type { Level, SeatPlan } from "../../wire";

/** Which seat somebody plays on from: the one with their own name, else the one to act, unless the
 * computer had it. */
export function mySeat(names: readonly string[], acting: number, me: string | undefined): number {
  const own = me === undefined ? -1 : names.indexOf(me);
  if (own >= 0) return own;
  const person = (name: string): boolean => !/^Computer\b/.test(name);
  const first = names.findIndex(person);
  return person(names[acting] ?? "") || first < 0 ? acting : first;
}

/** One seat is mine, the computer has the others. */
export function firstSeating(seats: number, mine: number): SeatPlan[] {
  return Array.from({ length: seats }, (_, seat): SeatPlan =>
    seat === mine ? { kind: "me" } : { kind: "computer", level: "greedy" },
  );
}

/** A seat's plan as the word of a choice: `computer:greedy`. */
export function wordOf(plan: SeatPlan): string {
  return plan.kind === "computer" ? `computer:${plan.level}` : plan.kind;
}

/** The seating after a seat was given a word. Who takes my seat from me gives me theirs. */
export function seated(seating: readonly SeatPlan[], seat: number, word: string): SeatPlan[] {
  const old = seating[seat];
  const mine = seating.findIndex((plan) => plan.kind === "me");
  if (!old || wordOf(old) === word) return [...seating];
  if (word === "me") {
    return seating.map((plan, i) => (i === seat ? { kind: "me" } : i === mine ? old : plan));
  }
  const next = planOf(seating, word);
  if (seat !== mine) return seating.map((plan, i) => (i === seat ? next : plan));
  // I leave my seat: the next one is mine.
  const other = (seat + 1) % seating.length;
  return seating.map((plan, i) => (i === seat ? next : i === other ? { kind: "me" } : plan));
}

function planOf(seating: readonly SeatPlan[], word: string): SeatPlan {
  const [kind, level] = word.split(":");
  if (kind === "computer") return { kind, level: level as Level };
  if (kind !== "screen") return { kind: "link" };
  return { kind, name: freshName(seating.map((p) => (p.kind === "screen" ? p.name : ""))) };
}

/** The seating with another name for somebody on this screen. */
export function named(seating: readonly SeatPlan[], seat: number, name: string): SeatPlan[] {
  return seating.map((plan, i) =>
    i === seat && plan.kind === "screen" ? { kind: "screen", name } : plan,
  );
}
