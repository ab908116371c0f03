// Thinking for the computer's seats of a table on the server: said when it is done, stopped when
// nobody looks, and never where somebody else plays.

import { beforeEach, expect, it } from "vitest";
import { now, past, table } from "../../table/testing";
import type { ClientMsg, SeatInfo, ServerMsg } from "../../wire";
import { playsAlone, thinkOnline, type Known, type Thinking } from "./online";

let stops: AbortSignal[];
let decided: (words: string[]) => void;
/** Thinks until the test has decided. */
const think: Thinking["think"] = (_, stop) =>
  new Promise((done, failed) => {
    decided = done;
    if (!stop) return;
    stops.push(stop);
    stop.addEventListener("abort", () => failed(new Error("unwanted")));
  });

let page: EventTarget & { hidden: boolean };
let sent: ClientMsg[];
let says: (message: ServerMsg) => void;
let known: Known;
let position: () => Promise<string>;

const rival: SeatInfo = {
  sitter: { kind: "computer", level: "level-3" },
  out: false,
  here: true,
};
const person = table.seats[0] as SeatInfo;

function settled(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

/** The seat that must act, after the message with this number. */
function turnOf(seat: number, n: number): void {
  known = { n, you: past.you, table: { ...table, seats: [person, rival] } };
  known.view = { kinds: [], tiles: [], now: now(seat) };
}

function begin(): AbortController {
  const leaving = new AbortController();
  const link = {
    listen: (listener: typeof says) => {
      says = listener;
      return () => undefined;
    },
    send: (message: ClientMsg) => {
      sent.push(message);
      return true;
    },
  };
  const asked = {
    link,
    known: () => known,
    position: () => position(),
    think,
    pause: () => 0,
    page,
  };
  thinkOnline(asked, leaving.signal);
  return leaving;
}

async function hides(hidden: boolean): Promise<void> {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
  await settled();
}

beforeEach(() => {
  sent = [];
  stops = [];
  page = Object.assign(new EventTarget(), { hidden: false });
  position = () => Promise.resolve("a position");
  turnOf(1, 7);
});

it("says that it thinks, and what it thought", async () => {
  begin();
  await settled();
  expect(sent).toEqual([{ t: "thinks", on: true }]);
  decided(["1,0 r0", "-"]);
  await settled();
  expect(sent.slice(1)).toEqual([{ t: "thought", seat: 1, after: 7, words: ["1,0 r0", "-"] }]);
});

it("says it again over a new line, and only then", async () => {
  turnOf(0, 7);
  begin();
  await settled();
  says({ t: "resumed", n: 7, you: past.you, table });
  await settled();
  says({ t: "step" } as ServerMsg);
  await settled();
  expect(sent).toEqual([
    { t: "thinks", on: true },
    { t: "thinks", on: true },
  ]);
  expect(stops).toEqual([]);
});

it("stops when nobody looks, and begins again when somebody does", async () => {
  const leaving = begin();
  await settled();
  await hides(true);
  expect(stops[0]?.aborted).toBe(true);
  await hides(false);
  expect(sent).toEqual([
    { t: "thinks", on: true },
    { t: "thinks", on: false },
    { t: "thinks", on: true },
  ]);
  leaving.abort();
  expect(stops[1]?.aborted).toBe(true);
});

it("keeps no server waiting that it cannot help", async () => {
  begin();
  await settled();
  position = () => Promise.reject(new Error("no such table"));
  says({ t: "step" } as ServerMsg);
  await settled();
  expect(sent.at(-1)).toEqual({ t: "thinks", on: false });
});

it("thinks only where one person plays against computers", () => {
  const seated = (seats: SeatInfo[], mine = [0]): boolean =>
    playsAlone({ n: 1, you: { ...past.you, seats: mine }, table: { ...table, seats } });
  expect(seated([person, rival, rival])).toBe(true);
  expect(seated([person, person])).toBe(false);
  expect(seated([person, person, rival], [0, 1])).toBe(false);
  expect(seated([person, rival], [])).toBe(false);
  const gone: SeatInfo = {
    ...rival,
    sitter: { kind: "computer", level: "level-3", instead_of: "Bob", person: "b" },
  };
  expect(seated([person, gone])).toBe(false);
});
