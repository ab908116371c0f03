// Questions about a game that change nothing: what words would do, what the board is worth, why
// something may not be, how it came so far. The server answers, or the engine of this page
// (shadow.ts); nobody who asks knows that.

import type { BestMove, Draft, Problem, Replay, Survey, Tried } from "../wire";
import { api, Failure, OFFLINE } from "./api";
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
  survey(then: readonly string[], unwanted?: AbortSignal): Promise<Survey>;
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

  survey(then: readonly string[], unwanted?: AbortSignal): Promise<Survey> {
    return api.survey(this.id, then, unwanted);
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
