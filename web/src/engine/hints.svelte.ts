// Good moves that somebody asked for at a table: they glow until the game goes on.

import { explain } from "../errors";
import { t } from "../i18n/index.svelte";
import { Failure } from "../net/api";
import type { Desk } from "../table/desk.svelte";
import { known } from "../table/decision";
import type { LiveTable } from "../table/live.svelte";
import type { BestMove } from "../wire";
import { shownMove, signed, type Glowing } from "./moves";

export class Hints {
  /** Whether the engine thinks. */
  busy = $state(false);
  /** Why there is nothing to show. */
  problem = $state("");
  #best = $state.raw<BestMove[]>([]);
  #question: AbortController | undefined;

  constructor(readonly desk: Desk) {}

  readonly moves = $derived.by((): Glowing[] => {
    const view = this.desk.present;
    return this.#best.map((move, i) => ({
      ...shownMove(move.words, view),
      rank: i + 1,
      label: signed(move.margin),
    }));
  });

  get shown(): boolean {
    return this.busy || this.problem !== "" || this.#best.length > 0;
  }

  /** Asks, or takes away what is shown. */
  async toggle(): Promise<void> {
    if (this.shown) {
      this.clear();
      return;
    }
    const { decision } = this.desk;
    if (!decision) return;
    const question = new AbortController();
    this.#question = question;
    this.busy = true;
    try {
      const { seat, after } = decision;
      const found = await this.desk.oracle.hint({ seat, after, words: [] }, question.signal);
      if (this.#question !== question) return;
      this.#best = found.slice(0, 3);
      if (found.length === 0) this.problem = t("engine.nothing");
    } catch (error) {
      if (this.#question !== question) return;
      if (!(error instanceof Failure)) throw error;
      this.problem = explain(error.problem);
      // It is told here, not as a refusal of what is being tried.
      this.desk.live.refused = undefined;
    } finally {
      if (this.#question === question) this.busy = false;
    }
  }

  clear(): void {
    const question = this.#question;
    this.#question = undefined;
    if (this.busy) question?.abort();
    this.busy = false;
    this.problem = "";
    this.#best = [];
  }

  /** Puts a move on the board, to be looked at and confirmed. */
  take(key: string): void {
    const move = this.#best.find(({ words }) => words.join(" ") === key);
    if (move) putOnBoard(this.desk.live, move.words);
  }
}

/** Tries words at a table, as far as it is known what follows them. */
export function putOnBoard(live: LiveTable, words: readonly string[]): void {
  if (!live.keep(0)) return;
  for (const word of words) {
    live.choose(word);
    if (!live.decision || !known(live.decision)) return;
  }
}
