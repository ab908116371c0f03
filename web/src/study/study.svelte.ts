// A study: any game, any moves behind it. It stands where a table's socket would, and every seat is
// mine. What may follow and what it does the oracle says; the tree remembers what was tried.

import { Failure } from "../net/api";
import type { Connection, Link } from "../net/link";
import type { Asked, Drafted, Oracle } from "../net/oracle";
import { RecordOracle } from "../net/recordOracle";
import type { LogLine, Moment, Problem, Replay, ServerMsg, TableInfo } from "../wire";
import { addressOf, lineThrough, nodeAt, Tree, wordsTo, type Node } from "./tree";
import type { Shared } from "./share";
import { studyTable, tagsOf } from "./setting";

export class Study implements Link {
  readonly waiting = undefined;
  readonly tree: Tree;
  /** What the study is about: set-up and names. */
  readonly tags: string;
  /** Where one looks. */
  at = $state.raw<Node>() as Node;
  /** Counts changes of the tree, which is plain data. */
  grown = $state(0);
  /** The game there; nothing until it is known. */
  moment = $state.raw<Moment | undefined>();
  /** Why nothing can be shown. */
  problem = $state.raw<Problem | undefined>();

  readonly #listeners = new Set<(message: ServerMsg) => void>();
  readonly #table: TableInfo;
  readonly #record: RecordOracle;
  readonly oracle: Oracle & Pick<RecordOracle, "evaluate">;
  /** Each thing shown has a number, as messages of a server have. */
  #n = 0;
  /** The events of the last line that were told already. */
  #seen = { words: 0, events: 0 };

  constructor(replay: Replay, names: readonly string[], shared?: Shared) {
    this.tags = tagsOf(replay.record);
    this.#table = studyTable(replay, names);
    this.tree = new Tree();
    if (shared) this.tree.read(shared.moves);
    else this.steps = this.tree.follow(replay.steps);
    this.at = shared ? nodeAt(this.tree, shared.at) : this.tree.root;
    this.#record = new RecordOracle(() => ({ record: this.text(this.at) }));
    this.oracle = {
      draft: (asked) => this.#draft(asked),
      survey: (then) => this.#record.survey(then),
      why: (tries) => this.#record.why(tries),
      replay: () => this.#record.replay(),
      hint: (asked, unwanted) => this.#record.hint(asked, unwanted),
      evaluate: (then, unwanted) => this.#record.evaluate(then, unwanted),
    };
  }

  /** The nodes of the game's own moves, by the steps of its replay. */
  readonly steps: Node[] = [];

  /** The record that leads to a node. */
  text(node: Node): string {
    return `${this.tags}\n\n${wordsTo(node).join("\n")}\n`;
  }

  /** What a link to this study holds. */
  shared(): Shared {
    return { record: this.tags, moves: this.tree.write(), at: addressOf(this.at) };
  }

  /** The moves that are shown as one line. */
  readonly line = $derived.by(() => {
    void this.grown;
    return lineThrough(this.at);
  });

  listen(listener: (message: ServerMsg) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watch(watcher: (connection: Connection) => void): () => void {
    watcher({ kind: "connected" });
    return () => undefined;
  }

  #say(message: ServerMsg): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** Shows a moment. */
  async go(node: Node): Promise<void> {
    this.at = node;
    const moment = await this.#look(node);
    if (!moment || this.at !== node) return;
    this.#note(moment);
    const n = ++this.#n;
    this.#say({
      t: "snapshot",
      n,
      you: { person: "me", name: "", seats: this.#table.seats.map((_, i) => i), owner: true },
      // Another table for each moment: nothing of one is looked back at from the other.
      table: { ...this.#table, id: `study-${n}` },
      view: moment.view,
      log: [],
    });
    this.#asked(moment);
  }

  /** Adds words behind the shown moment and goes there. */
  async add(words: readonly string[]): Promise<void> {
    const before = this.moment;
    const node = this.tree.add(this.at, words, before?.view.now.to_act);
    this.grown += 1;
    this.at = node;
    const moment = await this.#look(node);
    if (!moment || this.at !== node) return;
    const line = moment.log.at(-1);
    const events = this.#newEvents(line, words.length);
    this.#note(moment);
    this.#say({
      t: "step",
      n: ++this.#n,
      at: Date.now(),
      cause: line?.cause ?? { c: "began", words: [...words] },
      events,
      add: moment.view.tiles.slice(before?.view.tiles.length ?? 0),
      now: moment.view.now,
      clocks: this.#table.clocks,
    });
    this.#asked(moment);
  }

  /** Takes the shown move away, with all that was tried behind it. */
  async remove(): Promise<void> {
    const before = this.tree.remove(this.at);
    this.grown += 1;
    await this.go(before);
  }

  /** Whether chance is to draw. */
  readonly draws = $derived.by((): string[] => {
    const { moment } = this;
    const asked = moment && moment.view.now.to_act === undefined;
    return asked && moment.view.now.ask !== "over" ? moment.choices.legal : [];
  });

  async #look(node: Node): Promise<Moment | undefined> {
    this.problem = undefined;
    try {
      const moment = await this.#record.moment([]);
      if (this.at === node) this.moment = moment;
      return moment;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (this.at === node) this.problem = error.problem;
      return undefined;
    }
  }

  #asked({ view, choices }: Moment): void {
    const seat = view.now.to_act;
    if (seat === undefined) return;
    this.#say({ t: "choices", ...choices, n: this.#n, seat, words: [] });
  }

  #note({ log }: Moment): void {
    const line = log.at(-1);
    this.#seen = { words: wordsIn(line), events: line?.events?.length ?? 0 };
  }

  /** A line goes on while the same seat says more, and with what is drawn for it. */
  #newEvents(line: LogLine | undefined, words: number): LogLine["events"] & object {
    const all = line?.events ?? [];
    return wordsIn(line) === this.#seen.words + words ? all.slice(this.#seen.events) : all;
  }

  async #draft({ seat, after, words }: Asked): Promise<Drafted | undefined> {
    const node = this.at;
    try {
      const moment = await this.#record.moment(words);
      if (this.at !== node || after !== this.#n) return undefined;
      if (moment.refused) return { refused: moment.refused };
      const mine = moment.view.now.to_act === seat;
      const { ask, legal } = moment.choices;
      return {
        draft: {
          choices: { n: after, seat, ask, words, legal: mine ? legal : [] },
          complete: words.length > 0 && !mine,
          events: words.length === 0 ? [] : this.#newEvents(moment.log.at(-1), words.length),
          add: moment.view.tiles.slice(this.moment?.view.tiles.length ?? 0),
          now: moment.view.now,
        },
      };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return this.at === node ? { refused: error.problem } : undefined;
    }
  }

  play(_seat: number, after: number, words: string[]): string {
    const id = `${after}-${words.join(" ")}`;
    // The answer comes after the id, as from a server.
    queueMicrotask(() => void this.add(words));
    return id;
  }

  chat(): string {
    return "";
  }

  send(): boolean {
    // There is nobody to offer anything to.
    return true;
  }

  now(): void {
    // There is no connection.
  }

  again(): void {
    // There is no connection.
  }
}

function wordsIn(line: LogLine | undefined): number {
  const cause = line?.cause;
  if (cause?.c === "played") return cause.words.length + cause.chance.length;
  return cause?.c === "began" ? cause.words.length : 0;
}
