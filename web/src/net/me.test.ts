// A person's own socket against a server of this test: what is sought again, and when it wakes.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MeSaid, MeTold } from "../wire";
import { MeSocket, type Seek } from "./me";
import { isLost, reached } from "./reach";

class FakeSocket {
  sent: MeSaid[] = [];
  closed = false;
  readyState = 1;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as MeSaid);
  }
  close(): void {
    this.closed = true;
  }
  says(message: MeTold): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  seeks(): MeSaid[] {
    return this.sent.filter(({ t }) => t === "seek");
  }
}

let sockets: FakeSocket[];
let heard: Map<string, () => void>;
let lines: boolean[];
let ended: number;
let socket: MeSocket;
const seek: Seek = { t: "seek", pools: ["duel"], guests: true, busy: false };
const last = (): FakeSocket => {
  const found = sockets.at(-1);
  if (!found) throw new Error("no socket was opened");
  return found;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { protocol: "https:", host: "play.example.org" });
  sockets = [];
  heard = new Map();
  lines = [];
  ended = 0;
  const target = {
    addEventListener: (type: string, listener: () => void) => void heard.set(type, listener),
    removeEventListener: (type: string) => void heard.delete(type),
  };
  vi.stubGlobal("addEventListener", target.addEventListener);
  vi.stubGlobal("removeEventListener", target.removeEventListener);
  const page = { visibilityState: "visible", documentElement: { lang: "en" } };
  vi.stubGlobal("document", { ...target, ...page });
  socket = new MeSocket({
    told: () => undefined,
    line: (there) => lines.push(there),
    ended: () => (ended += 1),
    make: () => {
      const made = new FakeSocket();
      sockets.push(made);
      return made as unknown as WebSocket;
    },
  });
});
afterEach(() => {
  socket.close();
  reached();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("seeks when the line is there, and again on a new one", () => {
  socket.seek(seek);
  expect(last().sent).toEqual([]);
  last().onopen?.();
  expect(last().seeks()).toHaveLength(1);
  last().onclose?.();
  vi.advanceTimersByTime(1000);
  last().onopen?.();
  expect(sockets).toHaveLength(2);
  expect(last().seeks()).toHaveLength(1);
  expect(lines).toEqual([true, false, true]);
});

it("seeks nothing again that is found, and what goes on by itself on a new line only", () => {
  socket.seek(seek);
  last().onopen?.();
  socket.forget();
  last().onclose?.();
  vi.advanceTimersByTime(1000);
  last().onopen?.();
  expect(last().seeks()).toEqual([]);
  socket.keep(seek);
  expect(last().seeks()).toEqual([]);
  last().onclose?.();
  vi.advanceTimersByTime(1000);
  last().onopen?.();
  expect(last().seeks()).toHaveLength(1);
});

it("tries again when opening takes too long", () => {
  vi.advanceTimersByTime(10_000);
  expect(last().closed).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
});

it("tries at once when the browser wakes, and finds out whether an open line still lives", () => {
  last().onclose?.();
  heard.get("online")?.();
  expect(sockets).toHaveLength(2);
  last().onopen?.();
  heard.get("visibilitychange")?.();
  expect(last().sent.at(-1)?.t).toBe("ping");
  const silent = last();
  vi.advanceTimersByTime(8000);
  expect(silent.closed).toBe(true);
  vi.advanceTimersByTime(1000);
  // A young try is waited for, an old one is not.
  heard.get("pageshow")?.();
  expect(sockets).toHaveLength(3);
  vi.advanceTimersByTime(3000);
  heard.get("pageshow")?.();
  expect(sockets).toHaveLength(4);
});

it("is over with the session, and a server that says goodbye is not out of reach", () => {
  last().onopen?.();
  last().says({ t: "bye", retry: 500, why: "restart" });
  expect(isLost()).toBe(false);
  vi.advanceTimersByTime(800);
  expect(sockets).toHaveLength(2);
  last().onopen?.();
  last().says({ t: "bye", retry: 500, why: "session" });
  expect(ended).toBe(1);
  expect(isLost()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(2);
});

it("is not cut while it is being opened when somebody leaves, but as soon as it is open", () => {
  last().readyState = 0;
  socket.close();
  expect(last().closed).toBe(false);
  last().onopen?.();
  expect(last().closed).toBe(true);
  expect(lines).toEqual([]);
});

it("is cut when it never opens, though nobody waits for it any more", () => {
  last().readyState = 0;
  socket.close();
  vi.advanceTimersByTime(5_000);
  expect(last().closed).toBe(true);
});
