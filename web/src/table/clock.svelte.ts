// Clocks that tick on the screen between two messages of the server.

import { number, t, type Key, type Values } from "../i18n/index.svelte";
import { serverTime, type TableState } from "./state";

let time = $state(Date.now());
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Keeps the time ticking while the calling component lives. */
export function useTime(): void {
  $effect(() => {
    users += 1;
    timer ??= setInterval(() => {
      time = Date.now();
    }, 250);
    return () => {
      users -= 1;
      if (users > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  });
}

/** The local time, ms; it changes by itself while somebody uses it. */
export function now(): number {
  return time;
}

/** What is left to a seat when this browser's time is `at`, ms; nothing without a clock. */
export function leftOf(state: TableState, seat: number, at: number): number | undefined {
  const { left, running, at: asOf } = state.table.clocks;
  const told = left[seat];
  if (told === undefined) return undefined;
  const ticking = running === seat && state.table.status.kind === "playing";
  return ticking ? told - Math.max(0, serverTime(state, at) - asOf) : told;
}

/** For how long a seat has been away when this browser's time is `at`, ms; nothing if it is here. */
export function awayFor(state: TableState, seat: number, at: number): number | undefined {
  const since = state.table.seats[seat]?.away_since;
  return since === undefined ? undefined : Math.max(0, serverTime(state, at) - since);
}

/** What a clock shows in the language of the page: `6:12`, `1:02:03`, `3 d 4 h`; tenths in the last
 * ten seconds. */
export function clockText(ms: number): string {
  return clockFace(ms, t, (seconds) => number(seconds, TENTHS));
}

const TENTHS = {
  minimumIntegerDigits: 2,
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
} as const;

/** The same with the words of a language. */
export function clockFace(
  ms: number,
  say: (key: Key, values: Values) => string,
  tenths: (seconds: number) => string,
): string {
  const whole = Math.max(0, ms);
  if (whole < 10_000) return `0:${tenths(Math.floor(whole / 100) / 10)}`;
  const seconds = Math.floor(whole / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return say("common.clock.long", { d: Math.floor(hours / 24), h: hours % 24 });
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
