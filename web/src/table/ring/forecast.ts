// What the end would bring, if the ring closed now.

import { textsUnder } from "../../i18n/index.svelte";
import type { Event } from "../../wire";
import { columnsOf, type Column } from "../results";

/** What the end would bring each seat, by kind of feature. */
export function endColumns(end: readonly Event[], seats: number): Column[] {
  const order = textsUnder("log.what.").map(([kind]) => kind);
  return columnsOf([{ n: 0, at: 0, cause: { c: "made" }, events: [...end] }], seats, { order });
}
