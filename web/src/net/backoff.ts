// How long to wait before the next try: twice as long each time, with chance in it, so that a
// thousand pages do not come back in the same instant after a restart.

const FIRST = 500;
const LONGEST = 15_000;

/** Milliseconds before try number `tries` (from 0); `chance` is in 0..1. */
export function backoff(tries: number, chance: number): number {
  const whole = Math.min(LONGEST, FIRST * 2 ** Math.min(tries, 10));
  return Math.round(whole * (0.5 + chance / 2));
}
