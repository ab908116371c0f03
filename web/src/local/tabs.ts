// Several tabs with one table: the one that holds its lock writes, the others write to it. When it
// is closed, or falls over, the browser gives the lock to the next.

import type { ClientMsg, ServerMsg } from "../wire";

export type Letter =
  /** A tab has come and knows nothing yet. */
  | { hello: string }
  /** What a tab says to the table. */
  | { say: ClientMsg; from: string }
  /** What is told: to all, or to one. */
  | { told: ServerMsg[]; to?: string };

export interface Tab {
  /** This tab writes from now on. */
  own: () => Promise<void>;
  /** A letter for this tab. */
  heard: (letter: Letter) => void;
}

export class Tabs {
  readonly #channel: BroadcastChannel | undefined;
  readonly #name = Math.random().toString(36).slice(2);
  readonly #closing = new AbortController();
  #let: (() => void) | undefined;
  /** Whether another tab writes. */
  following = false;

  constructor(
    table: string,
    private readonly tab: Tab,
  ) {
    if (!globalThis.navigator?.locks || typeof BroadcastChannel !== "function") {
      // Nobody can be told apart here; the store refuses to write an entry twice.
      void tab.own();
      return;
    }
    const channel = new BroadcastChannel(`trencavel.${table}`);
    channel.onmessage = ({ data }: MessageEvent<Letter>) => this.#heard(data);
    this.#channel = channel;
    void this.#queue(`trencavel.${table}`);
  }

  async #queue(lock: string): Promise<void> {
    const { locks } = navigator;
    const first = await locks.request(lock, { ifAvailable: true }, async (held) => {
      if (held) await this.#hold();
      return held !== null;
    });
    if (first || this.#closing.signal.aborted) return;
    this.following = true;
    this.write({ hello: this.#name });
    const { signal } = this.#closing;
    await locks.request(lock, { signal }, () => this.#hold()).catch(() => undefined);
  }

  /** Holds the lock until this tab is closed. */
  #hold(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    this.following = false;
    const held = new Promise<void>((done) => {
      this.#let = done;
    });
    void this.tab.own();
    return held;
  }

  #heard(letter: Letter): void {
    if ("to" in letter && letter.to !== undefined && letter.to !== this.#name) return;
    this.tab.heard(letter);
  }

  say(message: ClientMsg): void {
    this.write({ say: message, from: this.#name });
  }

  write(letter: Letter): void {
    if (!this.#closing.signal.aborted) this.#channel?.postMessage(letter);
  }

  close(): void {
    this.#closing.abort();
    this.#let?.();
    this.#channel?.close();
  }
}
