// Short messages that come and go: copied, saved, refused. They are read aloud too.

import { explain } from "../errors";
import { Failure } from "../net/api";

export interface Notice {
  id: number;
  kind: "good" | "bad";
  text: string;
  /** What can be done about it. */
  action?: Action;
}

export interface Action {
  text: string;
  run: () => void;
}

const STAY = 6000;
let next = 0;
export const notices: Notice[] = $state([]);

/** Shows a message for a while. */
export function notify(text: string, kind: Notice["kind"] = "good"): void {
  const id = next++;
  notices.push({ id, kind, text });
  setTimeout(() => dismiss(id), STAY);
}

/** Shows a message with something to do, until somebody takes it away; its number. */
export function stayed(text: string, action: Action): number {
  const id = next++;
  notices.push({ id, kind: "good", text, action });
  return id;
}

/** Whether a message is still there. */
export function isShown(id: number | undefined): boolean {
  return notices.some((notice) => notice.id === id);
}

/** Takes a message away. */
export function dismiss(id: number): void {
  const at = notices.findIndex((notice) => notice.id === id);
  if (at >= 0) notices.splice(at, 1);
}

/** Does something that the server may refuse, and says why if so. Tells whether it worked. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    notify(explain(error.problem), "bad");
    return false;
  }
}
