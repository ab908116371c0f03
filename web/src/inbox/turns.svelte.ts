// The games that wait for me, known to whoever shows them: the bell, the tab, the next game.

import { Failure } from "../net/api";
import { whoAmI } from "../session.svelte";
import { badge, markTitle } from "../ui/title.svelte";
import type { MyTurn, MyTurns } from "../wire";
import { inbox } from "./api";

/** How often it is asked while somebody looks, ms. */
const EVERY = 60_000;

const NONE: MyTurns = { turns: [], unseen: 0 };
let told = $state.raw(NONE);

/** The games that wait, the most urgent first. */
export function myTurns(): readonly MyTurn[] {
  return told.turns;
}

/** How many notices are new. */
export function unseenNotices(): number {
  return told.unseen;
}

/** All notices were seen. */
export function sawNotices(): void {
  told = { ...told, unseen: 0 };
}

function tell(now: MyTurns): void {
  told = now;
  const waiting = now.turns.length;
  markTitle(waiting > 0 ? `(${waiting}) ` : "");
  badge({ waiting });
}

/** I am nobody now, or somebody else: what waited for whoever I was is nobody's business. */
export function forgetTurns(): void {
  tell(NONE);
}

/** Asks the server; a failure is the asker's. */
export async function readTurns(): Promise<void> {
  const asker = whoAmI()?.id;
  const answer = await inbox.turns();
  if (whoAmI()?.id === asker) tell(answer);
}

/** Asks the server. Without an answer what was known stays. */
export async function askTurns(): Promise<void> {
  try {
    await readTurns();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
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
  const { turns } = told;
  const others = turns.filter(({ table }) => table.id !== from);
  const at = turns.findIndex(({ table }) => table.id === from);
  return turns.slice(at + 1).find(({ table }) => table.id !== from) ?? others[0];
}
