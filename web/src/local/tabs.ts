// Several tabs with one table: the one that holds its lock writes, the others write to it. When it
// is closed, or falls over, the browser gives the lock to the next. A computer does not think while
// nobody looks, so a hidden tab gives the lock away as soon as another one is looked at.

import type { ClientMsg, ServerMsg } from "../wire";

export type Letter =
  /** A tab has come and knows nothing yet. */
  | { hello: string }
  /** What a tab says to the table. */
  | { say: ClientMsg; from: string }
  /** What is told: to all, or to one. */
  | { told: ServerMsg[]; to?: string }
  /** Nobody looks any more at the tab that writes. */
  | { hidden: true }
  /** Somebody looks at a tab that follows. */
  | { seen: true };

export interface Tab {
  /** This tab writes from now on. */
  own: () => Promise<void>;
  /** It does not any more: resolves when nothing is being written. */
  leave: () => Promise<void>;
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
    private readonly page: Pick<Document, "hidden" | "addEventListener"> = document,
  ) {
    if (!globalThis.navigator?.locks || typeof BroadcastChannel !== "function") {
      // Nobody can be told apart here; the store refuses to write an entry twice.
      void tab.own();
      return;
    }
    const channel = new BroadcastChannel(`trencavel.${table}`);
    channel.onmessage = ({ data }: MessageEvent<Letter>) => this.#heard(data);
    this.#channel = channel;
    const { signal } = this.#closing;
    page.addEventListener("visibilitychange", () => this.#looked(), { signal });
    void this.#queue(`trencavel.${table}`);
  }

  async #queue(lock: string): Promise<void> {
    const { locks } = navigator;
    const { signal } = this.#closing;
    await locks.request(lock, { ifAvailable: true }, (held) => (held ? this.#hold() : undefined));
    while (!signal.aborted) {
      this.following = true;
      this.write({ hello: this.#name });
      this.#looked();
      await locks.request(lock, { signal }, () => this.#hold()).catch(() => undefined);
    }
  }

  /** Holds the lock until this tab is closed, or gives it away. */
  #hold(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    this.following = false;
    const held = new Promise<void>((done) => {
      this.#let = done;
    });
    void this.tab.own();
    this.#looked();
    return held;
  }

  /** Somebody looks at this tab from now on, or nobody does. */
  #looked(): void {
    if (this.following && !this.page.hidden) this.write({ seen: true });
    else if (!this.following && this.page.hidden) this.write({ hidden: true });
  }

  #heard(letter: Letter): void {
    if ("to" in letter && letter.to !== undefined && letter.to !== this.#name) return;
    if ("hidden" in letter) this.#looked();
    else if ("seen" in letter) {
      if (!this.following && this.page.hidden) void this.#give();
    } else this.tab.heard(letter);
  }

  /** Gives the lock to the next tab. */
  async #give(): Promise<void> {
    const give = this.#let;
    if (!give) return;
    this.#let = undefined;
    this.following = true;
    await this.tab.leave();
    give();
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
