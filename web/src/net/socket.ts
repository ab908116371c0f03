// One table's socket. It comes back by itself, asks for what it missed, and keeps a confirmed move
// until the server has answered it: a move is sent again under the same id and never played twice.
// There is never more than one socket, and a line that is cut is found out within seconds.

import type { ClientMsg, ServerMsg } from "../wire";
import { backoff } from "./backoff";
import type { Connection, Link, Waiting } from "./link";
import { Outbox, type Kept, type Shelf } from "./outbox";
import { hangUp, onWake, outOfReach, reached } from "./reach";

/** How often the line is tried, ms: while somebody looks, and while nobody does. */
const PING_EVERY = 2_000;
const PING_HIDDEN = 20_000;
/** A ping without an answer: after so long the player is told, and after so long it is cut. */
const TELL_AFTER = 2_000;
const CUT_AFTER = 10_000;
/** How long opening may take before another try is better. */
const OPEN_WITHIN = 10_000;
/** A try that is younger is waited for when the browser wakes up. */
const FRESH = 2_000;

/** What a page needs of a WebSocket; tests bring their own. */
export type SocketMaker = (url: string) => WebSocket;

export interface Options {
  id: string;
  /** The key of the table's link. */
  key?: string | undefined;
  make?: SocketMaker;
  /** Where unanswered moves are kept; the browser's own storage unless a test brings another. */
  shelf?: Shelf;
}

/** A name that no other move has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join(
    "",
  );
}

export class TableSocket implements Link {
  #connection: Connection = { kind: "connecting" };
  /** The socket that is open or being opened, and since when. */
  #socket: WebSocket | undefined;
  #begun = 0;
  /** Whether a ping waits for its answer, and whether it has waited for too long. */
  #pinged = false;
  #silent = false;
  #since: number | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  readonly #outbox: Outbox;
  readonly #listeners = new Set<(message: ServerMsg) => void>();
  readonly #watchers = new Set<(connection: Connection) => void>();
  readonly #make: SocketMaker;
  readonly #sleep: () => void;

  constructor(private readonly options: Options) {
    this.#make = options.make ?? ((url) => new WebSocket(url));
    this.#outbox = new Outbox(options.id, options.shelf);
    this.#sleep = onWake(
      () => this.#wake(),
      () => this.#lose(),
    );
    this.#connect();
  }

  listen(listener: (message: ServerMsg) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watch(watcher: (connection: Connection) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.#connection);
    return () => this.#watchers.delete(watcher);
  }

  get waiting(): Waiting | undefined {
    return this.#outbox.move;
  }

  play(seat: number, after: number, words: string[]): string {
    return this.#keep({ t: "play", seat, after, id: newId(), words });
  }

  chat(text: string, phrase?: string): string {
    const id = newId();
    return this.#keep(phrase === undefined ? { t: "chat", id, text } : { t: "phrase", id, phrase });
  }

  send(message: ClientMsg): boolean {
    if (this.#connection.kind !== "connected") return false;
    this.#write(message);
    // Whoever does something learns soon if nobody hears it.
    if (!this.#pinged) this.#beat();
    return true;
  }

  now(): void {
    if (this.#connection.kind !== "lost") return;
    if (this.#silent) this.#drop();
    this.#connect();
  }

  again(): void {
    if (this.#connection.kind === "closed") return;
    this.#drop();
    this.#since = undefined;
    this.#connect();
  }

  /** Leaves the table. */
  close(): void {
    this.#sleep();
    clearTimeout(this.#retry);
    this.#set({ kind: "closed" });
    this.#drop(hangUp);
  }

  #keep(message: Kept): string {
    this.#outbox.add(message);
    this.send(message);
    return message.id;
  }

  #set(connection: Connection): void {
    this.#connection = connection;
    for (const watcher of this.#watchers) watcher(connection);
  }

  #url(): string {
    const { protocol, host } = location;
    const query = new URLSearchParams();
    if (this.#since !== undefined) query.set("since", String(this.#since));
    if (this.options.key !== undefined) query.set("k", this.options.key);
    // Problems come in the language of the page.
    const lang = globalThis.document?.documentElement.lang;
    if (lang) query.set("lang", lang);
    const scheme = protocol === "https:" ? "wss" : "ws";
    return `${scheme}://${host}/api/tables/${encodeURIComponent(this.options.id)}/socket?${query}`;
  }

  /** Opens a socket, unless there is one or one is being opened. */
  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#socket) return;
    if (this.#connection.kind !== "lost") this.#set({ kind: "connecting" });
    const socket = this.#make(this.#url());
    this.#socket = socket;
    this.#begun = Date.now();
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as ServerMsg);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
    this.#pulse = setTimeout(() => this.#lose(), OPEN_WITHIN);
  }

  /** Lets the socket go, whatever it does: what it says from now on is nobody's. */
  #drop(close = (socket: WebSocket) => socket.close()): void {
    clearTimeout(this.#pulse);
    const old = this.#socket;
    this.#socket = undefined;
    this.#pinged = false;
    this.#silent = false;
    if (old) close(old);
  }

  #lose(wait = backoff(this.#tries++, Math.random())): void {
    if (this.#connection.kind === "closed") return;
    this.#drop();
    clearTimeout(this.#retry);
    outOfReach();
    this.#set({ kind: "lost", retryAt: Date.now() + wait });
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** The browser is back: from sleep, from another page, or on a network. */
  #wake(): void {
    if (this.#connection.kind === "connected") {
      this.#beat();
      return;
    }
    // What was begun without a network may hang for long.
    const stale = Date.now() - this.#begun > FRESH;
    if (this.#connection.kind === "lost" && stale) this.#drop();
    this.now();
  }

  #write(message: ClientMsg): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #hear(message: ServerMsg): void {
    if (this.#silent) this.#spoke();
    this.#outbox.settle(message);
    if ("n" in message && message.t !== "choices" && message.t !== "done") {
      // After `resumed` the missed messages are still to come, so its number is not yet ours.
      if (message.t !== "resumed") this.#since = message.n;
    }
    if (message.t === "snapshot" || message.t === "resumed") this.#opened();
    if (message.t === "pong") this.#answered();
    if (message.t === "bye") this.#lose(message.retry * (1 + Math.random() / 2));
    for (const listener of this.#listeners) listener(message);
  }

  #opened(): void {
    this.#tries = 0;
    this.#connected();
    this.#beat();
  }

  #connected(): void {
    reached();
    this.#set({ kind: "connected" });
    for (const message of this.#outbox.all()) this.#write(message);
  }

  /** A line that is cut without a word is found out by a ping that nobody answers. */
  #beat(): void {
    clearTimeout(this.#pulse);
    this.#pinged = true;
    this.#write({ t: "ping", at: Date.now() });
    this.#pulse = setTimeout(() => this.#unanswered(), TELL_AFTER);
  }

  #answered(): void {
    clearTimeout(this.#pulse);
    this.#pinged = false;
    this.#pulse = setTimeout(() => this.#beat(), isHidden() ? PING_HIDDEN : PING_EVERY);
  }

  /** The player is told at once; a slow line gets some more time before it is cut. */
  #unanswered(): void {
    this.#silent = true;
    outOfReach();
    const more = CUT_AFTER - TELL_AFTER;
    this.#set({ kind: "lost", retryAt: Date.now() + more });
    this.#pulse = setTimeout(() => this.#lose(), more);
  }

  /** The line was only slow: nothing that was sent is lost, and nothing is played twice. */
  #spoke(): void {
    this.#silent = false;
    this.#connected();
    this.#beat();
  }
}

function isHidden(): boolean {
  return globalThis.document?.visibilityState === "hidden";
}
