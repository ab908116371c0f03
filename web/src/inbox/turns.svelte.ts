// The games that wait for me, known to whoever shows them: the bell, the tab, the next game.

import { Failure } from "../net/api";
import type { MyTurn } from "../wire";
import { markTitle } from "../ui/title.svelte";
import { inbox } from "./api";

/** How often it is asked while somebody looks, ms. */
const EVERY = 60_000;

let turns = $state.raw<readonly MyTurn[]>([]);
let unseen = $state(0);

/** The games that wait, the most urgent first. */
export function myTurns(): readonly MyTurn[] {
  return turns;
}

/** How many notices are new. */
export function unseenNotices(): number {
  return unseen;
}

/** All notices were seen. */
export function sawNotices(): void {
  unseen = 0;
}

/** Asks the server. Without an answer what was known stays. */
export async function askTurns(): Promise<void> {
  try {
    const answer = await inbox.turns();
    turns = answer.turns;
    unseen = answer.unseen;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return;
  }
  const waiting = turns.length;
  markTitle(waiting > 0 ? `(${waiting}) ` : "");
  const badge = navigator as Navigator & {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  // The number on the icon of an installed page; not every browser has one.
  const set = waiting > 0 ? badge.setAppBadge?.(waiting) : badge.clearAppBadge?.();
  set?.catch(() => undefined);
}

/** Keeps asking while the page is looked at; ends with the returned function. */
export function followTurns(): () => void {
  const look = (): void => {
    if (!document.hidden) void askTurns();
  };
  look();
  const timer = setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** The game to go to from a table: the next one behind it that waits, or the first. */
export function nextTurn(from: string): MyTurn | undefined {
  const others = turns.filter(({ table }) => table.id !== from);
  const at = turns.findIndex(({ table }) => table.id === from);
  return turns.slice(at + 1).find(({ table }) => table.id !== from) ?? others[0];
}
