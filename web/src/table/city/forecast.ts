// What the end of The City would bring, if the ring closed now.

import type { Event } from "../../wire";
import { columnsOf, type Column } from "../results";

/** What the end would bring each seat, by kind of feature. */
export function endColumns(end: readonly Event[], seats: number): Column[] {
  return columnsOf([{ n: 0, at: 0, cause: { c: "made" }, events: [...end] }], seats);
}
