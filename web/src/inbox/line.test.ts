// The bell's line: what it tells, and that a page out of sight gives it up.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MeOptions } from "../net/me";
import type { LastingSeek, MeTold } from "../wire";

let hidden: boolean;
let seen: (() => void) | undefined;
let lines: { options: MeOptions; closed: boolean }[];
const seek: LastingSeek = { pools: ["days"], since: 5 };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  hidden = false;
  lines = [];
  vi.stubGlobal("document", {
    get hidden() {
      return hidden;
    },
    addEventListener: (_: string, run: () => void) => (seen = run),
    removeEventListener: () => (seen = undefined),
    documentElement: { lang: "en" },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function make(options: MeOptions): { close: () => void } {
  const line = { options, closed: false };
  lines.push(line);
  return { close: () => (line.closed = true) };
}
function says(message: MeTold): void {
  lines.at(-1)?.options.told(message);
}

it("tells what rings and what is sought by days", async () => {
  const { hearBell, lastingSeek, endLasting } = await import("./line.svelte");
  const rung: string[] = [];
  const end = hearBell((kind) => rung.push(kind), make);
  says({ t: "hello", now: 1, turns: 0, notices: 0, seek });
  expect(lastingSeek()).toEqual(seek);
  says({ t: "notice", kind: "challenge" });
  expect(rung).toEqual(["challenge"]);
  const answers = [500, 204];
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: answers.shift() })));
  await endLasting();
  expect(lastingSeek(), "the server could not").toEqual(seek);
  await endLasting();
  expect(lastingSeek()).toBeUndefined();
  says({ t: "hello", now: 1, turns: 0, notices: 0, seek });
  says({ t: "notice", kind: "paired" });
  expect(lastingSeek()).toBeUndefined();
  end();
  expect(lines[0]?.closed).toBe(true);
  expect(seen).toBeUndefined();
});

it("gives the line up when nobody looks for long, and has another one then", async () => {
  const { hearBell } = await import("./line.svelte");
  const end = hearBell(() => undefined, make);
  hidden = true;
  seen?.();
  vi.advanceTimersByTime(30_000);
  hidden = false;
  seen?.();
  vi.advanceTimersByTime(120_000);
  expect(lines.map(({ closed }) => closed)).toEqual([false]);
  hidden = true;
  seen?.();
  vi.advanceTimersByTime(61_000);
  expect(lines.map(({ closed }) => closed)).toEqual([true]);
  hidden = false;
  seen?.();
  expect(lines.map(({ closed }) => closed)).toEqual([true, false]);
  end();
});
