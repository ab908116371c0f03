// Whether what a learner did is what the lesson asked for. Nothing here knows a rule: the words of
// the lesson are compared.

import { featureOf, parse } from "../table/words";
import type { LessonStep } from "../wire";

export type Verdict = "right" | "otherwise" | "wrong";

/** Whether two words put the same figure on the same kind of place. */
function alike(one: string, other: string): boolean {
  const a = parse(one);
  const b = parse(other);
  if (a.w !== "put" || b.w !== "put") return one === other;
  return a.piece === b.piece && featureOf(a.place) === featureOf(b.place);
}

/** Judges words one by one. */
function verdicts(step: LessonStep, words: readonly string[]): Verdict[] {
  const [first = ""] = words;
  // A tile that lies the same way round has the same names for its places, another has others.
  const own = step.words[0] === first || step.same.includes(first);
  return words.map((word, i) => {
    const wanted = step.words[i] ?? "";
    if (i === 0 ? own : own ? word === wanted : alike(word, wanted)) return "right";
    return step.accept.includes(word) ? "otherwise" : "wrong";
  });
}

/** How many of the words, from the first on, are what the lesson asked for. */
export function rightSoFar(step: LessonStep, words: readonly string[]): number {
  const wrong = verdicts(step, words).indexOf("wrong");
  return wrong < 0 ? words.length : wrong;
}

/** Judges the words that a learner confirmed. */
export function judge(step: LessonStep, words: readonly string[]): Verdict {
  if (words.length !== step.words.length) return "wrong";
  const all = verdicts(step, words);
  if (all.includes("wrong")) return "wrong";
  return all.includes("otherwise") ? "otherwise" : "right";
}

/** Words of others, cut where one sees something new: each draw alone, each move alone. */
export function scenes(words: readonly string[]): string[][] {
  const groups: string[][] = [];
  let drawn = true;
  for (const word of words) {
    const draw = isDraw(word);
    const last = groups.at(-1);
    if (last && !draw && !drawn) last.push(word);
    else groups.push([word]);
    drawn = draw;
  }
  return groups;
}

/** Whether a word is a draw of chance: a tile, perhaps one that fits nowhere, or a seat. */
export function isDraw(word: string): boolean {
  return /^[a-z]+\/\S+( x)?$/.test(word) || word.startsWith("first:");
}
