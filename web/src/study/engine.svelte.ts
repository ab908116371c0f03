// What the engine thinks of the moment that is studied: asked anew wherever one goes, while it is
// switched on.

import { explainAny } from "../errors";
import type { RecordOracle } from "../net/recordOracle";
import type { Evaluation } from "../wire";

export class Engine {
  on = $state(false);
  busy = $state(false);
  evaluation = $state.raw<Evaluation | undefined>();
  problem = $state("");
  #question: AbortController | undefined;

  constructor(private readonly oracle: Pick<RecordOracle, "evaluate">) {}

  /** Forgets what it thought of another moment. */
  stop(): void {
    const question = this.#question;
    this.#question = undefined;
    if (this.busy) question?.abort();
    this.busy = false;
    this.evaluation = undefined;
    this.problem = "";
  }

  async ask(): Promise<void> {
    this.stop();
    const question = new AbortController();
    this.#question = question;
    this.busy = true;
    try {
      const found = await this.oracle.evaluate([], question.signal);
      if (this.#question === question) this.evaluation = found;
    } catch (error) {
      if (this.#question === question) this.problem = explainAny(error);
    } finally {
      if (this.#question === question) this.busy = false;
    }
  }
}
