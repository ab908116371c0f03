// Questions about a game that change nothing: what words would do, what the board is worth, why
// something may not be, how it came so far. The server answers today; nobody who asks knows that.

import type { Draft, Moment, Problem, Replay, Survey } from "../wire";
import { api, Failure } from "./api";
import type { Link } from "./link";

/** Words that a seat tries, after the message with this number. */
export interface Asked {
  seat: number;
  after: number;
  words: string[];
}

export type Drafted = { draft: Draft } | { refused: Problem };

/** What became of words that were tried: why they may not be, or their full form. */
export interface Tried {
  refused?: Problem;
  words: string[];
}

export interface Oracle {
  /** What words would do. Nothing where the table itself tells it, over its link. */
  draft(asked: Asked): Promise<Drafted | undefined>;
  /** The board as it stands, after words of whoever must decide. */
  survey(then: readonly string[]): Promise<Survey>;
  /** Tries several lists of words, each for itself. */
  why(tries: readonly (readonly string[])[]): Promise<Tried[]>;
  /** The game from its beginning; nothing where no table has it. */
  replay(): Promise<Replay | undefined>;
}

/** A table of the server. It remembers what is tried and tells it over the link. */
export class TableOracle implements Oracle {
  constructor(
    private readonly id: string,
    private readonly link: Pick<Link, "send">,
  ) {}

  draft({ seat, after, words }: Asked): Promise<undefined> {
    this.link.send({ t: "draft", seat, after, words });
    return Promise.resolve(undefined);
  }

  survey(then: readonly string[]): Promise<Survey> {
    return api.survey(this.id, then);
  }

  async why(tries: readonly (readonly string[])[]): Promise<Tried[]> {
    const record = await api.record(this.id);
    return triedIn({ record }, tries);
  }

  replay(): Promise<Replay> {
    return api.replay(this.id);
  }
}

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
    return api.moment(record, [...then], words);
  }

  survey(then: readonly string[]): Promise<Survey> {
    const { record, words } = this.written();
    return api.surveyText(record, words, [...then]);
  }

  why(tries: readonly (readonly string[])[]): Promise<Tried[]> {
    return triedIn(this.written(), tries);
  }

  replay(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

function triedIn(
  { record, words }: Written,
  tries: readonly (readonly string[])[],
): Promise<Tried[]> {
  return Promise.all(
    tries.map(async (then) => {
      try {
        const moment = await api.moment(record, [...then], words);
        if (moment.refused) return { refused: moment.refused, words: [] };
        const cause = moment.log.at(-1)?.cause;
        return { words: cause?.c === "played" ? cause.words.slice(-then.length) : [...then] };
      } catch (error) {
        if (error instanceof Failure) return { refused: error.problem, words: [] };
        throw error;
      }
    }),
  );
}
