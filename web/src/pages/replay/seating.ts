// Who plays which seat when a game goes on from a moment. Exactly one seat is mine.

import { levelIn } from "../../choices";
import { freshName } from "../../names";
import type { Level, Replay, SeatPlan } from "../../wire";

/** Which computer player had each seat, as the record of the table tells it. */
export function playersLevels({ names, record }: Replay): (Level | undefined)[] {
  const told = /^\[Computers "([^"]*)"\]/m.exec(record)?.[1]?.split(" ") ?? [];
  return names.map((name, seat) => {
    const level = told[seat] ?? "-";
    if (level !== "-") return level as Level;
    // Tables from before there were levels do not say more.
    return told.length === 0 && /^Computer\b/.test(name) ? "greedy" : undefined;
  });
}

/** Which seat somebody plays on from: the one with their own name, else the one to act, unless the
 * computer had it. */
export function mySeat(
  names: readonly string[],
  computers: readonly (Level | undefined)[],
  acting: number,
  me: string | undefined,
): number {
  const person = (seat: number): boolean => computers[seat] === undefined;
  const own = names.findIndex((name, seat) => name === me && person(seat));
  if (own >= 0) return own;
  const first = names.findIndex((_, seat) => person(seat));
  return person(acting) || first < 0 ? acting : first;
}

/** One seat is mine, the computer has the others. */
export function firstSeating(seats: number, mine: number, level: Level): SeatPlan[] {
  return Array.from({ length: seats }, (_, seat): SeatPlan =>
    seat === mine ? { kind: "me" } : { kind: "computer", level },
  );
}

/** A seat's plan as the word of a choice: `computer:level-2`. */
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
  const level = levelIn(word);
  if (level) return { kind: "computer", level };
  if (word !== "screen") return { kind: "link" };
  return { kind: word, name: freshName(seating.map((p) => (p.kind === "screen" ? p.name : ""))) };
}

/** The seating with another name for somebody on this screen. */
export function named(seating: readonly SeatPlan[], seat: number, name: string): SeatPlan[] {
  return seating.map((plan, i) =>
    i === seat && plan.kind === "screen" ? { kind: "screen", name } : plan,
  );
}
