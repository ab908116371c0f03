// The line between a page and its table. A socket holds it to the server's tables; a lesson stands
// in its place with a table of its own. Whoever shows a table knows only this.

import type { ClientMsg, ServerMsg } from "../wire";

/** How the line is. */
export type Connection =
  | { kind: "connecting" }
  | { kind: "connected" }
  /** Gone; the next try begins at `retryAt` (ms since 1970). */
  | { kind: "lost"; retryAt: number }
  | { kind: "closed" };

/** A confirmed move that the table has not answered yet. */
export type Waiting = Extract<ClientMsg, { t: "play" }>;

export interface Link {
  /** Calls `listener` with every message; the answer ends it. */
  listen(listener: (message: ServerMsg) => void): () => void;
  /** Calls `watcher` with the state of the line, now and whenever it changes. */
  watch(watcher: (connection: Connection) => void): () => void;
  /** Plays a move; kept until it is answered. Gives its id. */
  play(seat: number, after: number, words: string[]): string;
  /** Says something, in own words or as a phrase; kept until it is heard. Gives its id. */
  chat(text: string, phrase?: string): string;
  /** Sends anything else. Tells whether the line took it: nothing is kept for later. */
  send(message: ClientMsg): boolean;
  /** Tries at once instead of waiting. */
  now(): void;
  /** Opens anew from the start: for another person, or another key. */
  again(): void;
  /** The move that waits for its answer, also one from before the page was loaded anew. */
  readonly waiting: Waiting | undefined;
  /** The colours of the seats, where they are not the usual ones. */
  readonly colours?: number[];
}
