// Workers that think: as many as the device has to spare, each with an engine of its own. A level
// is a number of simulations, so it is equally strong on every device, only slower. They rest while
// nobody looks at the page.

import type {
  Analysed,
  Analysis,
  Evaluate,
  Evaluation,
  Judged,
  Level,
  Thought,
  Vote,
} from "../../wire";
import type { Hand } from "./crew";
import { newHand, wantEngine } from "./engine";

/** One core is left for the page; more than four gain little. */
export function crewSize(cores: number | undefined): number {
  return Math.max(1, Math.min((cores ?? 2) - 1, 4));
}

/** The word with the most visits of all votes; the first of equals. */
export function elected(ballots: readonly (readonly Vote[])[]): string | undefined {
  const visits = new Map<string, number>();
  for (const { word, visits: n } of ballots.flat()) visits.set(word, (visits.get(word) ?? 0) + n);
  let best: string | undefined;
  for (const [word, n] of visits)
    if (best === undefined || n > (visits.get(best) ?? 0)) best = word;
  return best;
}

/** Dice for the thoughts of one decision: the same question is thought about in the same way. */
export function seedOf(text: string, worker: number): number {
  let state = 0x811c9dc5 ^ worker;
  for (let i = 0; i < text.length; i += 1) {
    state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  }
  return state >>> 0;
}

/** Gathers one after the other: whoever asks meanwhile gets what was gathered then. */
export function inTurn<T>(gather: (before: T[]) => Promise<T[]>): () => Promise<T[]> {
  let gathered: Promise<T[]> = Promise.resolve([]);
  return () => {
    gathered = gathered.catch(() => []).then(gather);
    return gathered;
  };
}

/** Those that are there, to be told when nobody looks. */
let crew: readonly Hand[] = [];

/** The workers; one that fell is replaced when it is needed next. */
const hands = inTurn<Hand>(async (before) => {
  const { module } = await wantEngine();
  const size = crewSize(globalThis.navigator?.hardwareConcurrency);
  const all = Array.from({ length: size }, (_, i) => {
    const old = before[i];
    return old && !old.gone ? old : newHand(module);
  });
  try {
    await Promise.all(all.map(({ ready }) => ready));
  } catch (error) {
    for (const hand of all) hand.close();
    throw error;
  }
  crew = all;
  if (document.hidden) for (const hand of all) hand.rest(true);
  return all;
});

// A page that is not looked at costs no battery.
globalThis.document?.addEventListener("visibilitychange", () => {
  for (const hand of crew) hand.rest(document.hidden);
});

/** A decision to be thought about. */
export interface Wanted {
  /** The position as one line, in which the seat must decide. */
  position: string;
  level: Level;
}

let minds = 0;
/** The level whose thought is shared out. */
const SHARED: Level = "level-5";

/** The whole decision of a computer's seat. */
export async function think(
  { position, level }: Wanted,
  unwanted?: AbortSignal,
): Promise<string[]> {
  const every = await hands();
  // The others think too little to share it.
  const all = level === SHARED ? every : every.slice(0, 1);
  unwanted?.throwIfAborted();
  minds += 1;
  const mind = `mind-${minds}`;
  const share = all.length;
  const asked = (i: number): unknown => ({
    mind,
    position,
    level,
    seed: seedOf(position, i),
    ...(share > 1 ? { share } : {}),
  });
  const begin = (hand: Hand, i: number): Promise<Thought> =>
    hand.task<Thought>("think", "think_on", asked(i), { mind }, undefined, unwanted);
  try {
    let thoughts = await Promise.all(all.map(begin));
    for (;;) {
      const done = thoughts.find((thought) => thought.done);
      if (done) return done.words;
      const word = elected(thoughts.map(({ ballot }) => ballot ?? []));
      if (word === undefined) throw new Error("a thought ended without a word");
      thoughts = await Promise.all(
        all.map((hand) =>
          hand.task<Thought>("settle", "think_on", { mind, word }, { mind }, undefined, unwanted),
        ),
      );
    }
  } finally {
    for (const hand of all) if (!hand.gone) hand.ask("forget", { mind }).catch(() => undefined);
  }
}

/** What is thought of a position: good moves, the best first. */
export async function judge(
  asked: Evaluate,
  unwanted?: AbortSignal,
  progress?: (so_far: Judged) => void,
): Promise<Evaluation> {
  const [hand] = await hands();
  if (!hand) throw new Error("nobody thinks here");
  minds += 1;
  const job = `job-${minds}`;
  try {
    const named = { job };
    const question = { job, asked };
    const found = await hand.task<Judged>("judge", "judge_on", question, named, progress, unwanted);
    if (!found.found) throw new Error("nothing was found out");
    return found.found;
  } finally {
    if (!hand.gone) hand.ask("drop", { job }).catch(() => undefined);
  }
}

/** Looks a whole game through. */
export async function analyse(
  record: string,
  progress: (so_far: Analysed) => void,
  unwanted: AbortSignal,
): Promise<Analysis> {
  const [hand] = await hands();
  if (!hand) throw new Error("nobody thinks here");
  minds += 1;
  const job = `job-${minds}`;
  try {
    const question = { job, record };
    const named = { job };
    const all = await hand.task<Analysed>(
      "analyse",
      "analyse_on",
      question,
      named,
      progress,
      unwanted,
    );
    if (!all.found) throw new Error("the game was not looked through");
    return all.found;
  } finally {
    if (!hand.gone) hand.ask("drop", { job }).catch(() => undefined);
  }
}
