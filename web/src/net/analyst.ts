// Has finished games looked through. The server does it today; nobody who asks knows that.

import type { Analysis, AnalysisState } from "../wire";
import { json, part } from "./api";
import { ensureMe } from "../session.svelte";

/** How far it is: how many come first, or how many words of the game were looked at. */
export type Progress = { before: number } | { done: number; of: number };

export interface Analyst {
  /** What was found before, if anything. */
  kept(): Promise<Analysis | undefined>;
  /** Looks the game through; what was found is kept. */
  run(onprogress: (progress: Progress) => void, unwanted: AbortSignal): Promise<Analysis>;
}

/** How often it is asked how far it is, ms. */
const PAUSE = 700;

/** A game that was played at a table of the server. */
export class TableAnalyst implements Analyst {
  constructor(private readonly id: string) {}

  #ask(method: "GET" | "POST"): Promise<AnalysisState> {
    return json(method, this.#path);
  }

  get #path(): string {
    return `/api/tables/${part(this.id)}/analysis`;
  }

  async kept(): Promise<Analysis | undefined> {
    const found = await this.#ask("GET");
    return found.state === "done" ? found.analysis : undefined;
  }

  async run(onprogress: (progress: Progress) => void, unwanted: AbortSignal): Promise<Analysis> {
    await ensureMe();
    unwanted.addEventListener("abort", () => void fetch(this.#path, { method: "DELETE" }));
    let found = await this.#ask("POST");
    while (found.state !== "done") {
      unwanted.throwIfAborted();
      if (found.state !== "none") onprogress(found);
      await new Promise((done) => setTimeout(done, PAUSE));
      unwanted.throwIfAborted();
      // Given up by a server that stopped, it is asked for again.
      found = await this.#ask(found.state === "none" ? "POST" : "GET");
    }
    return found.analysis;
  }
}
