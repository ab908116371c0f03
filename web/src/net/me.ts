// A person's own socket: it seeks, and is told when a rival is found. It comes back by itself, and
// seeks again then: what is sought lives no longer than its socket.

import type { MeSaid, MeTold } from "../wire";
import { backoff } from "./backoff";
import { outOfReach, reached } from "./reach";

/** How often the line is tried, and after how long without an answer it is cut, ms. */
const PING_EVERY = 10_000;
const CUT_AFTER = 8_000;

export type Seek = Extract<MeSaid, { t: "seek" }>;

export interface MeOptions {
  told: (message: MeTold) => void;
  /** The line is there, or gone for now. */
  line: (there: boolean) => void;
  make?: (url: string) => WebSocket;
}

export class MeSocket {
  #socket: WebSocket | undefined;
  #seek: Seek | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(private readonly options: MeOptions) {
    this.#connect();
  }

  /** Seeks, and goes on seeking when the line comes back. */
  seek(seek: Seek): void {
    this.#seek = seek;
    this.#say(seek);
  }

  /** Does not seek any more. */
  unseek(): void {
    this.#seek = undefined;
    this.#say({ t: "unseek" });
  }

  /** Nothing is sought after a new line: a game has begun, or it was not to be. */
  forget(): void {
    this.#seek = undefined;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#drop();
  }

  #say(message: MeSaid): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const { protocol, host } = location;
    const scheme = protocol === "https:" ? "wss" : "ws";
    const lang = document.documentElement.lang;
    const url = `${scheme}://${host}/api/me/socket?lang=${encodeURIComponent(lang)}`;
    const socket = (this.options.make ?? ((at: string) => new WebSocket(at)))(url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      this.#tries = 0;
      reached();
      this.options.line(true);
      if (this.#seek) this.#say(this.#seek);
      this.#beat();
    });
    socket.addEventListener("message", (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      const message = JSON.parse(event.data) as MeTold;
      this.#beat();
      if (message.t === "bye") this.#again(message.retry);
      else if (message.t !== "pong") this.options.told(message);
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#again();
    });
  }

  /** The line is alive: it is tried again after a while. */
  #beat(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => {
      this.#say({ t: "ping", at: Date.now() });
      this.#pulse = setTimeout(() => this.#again(), CUT_AFTER);
    }, PING_EVERY);
  }

  #drop(): void {
    clearTimeout(this.#pulse);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #again(after?: number): void {
    this.#drop();
    if (this.#closed) return;
    if (after === undefined) outOfReach();
    this.options.line(false);
    clearTimeout(this.#retry);
    const wait = after ?? backoff(this.#tries++, Math.random());
    this.#retry = setTimeout(() => this.#connect(), wait);
  }
}
