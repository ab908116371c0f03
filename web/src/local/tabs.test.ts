// Several tabs over a lock and a channel of this test: one writes, and it is one that is looked at.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Tabs, type Letter } from "./tabs";

type Held = (lock: object | null) => Promise<void> | undefined;

/** One lock, given in the order in which it was asked for. */
class Locks {
  #busy = false;
  readonly #queue: (() => void)[] = [];

  async request(
    _: string,
    how: { ifAvailable?: boolean; signal?: AbortSignal },
    held: Held,
  ): Promise<void> {
    if (this.#busy && how.ifAvailable) return held(null);
    if (this.#busy) await this.#turn(how.signal);
    this.#busy = true;
    await held({});
    this.#busy = false;
    this.#queue.shift()?.();
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((done, failed) => {
      this.#queue.push(done);
      signal?.addEventListener("abort", () => {
        this.#queue.splice(this.#queue.indexOf(done), 1);
        failed(new Error("aborted"));
      });
    });
  }
}

const channels = new Set<Channel>();
class Channel {
  onmessage: ((event: { data: Letter }) => void) | undefined;
  constructor() {
    channels.add(this);
  }
  postMessage(data: Letter): void {
    for (const other of channels)
      if (other !== this) queueMicrotask(() => other.onmessage?.({ data }));
  }
  close(): void {
    channels.delete(this);
  }
}

/** A page that somebody looks at, or nobody. */
class Page extends EventTarget {
  hidden: boolean;
  constructor(hidden: boolean) {
    super();
    this.hidden = hidden;
  }
  async turns(hidden: boolean): Promise<void> {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
    await settled();
  }
}

function settled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

/** The tabs that wrote, one after the other. */
let writers: string[];
let open: Tabs[];

async function tab(name: string, page: Page): Promise<Tabs> {
  const own = (): Promise<void> => {
    writers.push(name);
    return Promise.resolve();
  };
  const one = new Tabs("local-1", { own, leave: settled, heard: () => undefined }, page);
  open.push(one);
  await settled();
  return one;
}

beforeEach(() => {
  writers = [];
  open = [];
  vi.stubGlobal("navigator", { locks: new Locks() });
  vi.stubGlobal("BroadcastChannel", Channel);
});
afterEach(async () => {
  for (const one of open) one.close();
  await settled();
  vi.unstubAllGlobals();
});

it("lets the first tab write, and the next when it is closed", async () => {
  const first = await tab("first", new Page(false));
  const second = await tab("second", new Page(false));
  expect(writers).toEqual(["first"]);
  expect([first.following, second.following]).toEqual([false, true]);
  first.close();
  await settled();
  expect(writers).toEqual(["first", "second"]);
  expect(second.following).toBe(false);
});

it("gives the table to a tab that somebody looks at", async () => {
  const one = new Page(false);
  const other = new Page(false);
  const first = await tab("first", one);
  await tab("second", other);
  // Hidden while the other one is in sight.
  await one.turns(true);
  await settled();
  expect(writers).toEqual(["first", "second"]);
  expect(first.following).toBe(true);
  // Nobody looks at either: it stays where it is, until somebody does.
  await other.turns(true);
  expect(writers).toEqual(["first", "second"]);
  await one.turns(false);
  await settled();
  expect(writers).toEqual(["first", "second", "first"]);
});

it("passes hidden tabs by", async () => {
  const [one, other, third] = [new Page(false), new Page(true), new Page(true)];
  await tab("first", one);
  await tab("second", other);
  const last = await tab("third", third);
  await one.turns(true);
  await third.turns(false);
  for (let i = 0; i < 4; i += 1) await settled();
  expect(writers.at(-1)).toBe("third");
  expect(last.following).toBe(false);
});
