// What a message of the table sounds like, and whether it calls me to the table.

import type { Sound } from "../../sound";
import type { ServerMsg, Step, You } from "../../wire";

function ofStep(step: Step, you: You): Sound | undefined {
  const told = new Set(step.events.map((event) => event.e));
  if (told.has("over")) return "over";
  if (step.now.to_act !== undefined && you.seats.includes(step.now.to_act)) {
    // My own turn going on is no news.
    const mine = step.cause.c === "played" && you.seats.includes(step.cause.seat);
    if (!mine) return "turn";
  }
  if (step.events.some((event) => event.e === "scored" && event.points.some((n) => n > 0))) {
    return "score";
  }
  if (told.has("laid")) return "tile";
  return told.has("put") ? "figure" : undefined;
}

/** The sound of a message, if it has one. */
export function soundOf(
  message: ServerMsg,
  you: You | undefined,
  muted: (said: ServerMsg & { t: "chat" }) => boolean = () => false,
): Sound | undefined {
  if (!you) return undefined;
  switch (message.t) {
    case "step":
      return ofStep(message, you);
    case "table":
      if (message.cause.c === "sat" || message.cause.c === "began") return "join";
      return message.table.status.kind === "over" ? "over" : undefined;
    case "chat":
      return message.from === you.person || muted(message) ? undefined : "chat";
    case "refused":
      return "refused";
    default:
      return undefined;
  }
}

/** Whether this step made it my turn, when it was somebody else's before. */
export function callsMe(message: ServerMsg, you: You | undefined): boolean {
  return message.t === "step" && you !== undefined && ofStep(message, you) === "turn";
}

/** What was missed while the line was lost comes all at once behind `resumed`: only the last of it
 *  is news. */
export class Missed {
  #until = 0;

  /** Whether a message is of the past, and not the last of it. */
  has(message: ServerMsg): boolean {
    if (message.t === "resumed") this.#until = message.n;
    if (message.t !== "step" && message.t !== "table" && message.t !== "chat") return false;
    return message.n < this.#until;
  }
}
