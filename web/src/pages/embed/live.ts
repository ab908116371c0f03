// A game that goes on while it is looked at: the steps so far, and those that the table tells.

import type { Replay, Step } from "../../wire";

/** Whether two steps are the same move: no cell is laid twice, so words and turn tell. */
function same(a: Step, b: Step): boolean {
  if (a.cause.c !== "played" || b.cause.c !== "played") return false;
  return (
    a.now.turn === b.now.turn &&
    a.cause.seat === b.cause.seat &&
    a.cause.words.join() === b.cause.words.join()
  );
}

/** The replay with a step that a table told; one that it has already is left out. */
export function withStep(replay: Replay, step: Step): Replay {
  const last = replay.steps.slice(-3);
  if (step.cause.c !== "played" || last.some((known) => same(known, step))) return replay;
  return { ...replay, steps: [...replay.steps, step] };
}
