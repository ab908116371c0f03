// Questions about a game that change nothing: what words would do, what the board is worth, why
// something may not be, how it came so far. The server answers, or the engine of this page
// (shadow.ts); nobody who asks knows that.

import type {
  BestMove,
  Draft,
  Evaluate,
  Evaluation,
  Moment,
  Problem,
  Replay,
  Survey,
  Tried,
} from "../wire";
import { api, Failure, json, OFFLINE } from "./api";
import type { Link } from "./link";

/** Words that a seat tries, after the message with this number. */
export interface Asked {
  seat: number;
  after: number;
  words: string[];
}

export type Drafted = { draft: Draft } | { refused: Problem };

export interface Oracle {
  /** Whether drafts are answered in this page: then each may be asked for at once, and no server
   * remembers what was tried. */
  readonly near?: boolean;
  /** What words would do. Nothing where the table itself tells it, over its link. */
  draft(asked: Asked): Promise<Drafted | undefined>;
  /** The board as it stands, after words of whoever must decide. */
  survey(then: readonly string[]): Promise<Survey>;
  /** Tries several lists of words, each for itself. */
  why(tries: readonly (readonly string[])[]): Promise<Tried[]>;
  /** The game from its beginning; nothing where no table has it. */
  replay(): Promise<Replay | undefined>;
  /** Good moves for a seat that must decide, the best first. Fails where none are told, and when
   * they are not wanted any more. */
  hint(asked: Asked, unwanted: AbortSignal): Promise<BestMove[]>;
}

/** A table that tells over its link what was tried. One of the server remembers it. */
export class TableOracle implements Oracle {
  constructor(
    private readonly id: string,
    private readonly link: Pick<Link, "send" | "listen">,
    readonly near = false,
  ) {}

  draft({ seat, after, words }: Asked): Promise<undefined> {
    this.link.send({ t: "draft", seat, after, words });
    return Promise.resolve(undefined);
  }

  survey(then: readonly string[]): Promise<Survey> {
    return api.survey(this.id, then);
  }

  why(tries: readonly (readonly string[])[]): Promise<Tried[]> {
    return api.why(this.id, tries);
  }

  replay(): Promise<Replay> {
    return api.replay(this.id);
  }

  hint({ seat, after, words }: Asked, unwanted: AbortSignal): Promise<BestMove[]> {
    return new Promise((done, failed) => {
      const end = this.link.listen((message) => {
        if (message.t === "hint") done(message.moves);
        else if (message.t === "refused" && message.id === undefined)
          failed(new Failure(message.problem));
        else return;
        end();
      });
      unwanted.addEventListener("abort", () => {
        end();
        this.link.send({ t: "unhint" });
        failed(unwanted.reason as Error);
      });
      if (this.link.send({ t: "hint", seat, after, words })) return;
      end();
      failed(new Failure(OFFLINE));
    });
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
    const { record, words } = this.written();
    return api.whyText(record, tries, words);
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
