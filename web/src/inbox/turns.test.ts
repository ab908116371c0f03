// What waits for whom: the mark, the badge and the list go with the person.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Me, MyTurns } from "../wire";

const me = (id: string): Me => ({ id, name: id, account: true }) as unknown as Me;
const two = { turns: [{}, {}], unseen: 3 } as unknown as MyTurns;
let badges: number[];

beforeEach(() => {
  vi.resetModules();
  badges = [];
  vi.stubGlobal("navigator", {
    setAppBadge: (n: number) => Promise.resolve(badges.push(n)),
  });
});
afterEach(() => vi.unstubAllGlobals());

async function load() {
  const { inbox } = await import("./api");
  const session = await import("../session.svelte");
  const { badge } = await import("../ui/title.svelte");
  return { inbox, badge, ...session, ...(await import("./turns.svelte")) };
}

it("forgets what waited for somebody else, also if it is told late", async () => {
  const { inbox, setMe, askTurns, forgetTurns, myTurns, unseenNotices } = await load();
  let answer: (turns: MyTurns) => void = () => undefined;
  inbox.turns = () => new Promise((resolve) => (answer = resolve));
  setMe(me("ann"));
  const asked = askTurns();
  answer(two);
  await asked;
  expect([myTurns().length, unseenNotices()]).toEqual([2, 3]);
  const late = askTurns();
  setMe(undefined);
  forgetTurns();
  answer(two);
  await late;
  expect([myTurns().length, unseenNotices()]).toEqual([0, 0]);
  expect(badges).toEqual([2, 0]);
});

it("leaves the number of waiting games when a table is left", async () => {
  const { badge } = await load();
  badge({ waiting: 3 });
  badge({ here: true });
  badge({ here: false });
  expect(badges).toEqual([3, 3, 3]);
  badge({ waiting: 0 });
  badge({ here: true });
  expect(badges.slice(3)).toEqual([0, 1]);
});

it("tells a failure to whoever asks for the list itself", async () => {
  const { inbox, askTurns, readTurns } = await load();
  const { Failure, OFFLINE } = await import("../net/api");
  inbox.turns = () => Promise.reject(new Failure(OFFLINE));
  await expect(readTurns()).rejects.toBeInstanceOf(Failure);
  await expect(askTurns()).resolves.toBeUndefined();
});
