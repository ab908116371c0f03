// A person's own socket: it seeks, and is told when a rival is found. It comes back by itself, and
// seeks again then: what is sought lives no longer than its socket.

import type { MeSaid, MeTold } from "../wire";
import { backoff } from "./backoff";
import { hangUp, onWake, outOfReach, reached } from "./reach";

/** How often the line is tried, and after how long without an answer it is cut, ms. */
const PING_EVERY = 10_000;
const CUT_AFTER = 8_000;
/** How long opening may take before another try is better. */
const OPEN_WITHIN = 10_000;
/** A try that is younger is waited for when the browser wakes up. */
const FRESH = 2_000;

export type Seek = Extract<MeSaid, { t: "seek" }>;

export interface MeOptions {
  told: (message: MeTold) => void;
  /** The line is there, or gone for now. */
  line: (there: boolean) => void;
  /** The session is over: it does not come back. */
  ended: () => void;
  make?: (url: string) => WebSocket;
}

export class MeSocket {
  /** The socket that is open or being opened, since when, and whether it is open. */
  #socket: WebSocket | undefined;
  #begun = 0;
  #open = false;
  #seek: Seek | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #sleep: () => void;

  constructor(private readonly options: MeOptions) {
    this.#sleep = onWake(
      () => this.#wake(),
      () => this.#again(),
    );
    this.#connect();
  }

  /** Seeks, and goes on seeking when the line comes back. */
  seek(seek: Seek): void {
    this.#seek = seek;
    this.#say(seek);
  }

  /** Goes on seeking this when the line comes back; the server knows it already. */
  keep(seek: Seek): void {
    this.#seek = seek;
  }

  /** Does not seek any more. */
  unseek(): void {
    this.#seek = undefined;
    this.#say({ t: "unseek" });
  }

  /** Nothing is sought after a new line: a rival is found, or it was not to be. */
  forget(): void {
    this.#seek = undefined;
  }

  close(): void {
    this.#closed = true;
    this.#sleep();
    clearTimeout(this.#retry);
    this.#drop(hangUp);
  }

  #say(message: MeSaid): void {
    if (this.#open) this.#socket?.send(JSON.stringify(message));
  }

  /** Opens a socket, unless there is one or one is being opened. */
  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#socket) return;
    const { protocol, host } = location;
    const scheme = protocol === "https:" ? "wss" : "ws";
    const lang = document.documentElement.lang;
    const url = `${scheme}://${host}/api/me/socket?lang=${encodeURIComponent(lang)}`;
    const socket = (this.options.make ?? ((at: string) => new WebSocket(at)))(url);
    this.#socket = socket;
    this.#begun = Date.now();
    this.#pulse = setTimeout(() => this.#again(), OPEN_WITHIN);
    socket.onopen = () => {
      if (socket === this.#socket) this.#opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as MeTold);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#again();
    };
  }

  #opened(): void {
    this.#open = true;
    this.#tries = 0;
    reached();
    this.options.line(true);
    if (this.#seek) this.#say(this.#seek);
    this.#beat();
  }

  #hear(message: MeTold): void {
    this.#beat();
    if (message.t === "bye" && message.why === "session") {
      this.close();
      this.options.ended();
    } else if (message.t === "bye") {
      // The server is there, and says when to come: not all at once.
      this.#again(message.retry * (1 + Math.random() / 2));
    } else if (message.t !== "pong") {
      this.options.told(message);
    }
  }

  /** The browser is back: from sleep, from another page, or on a network. */
  #wake(): void {
    if (this.#open) {
      this.#ping();
      return;
    }
    // What was begun without a network may hang for long.
    if (Date.now() - this.#begun > FRESH) this.#drop();
    this.#connect();
  }

  /** The line is alive: it is tried again after a while. */
  #beat(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#ping(), PING_EVERY);
  }

  /** A line that is cut without a word is found out by a ping that nobody answers. */
  #ping(): void {
    clearTimeout(this.#pulse);
    this.#say({ t: "ping", at: Date.now() });
    this.#pulse = setTimeout(() => this.#again(), CUT_AFTER);
  }

  #drop(close = (socket: WebSocket) => socket.close()): void {
    clearTimeout(this.#pulse);
    const socket = this.#socket;
    this.#socket = undefined;
    this.#open = false;
    if (socket) close(socket);
  }

  #again(after?: number): void {
    this.#drop();
    if (this.#closed) return;
    if (after === undefined) outOfReach();
    clearTimeout(this.#retry);
    const wait = after ?? backoff(this.#tries++, Math.random());
    this.#retry = setTimeout(() => this.#connect(), wait);
    this.options.line(false);
  }
}
