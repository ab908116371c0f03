// One table's socket. It comes back by itself, asks for what it missed, and keeps a confirmed move
// until the server has answered it: a move is sent again under the same id and never played twice.

import type { ClientMsg, ServerMsg } from "../wire";
import { backoff } from "./backoff";

export type Link =
  | { kind: "connecting" }
  | { kind: "connected" }
  /** Gone; the next try begins at `retryAt` (ms since 1970). */
  | { kind: "lost"; retryAt: number }
  | { kind: "closed" };

type Kept = Extract<ClientMsg, { t: "play" } | { t: "chat" }>;

const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;

/** What a page needs of a WebSocket; tests bring their own. */
export type SocketMaker = (url: string) => WebSocket;

export interface Options {
  id: string;
  /** The key of the table's link. */
  key?: string | undefined;
  make?: SocketMaker;
}

/** A name that no other move has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join(
    "",
  );
}

export class TableSocket {
  /** Server time minus ours, ms; for clocks. */
  skew = 0;
  #link: Link = { kind: "connecting" };
  #socket: WebSocket | undefined;
  #since: number | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Set<(message: ServerMsg) => void>();
  readonly #watchers = new Set<(link: Link) => void>();
  readonly #make: SocketMaker;
  readonly #wake = (): void => this.now();

  constructor(private readonly options: Options) {
    this.#make = options.make ?? ((url) => new WebSocket(url));
    globalThis.addEventListener?.("online", this.#wake);
    this.#connect();
  }

  /** Calls `listener` with every message; the answer ends it. */
  listen(listener: (message: ServerMsg) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `watcher` with the state of the connection, now and whenever it changes. */
  watch(watcher: (link: Link) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.#link);
    return () => this.#watchers.delete(watcher);
  }

  /** Whether a move waits for its answer. */
  get waiting(): boolean {
    return [...this.#kept.values()].some((message) => message.t === "play");
  }

  /** What would these words do? Lost without harm if there is no connection. */
  draft(seat: number, after: number, words: string[]): void {
    this.send({ t: "draft", seat, after, words });
  }

  /** Plays a move; kept until it is answered. Gives its id. */
  play(seat: number, after: number, words: string[]): string {
    const id = newId();
    this.#keep({ t: "play", seat, after, id, words });
    return id;
  }

  /** Says something; kept until it is heard. Gives its id. */
  chat(text: string): string {
    const id = newId();
    this.#keep({ t: "chat", id, text });
    return id;
  }

  /** Sends anything else, if connected. */
  send(message: ClientMsg): void {
    if (this.#link.kind === "connected") this.#socket?.send(JSON.stringify(message));
  }

  /** Tries at once instead of waiting. */
  now(): void {
    if (this.#link.kind !== "lost") return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /** Opens anew from the start: for another person, or another key. */
  again(): void {
    if (this.#link.kind === "closed") return;
    const old = this.#socket;
    this.#socket = undefined;
    this.#since = undefined;
    old?.close();
    clearTimeout(this.#retry);
    clearTimeout(this.#pulse);
    this.#connect();
  }

  /** Leaves the table. */
  close(): void {
    globalThis.removeEventListener?.("online", this.#wake);
    clearTimeout(this.#retry);
    clearTimeout(this.#pulse);
    this.#set({ kind: "closed" });
    this.#socket?.close();
  }

  #keep(message: Kept): void {
    this.#kept.set(message.id, message);
    this.send(message);
  }

  #set(link: Link): void {
    this.#link = link;
    for (const watcher of this.#watchers) watcher(link);
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

  #connect(): void {
    if (this.#link.kind !== "lost") this.#set({ kind: "connecting" });
    const socket = this.#make(this.#url());
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as ServerMsg);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost(backoff(this.#tries++, Math.random()));
    };
  }

  #lost(wait: number): void {
    if (this.#link.kind === "closed") return;
    clearTimeout(this.#pulse);
    clearTimeout(this.#retry);
    this.#set({ kind: "lost", retryAt: Date.now() + wait });
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #hear(message: ServerMsg): void {
    this.#settle(message);
    if ("n" in message && message.t !== "choices" && message.t !== "done") {
      // After `resumed` the missed messages are still to come, so its number is not yet ours.
      if (message.t !== "resumed") this.#since = message.n;
    }
    if (message.t === "snapshot" || message.t === "resumed") this.#opened();
    if (message.t === "pong") this.skew = message.now - (message.at + Date.now()) / 2;
    if (message.t === "bye") {
      const old = this.#socket;
      this.#socket = undefined;
      old?.close();
      this.#lost(message.retry * (1 + Math.random() / 2));
    }
    for (const listener of this.#listeners) listener(message);
  }

  /** Forgets what the server has answered. */
  #settle(message: ServerMsg): void {
    if (message.t === "done") this.#kept.delete(message.id);
    if (message.t === "refused" && message.id !== undefined) this.#kept.delete(message.id);
    if (message.t === "step" && message.cause.c === "played") this.#kept.delete(message.cause.id);
    for (const [id, kept] of this.#kept) {
      // An incomplete move becomes a draft; a chat comes back as everybody sees it.
      const drafted =
        message.t === "draft" &&
        kept.t === "play" &&
        message.choices.words.join(" ") === kept.words.join(" ");
      const heard = message.t === "chat" && kept.t === "chat" && message.text === kept.text;
      if (drafted || heard) this.#kept.delete(id);
    }
  }

  #opened(): void {
    this.#tries = 0;
    this.#set({ kind: "connected" });
    for (const message of this.#kept.values()) this.send(message);
    this.#beat();
  }

  /** A line that is cut without a word is found out by a ping that nobody answers. */
  #beat(): void {
    clearTimeout(this.#pulse);
    this.send({ t: "ping", at: Date.now() });
    const socket = this.#socket;
    this.#pulse = setTimeout(() => {
      socket?.close();
      if (socket === this.#socket) {
        this.#socket = undefined;
        this.#lost(backoff(this.#tries++, Math.random()));
      }
    }, PONG_WITHIN);
    const stop = this.listen((message) => {
      if (message.t !== "pong") return;
      stop();
      clearTimeout(this.#pulse);
      this.#pulse = setTimeout(() => this.#beat(), PING_EVERY);
    });
  }
}
