// What becomes of a search: rivals who are found, do not come, or come while something else is played.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MeOptions, Seek } from "../net/me";
import type { Me, MeTold, PoolInfo } from "../wire";
import type { Phase, Seeker } from "./seeker.svelte";

const me = { id: "p", name: "Ann", account: false } as unknown as Me;
const pools = [
  { name: "duel", usual: true, clock: { kind: "total", seconds: 300, increment: 5 } },
  { name: "days", clock: { kind: "days", days: 3 } },
] as unknown as PoolInfo[];
const paired = (pool = "duel"): MeTold => ({
  t: "paired",
  table: "rival",
  commitment: "",
  seat: 1,
  pool,
  rivals: ["Bob"],
  until: Date.now() + 10_000,
});
const waiting = (again?: boolean): MeTold => ({
  t: "waiting",
  pools: ["duel"],
  since: Date.now(),
  people: 0,
  ...(again === undefined ? {} : { again }),
});

/** The line: what was said, and what is sought after a new one. */
class Line {
  said: (Seek | string)[] = [];
  kept: Seek | undefined;
  closed = false;
  constructor(readonly options: MeOptions) {}
  seek(seek: Seek): void {
    this.kept = seek;
    this.said.push(seek);
  }
  keep(seek: Seek): void {
    this.kept = seek;
  }
  unseek(): void {
    this.forget();
    this.said.push("unseek");
  }
  forget(): void {
    this.kept = undefined;
  }
  close(): void {
    this.closed = true;
  }
}

let seeker: Seeker;
let line: Line | undefined;
let ended: number;
let go: (to: string) => void;
let stood: [string, number][];
let pooled: () => void;

const told = (message: MeTold): void => line?.options.told(message);
const kind = (): Phase["kind"] => seeker.phase.kind;
const path = (): string => location.pathname;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  const place = { pathname: "/", search: "" };
  const move = (_: unknown, __: string, to: string): void => void (place.pathname = to);
  vi.stubGlobal("location", place);
  vi.stubGlobal("history", { pushState: move, replaceState: move });
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const { api } = await import("../net/api");
  stood = [];
  let answer: (list: { pools: PoolInfo[] }) => void = () => undefined;
  pooled = () => answer({ pools });
  Object.assign(api, {
    me: () => Promise.resolve(me),
    pools: () => new Promise((resolve) => (answer = resolve)),
    stand: (id: string, seat: number) => Promise.resolve(stood.push([id, seat])),
  });
  ({ go } = await import("../router.svelte"));
  const { Seeker: Made } = await import("./seeker.svelte");
  ended = 0;
  line = undefined;
  seeker = new Made({
    ended: () => (ended += 1),
    called: () => undefined,
    line: (options) => (line = new Line(options)),
  });
});
afterEach(() => {
  seeker.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begin(): Promise<void> {
  const begun = seeker.begin();
  pooled();
  await begun;
  told({ t: "hello", now: Date.now(), turns: 0, notices: 0 });
  told(waiting());
}

it("opens no line for somebody who thought better of it", async () => {
  const begun = seeker.begin();
  seeker.stop();
  pooled();
  await begun;
  expect(line).toBeUndefined();
  expect(ended).toBe(1);
});

it("goes to a rival, seeks no other one, and is over when the game begins", async () => {
  await begin();
  told(paired());
  expect(kind()).toBe("going");
  expect(path()).toBe("/t/rival");
  expect(line?.kept).toBeUndefined();
  told({ t: "idle", why: "playing" });
  expect(ended).toBe(1);
});

it("leaves the table alone when the line is lost on the way to it", async () => {
  await begin();
  told(paired());
  line?.options.line(false);
  expect(path()).toBe("/t/rival");
  expect(ended).toBe(1);
});

it("still shows the way if I am elsewhere when the line is lost", async () => {
  await begin();
  told(paired());
  go("/rules");
  line?.options.line(false);
  expect(kind()).toBe("found");
  // Nobody says that it is too late.
  vi.advanceTimersByTime(16_000);
  expect(kind()).toBe("absent");
});

it("comes back from a rival who did not come, and would seek on on a new line", async () => {
  await begin();
  told(paired());
  const said = line?.said.length;
  told(waiting(true));
  expect(path()).toBe("/");
  expect(kind()).toBe("waiting");
  expect(line?.kept?.pools).toEqual(["duel"]);
  expect(line?.said.length).toBe(said);
});

it("knows nothing of its search after a new line until the server says it", async () => {
  await begin();
  line?.options.line(false);
  expect(seeker.phase).toEqual({ kind: "waiting" });
  line?.options.line(true);
  told({ t: "refused", problem: { type: "playing", title: "", status: 409, detail: "No." } });
  expect(ended).toBe(1);
});

it("asks whoever plays something else meanwhile, and tells the server that it does", async () => {
  await begin();
  go("/learn/first");
  seeker.moved();
  seeker.moved();
  expect(line?.said).toHaveLength(2);
  expect(line?.kept?.busy).toBe(true);
  told(paired());
  expect(kind()).toBe("found");
  expect(path()).toBe("/learn/first");
  seeker.seek({ pools: ["days"], guests: true, bots: false });
  expect(kind()).toBe("found");
  seeker.go();
  expect(path()).toBe("/t/rival");
});

it("is not led past a rival who comes while a game against the computer is made", async () => {
  await begin();
  let made = 0;
  let done: () => void = () => undefined;
  const play = (): Promise<void> =>
    new Promise((resolve) => {
      made += 1;
      done = () => {
        go("/t/computer");
        resolve();
      };
    });
  const left = seeker.meanwhile(play);
  await seeker.meanwhile(play);
  expect(made).toBe(1);
  told(paired());
  expect(kind()).toBe("found");
  expect(path()).toBe("/");
  done();
  await left;
  expect(path()).toBe("/t/computer");
  expect(kind()).toBe("found");
  await seeker.stay();
  expect(stood).toEqual([["rival", 1]]);
  expect(ended).toBe(1);
});

it("asks nobody who has come to the rival by another way", async () => {
  await begin();
  go("/t/computer");
  told(paired());
  go("/t/rival");
  seeker.moved();
  expect(kind()).toBe("going");
});

it("keeps the way to a game by days in sight", async () => {
  await begin();
  seeker.seek({ pools: ["duel", "days"], guests: true, bots: false });
  go("/t/computer");
  told(paired("days"));
  told({ t: "idle", why: "playing" });
  expect(kind()).toBe("kept");
  expect(ended).toBe(0);
  seeker.go();
  expect(path()).toBe("/t/rival");
  expect(ended).toBe(1);
});

it("says that I was late, unless the table does", async () => {
  await begin();
  go("/t/computer");
  told(paired());
  told({ t: "idle", why: "absent" });
  expect(kind()).toBe("absent");
  seeker.seek(seeker.wish);
  told(waiting());
  go("/");
  told(paired());
  told({ t: "idle", why: "absent" });
  expect(path()).toBe("/t/rival");
  expect(ended).toBe(1);
});

it("names the pools in which the server seeks", async () => {
  await begin();
  seeker.seek({ pools: ["duel", "days"], guests: true, bots: false });
  told({ t: "waiting", pools: ["days"], since: Date.now(), people: 2 });
  expect(seeker.sought).toEqual(["days"]);
});

it("is over with the session", async () => {
  await begin();
  line?.options.ended();
  expect(ended).toBe(1);
  expect(line?.closed).toBe(true);
});

it("does not follow what another page has sought by days", async () => {
  await begin();
  told(paired("days"));
  expect(kind()).toBe("waiting");
  expect(path()).toBe("/");
});

it("says again after a new line only what a page is needed for", async () => {
  me.account = true;
  await begin();
  seeker.seek({ pools: ["duel", "days"], guests: true, bots: false });
  const both: MeTold = { t: "waiting", pools: ["duel", "days"], since: 1, people: 0 };
  told(both);
  expect(line?.kept?.pools).toEqual(["duel"]);
  expect(seeker.lasts).toBe(true);
  seeker.seek({ pools: ["days"], guests: true, bots: false });
  told({ t: "waiting", pools: ["days"], since: 1, people: 0 });
  expect(line?.kept).toBeUndefined();
  // It is sought still; and when it is found or ended elsewhere, there is nothing to wait for.
  line?.options.line(false);
  line?.options.line(true);
  told({ t: "hello", now: Date.now(), turns: 0, notices: 0, seek: { pools: ["days"], since: 1 } });
  expect([kind(), ended]).toEqual(["waiting", 0]);
  line?.options.line(false);
  line?.options.line(true);
  told({ t: "hello", now: Date.now(), turns: 0, notices: 0 });
  expect(ended).toBe(1);
});
