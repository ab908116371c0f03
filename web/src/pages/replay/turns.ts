// The numbers of moves, as the record has them.

import type { Step } from "../../wire";

/** The number of the turn, as the record has it, of each step that lays a tile. */
export function turnsOf(steps: readonly Step[]): (number | undefined)[] {
  return steps.map((step, i) =>
    step.events.some((event) => event.e === "laid") ? steps[i - 1]?.now.turn : undefined,
  );
}

/** The number of the last turn that was played at a moment: moment 0 is before the first step. */
export function turnAt(steps: readonly Step[], at: number): number {
  return turnsOf(steps.slice(0, at)).findLast((turn) => turn !== undefined) ?? 0;
}
