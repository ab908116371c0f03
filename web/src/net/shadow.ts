// A table of the server that the engine of this page follows: it plays the same steps, and what is
// asked about the table is answered here, without a request. After each step it is compared with
// what the server says; on the first difference the page goes back to asking the server.

import { artVersion } from "../art";
import { still } from "../theme.svelte";
import type {
  BestMove,
  Menu,
  Past,
  Position,
  Replay,
  ServerMsg,
  Shadow,
  ShadowReport,
  Survey,
  Tried,
} from "../wire";
import { api, Failure, json } from "./api";
import type { Call } from "./engine/calls";
import { EngineLost } from "./engine/crew";
import { wantEngine, type Engine } from "./engine/engine";
import { answerFirst, answerLast, paintHere } from "./engine/here";
import { thinkOnline, type Known } from "./engine/online";
import { judge, think } from "./engine/thinkers";
import type { Link } from "./link";
import type { Asked, Drafted, Oracle } from "./oracle";
import { isLost } from "./reach";

/** What only the server knows of a table. */
export interface Source {
  past: () => Promise<Past>;
  record: () => Promise<string>;
  report: (report: ShadowReport) => Promise<unknown>;
}

export class ShadowOracle implements Oracle {
  /** Snapshots and steps are followed one after the other; questions wait for all of them. */
  #followed: Promise<void> = Promise.resolve();
  /** Whether the engine has the table as it stands. */
  #open = false;
  /** The number of the message that was followed last. */
  #n = 0;
  #hints = false;
  #ends: (() => void)[];

  constructor(
    readonly id: string,
    link: Pick<Link, "listen">,
    private readonly far: Oracle,
    private readonly engine: Pick<Engine, "ask" | "onFall">,
    private readonly source: Source,
  ) {
    this.#ends = [
      link.listen((message) => this.#hear(message)),
      engine.onFall(() => this.#catchUp()),
    ];
    this.#catchUp();
  }

  get near(): boolean {
    return this.#open;
  }

  close(): void {
    this.#leave();
    this.engine.ask("close", { table: this.id }).catch(() => undefined);
  }

  async draft(asked: Asked): Promise<Drafted | undefined> {
    await this.#followed;
    if (!this.#open) return this.far.draft(asked);
    try {
      return { draft: await this.#ask("table_draft", { ...asked }) };
    } catch (error) {
      return isRefusal(error) ? { refused: error.problem } : this.far.draft(asked);
    }
  }

  survey(then: readonly string[]): Promise<Survey> {
    return this.#answer("table_survey", { then }, () => this.far.survey(then));
  }

  why(tries: readonly (readonly string[])[]): Promise<Tried[]> {
    return this.#answer("table_why", { tries }, () => this.far.why(tries));
  }

  replay(): Promise<Replay | undefined> {
    return this.#answer<Replay | undefined>("table_replay", {}, () => this.far.replay());
  }

  async hint(asked: Asked, unwanted: AbortSignal): Promise<BestMove[]> {
    await this.#followed;
    if (!this.#open || !this.#hints) return this.far.hint(asked, unwanted);
    try {
      const record = await this.position();
      return (await judge({ at: { record, then: asked.words } }, unwanted)).moves;
    } catch (error) {
      unwanted.throwIfAborted();
      if (isRefusal(error)) throw error;
      return this.far.hint(asked, unwanted);
    }
  }

  /** The game as one line, as far as it was followed. Fails where it is not. */
  async position(): Promise<string> {
    await this.#followed;
    return (await this.#ask<Position>("table_position", { then: [] })).position;
  }

  #ask<T>(call: Call, question: object): Promise<T> {
    return this.engine.ask(call, { table: this.id, ...question });
  }

  /** Asks the engine, and the server where the engine does not have the table. */
  async #answer<T>(call: Call, question: object, far: () => Promise<T>): Promise<T> {
    await this.#followed;
    if (!this.#open) return far();
    try {
      return await this.#ask<T>(call, question);
    } catch (error) {
      if (isRefusal(error)) throw error;
      return far();
    }
  }

  #hear(message: ServerMsg): void {
    if (message.t === "snapshot") {
      if (message.view) this.#follow(() => this.#begin(message));
    } else if (message.t === "step") {
      this.#follow(async () => {
        // What a snapshot has already told comes again behind a line that was open before it.
        if (!this.#open || message.n <= this.#n) return;
        await this.#compare(this.#ask("follow", { step: message }));
      });
    } else if (message.t === "resumed" && !this.#open) this.#catchUp();
  }

  /** Takes the table as the server has it now. */
  #catchUp(): void {
    this.#follow(async () => {
      const past = await this.source.past();
      if (past.view) await this.#begin(past);
    });
  }

  #follow(work: () => Promise<void>): void {
    this.#followed = this.#followed.then(async () => {
      if (this.#ends.length === 0) return;
      try {
        await work();
      } catch (error) {
        // The server answers until the table can be taken anew.
        this.#open = false;
        if (!(error instanceof Failure || error instanceof EngineLost)) throw error;
      }
    });
  }

  async #begin(past: Past): Promise<void> {
    this.#hints = past.table.config.hints === "on";
    const begun = past.table.draws.before > 0 ? { record: await this.source.record() } : {};
    await this.#compare(this.engine.ask("shadow", { past, ...begun }));
  }

  async #compare(asked: Promise<Shadow>): Promise<void> {
    const { n, difference } = await asked;
    this.#n = n;
    this.#open = difference === undefined;
    if (difference === undefined) return;
    this.#leave();
    answerLast();
    console.error(`The engine differs from the server at table ${this.id}, ${n}: ${difference}`);
    await this.source.report({ table: this.id, n, difference });
  }

  /** Follows no more: from now on the server is asked. */
  #leave(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#open = false;
  }
}

/** The rules say no; anything else is the engine's own trouble. */
function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && error.problem.type !== "not-found";
}

export interface Followed {
  id: string;
  /** The key of the table's link. */
  key: string | undefined;
  link: Pick<Link, "listen" | "send">;
  /** Who answers where the engine does not. */
  far: Oracle;
  /** The table as it was told so far. */
  known: () => Known | undefined;
}

/** How long a computer's move is held back, ms. */
const PAUSE = 500;

/** Follows a table until nobody wants it any more. Nothing where there is no engine, or one that
 *  does not play as the server does: that is nobody's fault, and the server answers as before. */
export async function shadowOf(
  { id, key, link, far, known }: Followed,
  unwanted: AbortSignal,
): Promise<ShadowOracle | undefined> {
  const engine = await wantEngine().catch(() => undefined);
  if (!engine || !(await playsAlike(engine)) || unwanted.aborted) return undefined;
  answerFirst();
  if (engine.hello.art === artVersion) paintHere();
  const shadow = new ShadowOracle(id, link, far, engine, {
    past: () => api.table(id, key),
    record: () => api.record(id),
    report: (report) => fetch("/api/shadow", reporting(report)).catch(() => undefined),
  });
  unwanted.addEventListener("abort", () => shadow.close());
  const pause = (): number => (still() ? 0 : PAUSE);
  const position = (): Promise<string> => shadow.position();
  thinkOnline({ link, known, position, think, pause }, unwanted);
  return shadow;
}

function reporting(report: ShadowReport): RequestInit {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(report) };
}

async function playsAlike({ hello }: Engine): Promise<boolean> {
  const menu = await json<Menu>("GET", "/api/menu").catch(() => undefined);
  // Out of reach, the menu would be the engine's own.
  return !isLost() && menu?.format === hello.format && menu.revision === hello.revision;
}
