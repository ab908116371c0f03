// Games that last for days, where nobody needs to be at the table.

import type { Clock } from "./wire";

const DAY = 86_400;

/** Whether a clock gives days. */
export function isSlow(clock: Clock): boolean {
  return clock.kind === "days" || (clock.kind === "total" && clock.seconds >= DAY);
}
