// Answers about a game that only this page has: a lesson, a study. Its record goes with the question.

import { json } from "./api";
import { texts } from "./texts";
import type { Asked, Oracle } from "./oracle";
import type { BestMove, Evaluate, Evaluation, Moment, Survey, Tried } from "../wire";

/** A game that only this page has: its record, and how many of its words were played. */
export interface Written {
  record: string;
  words?: number;
}

/** The game of a record. */
export class RecordOracle implements Omit<Oracle, "draft"> {
  constructor(private readonly written: () => Written) {}

  /** The game with words tried. */
  moment(then: readonly string[]): Promise<Moment> {
    const { record, words } = this.written();
    return texts.moment(record, [...then], words);
  }

  survey(then: readonly string[]): Promise<Survey> {
    const { record, words } = this.written();
    return texts.surveyText(record, words, [...then]);
  }

  why(tries: readonly (readonly string[])[]): Promise<Tried[]> {
    const { record, words } = this.written();
    return texts.whyText(record, tries, words);
  }

  replay(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** What the engine thinks of the game as it stands, after words that are tried. */
  evaluate(then: readonly string[], unwanted: AbortSignal): Promise<Evaluation> {
    const { record, words } = this.written();
    const at = { record, then: [...then], ...(words === undefined ? {} : { words }) };
    const asked: Evaluate = { at };
    return json("POST", "/api/evaluate", asked, unwanted);
  }

  async hint({ words }: Pick<Asked, "words">, unwanted: AbortSignal): Promise<BestMove[]> {
    return (await this.evaluate(words, unwanted)).moves;
  }
}
