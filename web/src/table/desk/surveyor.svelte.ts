// The survey of the board: what features are worth, what fits where, what building would do. It is
// asked for when something on the screen needs it, once for each position.

import type { Oracle } from "../../net/oracle";
import type { Survey } from "../../wire";
import type { Decision } from "../decision";
import { facing } from "../decision";
import { parse } from "../words";

/** How long the board must rest before it is surveyed while others play, ms. */
const PATIENCE = 200;
/** What is built on sides of cells, so that a wall grows. */
const BUILDS = ["edge", "end"];

/** What is surveyed. */
export interface Surveyed {
  readonly oracle: Pick<Oracle, "survey">;
  /** The number of the message after which the game stands as it does. */
  readonly position: number;
  readonly decision: Decision | undefined;
  /** Whether others play now, so that steps may come quickly. */
  readonly othersPlay: boolean;
  /** The table, which says whether the words are on their way: they are no draft any more then. */
  readonly live: { readonly sent: string | undefined };
}

export class Surveyor {
  survey = $state.raw<Survey | undefined>();
  /** The position that was surveyed last; also if the survey could not be had. */
  surveyed = $state(-1);
  #asking = "";
  #unwanted = new AbortController();

  constructor(private readonly board: Surveyed) {}

  /** The words after which the board is surveyed: where the tile of this turn lies already and
   * walls are asked for, the wall grows round it too. */
  readonly words = $derived.by((): string[] => {
    const { decision } = this.board;
    if (!decision) return [];
    const walls = decision.points
      .slice(0, facing(decision).index + 1)
      .findLastIndex(({ legal }) => legal.some((word) => BUILDS.includes(parse(word).w)));
    return walls < 0 ? [] : decision.words.slice(0, walls);
  });

  /** Does without what is being asked for: the words have become a move. */
  drop(): void {
    this.#asking = "";
    this.#unwanted.abort();
  }

  /** Fetches the survey of the board as it stands, unless it is here already. */
  async look(): Promise<void> {
    const { position, othersPlay, oracle } = this.board;
    const then = this.words;
    if (then.length > 0 && this.board.live.sent !== undefined) return;
    const key = `${position} ${then.join(";")}`;
    if (this.#asking === key) return;
    this.drop();
    this.#asking = key;
    const unwanted = (this.#unwanted = new AbortController()).signal;
    // Only the last of several steps is looked at.
    if (othersPlay) await new Promise((done) => setTimeout(done, PATIENCE));
    if (this.#asking !== key) return;
    try {
      const survey = await oracle.survey(then, unwanted);
      if (this.#asking !== key) return;
      this.survey = survey;
    } catch {
      if (this.#asking !== key) return;
      // Asked again with the next step.
      this.#asking = "";
    }
    this.surveyed = position;
  }
}
