// A table of this device over a shelf, an engine and other tabs of this test: a move is answered
// whatever happens to the tab that writes.

import { beforeEach, expect, it, vi } from "vitest";
import { past, step } from "../table/testing";
import type { ClientMsg, ServerMsg } from "../wire";
import type { Tab } from "./tabs";
import { LocalTable } from "./table";

const world = vi.hoisted(() => ({
  tab: undefined as unknown,
  following: false,
  said: [] as unknown[],
  asked: [] as { call: string; question: unknown }[],
  taken: false,
}));

vi.mock("./tabs", () => ({
  Tabs: class {
    constructor(_: string, tab: unknown) {
      world.tab = tab;
    }
    get following(): boolean {
      return world.following;
    }
    say(message: unknown): void {
      world.said.push(message);
    }
    write(): void {}
    close(): void {}
  },
}));
vi.mock("./db", () => {
  class Taken extends Error {}
  const shelf = {
    read: () => Promise.resolve({ head: { seed: "", who: {}, changed: 0 }, log: [] }),
    append: () => (world.taken ? Promise.reject(new Taken("there already")) : Promise.resolve()),
    note: () => Promise.resolve(),
  };
  return { Taken, openShelf: () => Promise.resolve(shelf) };
});
vi.mock("./seen", () => ({ forgetSeen: vi.fn(), lastSeen: vi.fn(), noteSeen: vi.fn() }));
vi.mock("./row", () => ({ rowOf: () => ({}) }));
vi.mock("../net/engine/thinkers", () => ({ judge: vi.fn(), think: vi.fn() }));
vi.mock("../net/engine/engine", () => ({
  wantEngine: () =>
    Promise.resolve({
      hello: { version: "1" },
      onFall: () => () => undefined,
      ask: (call: string, question: { message?: { id: string } }) => {
        world.asked.push({ call, question });
        return Promise.resolve(answerTo(call));
      },
    }),
}));

/** An engine that plays whatever is said. */
function answerTo(call: string): unknown {
  if (call === "open") return { entries: [] };
  if (call === "say") return { entries: [{ n: 4, at: 0, entry: {} }] };
  if (call !== "kept") return null;
  const last = world.asked.findLast(({ call }) => call === "say" || call === "open");
  const { message } = (last?.question ?? {}) as { message?: { id: string } };
  const told: ServerMsg = message
    ? {
        t: "step",
        ...step(4, 0, 1),
        cause: { c: "played", seat: 0, id: message.id, words: [], chance: [] },
      }
    : { t: "snapshot", ...past };
  return { messages: [told], state: { n: 4, over: false, commitment: "", row: {} } };
}

const tab = (): Tab => world.tab as Tab;
let heard: ServerMsg[];

function table(): LocalTable {
  const one = new LocalTable("local-1", { pause: () => 0 }, (problem) => {
    throw problem;
  });
  one.listen((message) => heard.push(message));
  return one;
}

/** Lets everything that was begun come to its end. */
function settled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

beforeEach(() => {
  heard = [];
  Object.assign(world, { following: false, said: [], asked: [], taken: false });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
});

it("plays, and waits for nothing once it is answered", async () => {
  const one = table();
  await tab().own();
  const id = one.play(0, 3, ["1,0 r0"]);
  expect(one.waiting?.id).toBe(id);
  await settled();
  expect(heard.map(({ t }) => t)).toEqual(["snapshot", "step"]);
  expect(one.waiting).toBeUndefined();
});

it("refuses what another page has forestalled, and shows how far the game is", async () => {
  const one = table();
  await tab().own();
  world.taken = true;
  const id = one.play(0, 3, ["1,0 r0"]);
  await settled();
  expect(heard[1]).toMatchObject({ t: "refused", id, problem: { type: "late" } });
  expect(heard[2]).toMatchObject({ t: "snapshot" });
  expect(one.waiting).toBeUndefined();
});

it("says a move again to the next tab that writes, under the same id", async () => {
  world.following = true;
  const one = table();
  const id = one.play(0, 3, ["1,0 r0"]);
  await settled();
  expect(world.said).toMatchObject([{ t: "play", id }]);
  // The tab that wrote is gone before it answered; a third one opens the table.
  tab().heard({ told: [{ t: "snapshot", ...past }] });
  await settled();
  expect(world.said).toMatchObject([
    { t: "play", id },
    { t: "play", id },
  ]);
  // That one is gone, too: this page writes now.
  world.following = false;
  await tab().own();
  await settled();
  const says = world.asked.filter(({ call }) => call === "say");
  expect(says.map(({ question }) => (question as { message: ClientMsg }).message)).toMatchObject([
    { t: "play", id },
  ]);
  expect(one.waiting).toBeUndefined();
});

it("writes nothing once another tab may", async () => {
  const one = table();
  await tab().own();
  world.following = true;
  await tab().leave();
  expect(world.asked.at(-1)?.call).toBe("close");
  one.play(0, 3, ["1,0 r0"]);
  await settled();
  expect(world.asked.at(-1)?.call).toBe("close");
  expect(world.said).toHaveLength(1);
});
