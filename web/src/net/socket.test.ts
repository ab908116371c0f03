// The socket against a server of this test: what is kept, sent again, and asked for.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ClientMsg, ServerMsg } from "../wire";
import { backoff } from "./backoff";
import { TableSocket, type Link } from "./socket";

class FakeSocket {
  sent: ClientMsg[] = [];
  closed = false;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMsg);
  }
  close(): void {
    this.closed = true;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.onclose?.();
  }
  plays(): ClientMsg[] {
    return this.sent.filter((message) => message.t === "play");
  }
}

let sockets: FakeSocket[];
let socket: TableSocket;
let links: Link[];
const last = (): FakeSocket => {
  const found = sockets.at(-1);
  if (!found) throw new Error("no socket was opened");
  return found;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { protocol: "https:", host: "play.example.org" });
  sockets = [];
  links = [];
  socket = new TableSocket({
    id: "t1",
    key: "secret",
    make: (url) => {
      const made = new FakeSocket(url);
      sockets.push(made);
      return made as unknown as WebSocket;
    },
  });
  socket.watch((link) => links.push(link));
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("opens with the key, and without a number the first time", () => {
  expect(last().url).toBe("wss://play.example.org/api/tables/t1/socket?k=secret");
  last().says({ t: "snapshot", n: 7 });
  expect(links.at(-1)).toEqual({ kind: "connected" });
});

it("comes back with the last number it has seen", () => {
  last().says({ t: "snapshot", n: 7 });
  last().says({ t: "step", n: 8, cause: { c: "made" } });
  last().breaks();
  expect(links.at(-1)?.kind).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
  expect(last().url).toContain("since=8");
  // The number of `resumed` is not ours until the missed messages have come.
  last().says({ t: "resumed", n: 12 });
  last().breaks();
  vi.advanceTimersByTime(2000);
  expect(last().url).toContain("since=8");
});

it("sends an unanswered move again under the same id", () => {
  last().says({ t: "snapshot", n: 7 });
  const id = socket.play(0, 7, ["0,-1 r2", "-"]);
  expect(last().plays()).toHaveLength(1);
  last().breaks();
  expect(socket.waiting).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(last().plays()).toHaveLength(0);
  last().says({ t: "resumed", n: 7 });
  expect(last().plays()).toEqual([{ t: "play", seat: 0, after: 7, id, words: ["0,-1 r2", "-"] }]);
  last().says({ t: "done", id, n: 8 });
  expect(socket.waiting).toBe(false);
});

it("keeps a move that was confirmed without a connection", () => {
  last().says({ t: "snapshot", n: 7 });
  last().breaks();
  socket.play(0, 7, ["-"]);
  vi.advanceTimersByTime(1000);
  last().says({ t: "resumed", n: 7 });
  expect(last().plays()).toHaveLength(1);
});

it.each<[string, (id: string) => object]>([
  ["refused", (id) => ({ t: "refused", id, problem: {} })],
  ["told to all", (id) => ({ t: "step", n: 8, cause: { c: "played", id } })],
  ["turned into a draft", () => ({ t: "draft", choices: { words: ["-"] } })],
])("forgets a move that was %s", (_, answer) => {
  last().says({ t: "snapshot", n: 7 });
  last().says(answer(socket.play(0, 7, ["-"])));
  expect(socket.waiting).toBe(false);
});

it("waits as long as bye asks", () => {
  last().says({ t: "snapshot", n: 7 });
  last().says({ t: "bye", retry: 3000, why: "restart" });
  vi.advanceTimersByTime(2900);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  expect(sockets).toHaveLength(2);
});

it("finds out a line that is cut without a word", () => {
  last().says({ t: "snapshot", n: 7 });
  expect(last().sent.at(-1)?.t).toBe("ping");
  vi.advanceTimersByTime(10_000);
  expect(sockets[0]?.closed).toBe(true);
  expect(links.at(-1)?.kind).toBe("lost");
});

it("goes on pinging while somebody answers, and learns the server's time", () => {
  last().says({ t: "snapshot", n: 7 });
  const at = Date.now();
  last().says({ t: "pong", at, now: at + 5000 });
  expect(socket.skew).toBe(5000);
  vi.advanceTimersByTime(20_000);
  expect(last().sent.filter((message) => message.t === "ping")).toHaveLength(2);
});

it("tells every listener every message, until it stops listening", () => {
  const heard: ServerMsg["t"][] = [];
  const stop = socket.listen((message) => heard.push(message.t));
  last().says({ t: "snapshot", n: 7 });
  stop();
  last().says({ t: "chat", n: 8, text: "hello" });
  expect(heard).toEqual(["snapshot"]);
});

it("opens anew for another person, from the start", () => {
  last().says({ t: "snapshot", n: 7 });
  socket.again();
  expect(sockets).toHaveLength(2);
  expect(last().url).not.toContain("since");
  sockets[0]?.breaks();
  expect(sockets).toHaveLength(2);
});

it("waits longer each time, but never for ever", () => {
  const waits = [0, 1, 2, 20].map((tries) => backoff(tries, 1));
  expect(waits).toEqual([500, 1000, 2000, 15_000]);
  expect(backoff(3, 0)).toBe(backoff(3, 1) / 2);
});
