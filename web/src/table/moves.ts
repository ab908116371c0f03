// The whole moves that come with the choices: what may follow each word, two questions deep. So a
// tile is laid and a figure sent without asking the server first, also without a connection.

import type { MoveQuestion, Moves } from "../wire";

/** The words that answer a question; nothing if they must be asked for. */
export function legalIn(moves: Moves, question: MoveQuestion): string[] | undefined {
  return question.words === undefined ? undefined : moves.words[question.words];
}

/** The question after words: `null` if nothing is left to decide, nothing if it is not told. */
export function questionAfter(
  moves: Moves,
  words: readonly string[],
): MoveQuestion | null | undefined {
  let question: MoveQuestion | null | undefined = moves.first;
  for (const word of words) {
    if (!question) return undefined;
    const at: number = legalIn(moves, question)?.indexOf(word) ?? -1;
    if (at < 0) return undefined;
    question = question.then === undefined ? null : question.then[at];
  }
  return question;
}
