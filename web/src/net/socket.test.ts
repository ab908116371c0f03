// The socket against a server of this test: what is kept, sent again, and asked for.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ClientMsg, ServerMsg } from "../wire";
import { backoff } from "./backoff";
import type { Connection } from "./link";
import type { Shelf } from "./outbox";
import { TableSocket } from "./socket";

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
let links: Connection[];
let kept: Map<string, string>;
let heard: Map<string, () => void>;
let shelf: Shelf;
/** What the browser tells its pages: `online`, `pageshow`, … */
const tells = (event: string): void => heard.get(event)?.();
const open = (): TableSocket =>
  new TableSocket({
    id: "t1",
    key: "secret",
    shelf,
    make: (url) => {
      const made = new FakeSocket(url);
      sockets.push(made);
      return made as unknown as WebSocket;
    },
  });
const opened = (): FakeSocket[] => sockets.filter(({ closed }) => !closed);
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
  heard = new Map();
  kept = new Map();
  shelf = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
  const target = {
    addEventListener: (type: string, listener: () => void) => void heard.set(type, listener),
    removeEventListener: (type: string) => void heard.delete(type),
  };
  vi.stubGlobal("addEventListener", target.addEventListener);
  vi.stubGlobal("removeEventListener", target.removeEventListener);
  vi.stubGlobal("document", { ...target, visibilityState: "visible", documentElement: {} });
  socket = open();
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
  expect(socket.waiting?.id).toBe(id);
  vi.advanceTimersByTime(1000);
  expect(last().plays()).toHaveLength(0);
  last().says({ t: "resumed", n: 7 });
  expect(last().plays()).toEqual([{ t: "play", seat: 0, after: 7, id, words: ["0,-1 r2", "-"] }]);
  last().says({ t: "done", id, n: 8 });
  expect(socket.waiting).toBeUndefined();
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
  ["turned into a draft", () => ({ t: "draft", choices: { words: ["-"] }, complete: false })],
])("forgets a move that was %s", (_, answer) => {
  last().says({ t: "snapshot", n: 7 });
  last().says(answer(socket.play(0, 7, ["-"])));
  expect(socket.waiting).toBeUndefined();
});

it("waits as long as bye asks", () => {
  last().says({ t: "snapshot", n: 7 });
  last().says({ t: "bye", retry: 3000, why: "restart" });
  vi.advanceTimersByTime(2900);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  expect(sockets).toHaveLength(2);
});

it("finds out a line that is cut without a word, and says so within seconds", () => {
  last().says({ t: "snapshot", n: 7 });
  expect(last().sent.at(-1)?.t).toBe("ping");
  last().says({ t: "pong", at: Date.now(), now: 0 });
  vi.advanceTimersByTime(4000);
  expect(links.at(-1)?.kind).toBe("lost");
  // A slow line gets some more time.
  expect(sockets[0]?.closed).toBe(false);
  vi.advanceTimersByTime(8000);
  expect(sockets[0]?.closed).toBe(true);
});

it("goes on over a line that was only slow, and sends what was confirmed meanwhile", () => {
  last().says({ t: "snapshot", n: 7 });
  vi.advanceTimersByTime(2000);
  expect(links.at(-1)?.kind).toBe("lost");
  expect(socket.send({ t: "resign", seat: 0 })).toBe(false);
  socket.play(0, 7, ["-"]);
  expect(last().plays()).toHaveLength(0);
  last().says({ t: "pong", at: Date.now(), now: 0 });
  expect(links.at(-1)?.kind).toBe("connected");
  expect(last().plays()).toHaveLength(1);
  expect(sockets).toHaveLength(1);
});

it("goes on pinging while somebody answers", () => {
  last().says({ t: "snapshot", n: 7 });
  last().says({ t: "pong", at: Date.now(), now: 0 });
  vi.advanceTimersByTime(2000);
  expect(last().sent.filter((message) => message.t === "ping")).toHaveLength(2);
});

it("is lost at once when the browser says that it is offline", () => {
  last().says({ t: "snapshot", n: 7 });
  tells("offline");
  expect(links.at(-1)?.kind).toBe("lost");
  expect(opened()).toHaveLength(0);
});

it.each(["online", "pageshow", "visibilitychange"])(
  "comes back with %s, by one socket",
  (event) => {
    last().says({ t: "snapshot", n: 7 });
    // Tried in vain for a while: the next try would be long in coming.
    for (let tries = 0; tries < 6; tries += 1) {
      last().breaks();
      vi.advanceTimersByTime(15_000);
    }
    last().breaks();
    const before = sockets.length;
    tells(event);
    expect(sockets).toHaveLength(before + 1);
    // Neither what was planned nor another wake-up opens one more.
    tells(event);
    socket.now();
    vi.advanceTimersByTime(1500);
    expect(sockets).toHaveLength(before + 1);
    last().says({ t: "resumed", n: 7 });
    expect(links.at(-1)?.kind).toBe("connected");
    expect(opened()).toHaveLength(1);
  },
);

it("never has a second socket while a retry is under way", () => {
  last().says({ t: "snapshot", n: 7 });
  last().breaks();
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
  socket.now();
  socket.now();
  tells("online");
  expect(sockets).toHaveLength(2);
  // One that hangs is let go, not left.
  vi.advanceTimersByTime(5000);
  tells("online");
  expect(sockets).toHaveLength(3);
  expect(sockets[1]?.closed).toBe(true);
});

it("gives up opening after a while, and tries again", () => {
  vi.advanceTimersByTime(10_000);
  expect(sockets[0]?.closed).toBe(true);
  expect(links.at(-1)?.kind).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
});

it("sends a move again after the page was closed without a connection", () => {
  last().says({ t: "snapshot", n: 7 });
  last().breaks();
  const id = socket.play(0, 7, ["0,-1 r2", "-"]);
  socket.close();
  // The page is opened again.
  socket = open();
  expect(socket.waiting).toEqual({ t: "play", seat: 0, after: 7, id, words: ["0,-1 r2", "-"] });
  last().says({ t: "snapshot", n: 7 });
  expect(last().plays()).toEqual([socket.waiting]);
  last().says({ t: "done", id, n: 8 });
  expect(kept.size).toBe(0);
});

it("keeps a whole move that the table tells as a draft when one comes back", () => {
  last().says({ t: "snapshot", n: 7 });
  last().breaks();
  socket.play(0, 7, ["-"]);
  vi.advanceTimersByTime(1000);
  last().says({ t: "resumed", n: 7 });
  last().says({ t: "draft", choices: { words: ["-"] }, complete: true });
  expect(socket.waiting).toBeDefined();
});

it.each(["{", '{"t":"play"}', '[{"t":"play","id":1}]', "null"])("reads no %s as a move", (text) => {
  socket.close();
  kept.set("trencavel.waiting.t1", text);
  socket = open();
  expect(socket.waiting).toBeUndefined();
});

it("says whether something went out", () => {
  expect(socket.send({ t: "resign", seat: 0 })).toBe(false);
  last().says({ t: "snapshot", n: 7 });
  expect(socket.send({ t: "resign", seat: 0 })).toBe(true);
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
