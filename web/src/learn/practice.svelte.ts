// A lesson played as a table is played: it stands where a table's socket would, and answers from
// the record of the lesson. What the learner confirms is compared with the lesson; what
// others do goes by itself.

import { Failure } from "../net/api";
import type { Connection, Link } from "../net/link";
import type { Asked, Drafted, Oracle } from "../net/oracle";
import { RecordOracle } from "../net/recordOracle";
import type { LiveTable } from "../table/live.svelte";
import type {
  ClientMsg,
  Draft,
  Lesson,
  LessonStep,
  LogLine,
  Moment,
  Moves,
  Problem,
  ServerMsg,
  TableInfo,
  Texts,
  View,
} from "../wire";
import { isDraw, judge, rightSoFar, scenes } from "./judge";

/** Where a lesson stands: it waits for the learner, tells something, goes on by itself, is over. */
export type Phase = "goal" | "told" | "watch" | "done" | "lost";

/** What a lesson needs of its page. */
export interface Stage {
  table: TableInfo;
  colours: number[];
  /** How long a pause is: nothing moves for those who want it so. */
  pause: (ms: number) => Promise<void>;
  /** The learner stands before a step. */
  onstep: (at: number) => void;
}

const LEARNER = 0;

export class Practice implements Link {
  readonly waiting = undefined;
  phase = $state<Phase>("watch");
  /** The step that is played. */
  at = $state(0);
  /** How often the learner was wrong in it. */
  errors = $state(0);
  hinted = $state(false);
  /** What is told after a step. */
  told = $state.raw<Texts[]>([]);
  /** Whether the lesson does it for the learner just now. */
  showing = $state(false);
  /** The table that is played at: it takes words back, and shows how it is done. */
  live: LiveTable | undefined;
  /** The seat whose move is shown, or nobody's: chance draws. */
  mover = $state<number | undefined>();

  readonly #listeners = new Set<(message: ServerMsg) => void>();
  /** How many words of the record lie on the table. */
  #words = 0;
  #view: View | undefined;
  /** The events of the last line that were told already. */
  #seen = { n: -1, events: 0 };
  /** Another run begins with each jump; what an older one waits for is dropped. */
  #run = 0;

  readonly #record: RecordOracle;
  /** Answers questions about the game as far as it was played. */
  readonly oracle: Oracle;

  constructor(
    readonly lesson: Lesson,
    private readonly stage: Stage,
    record = new RecordOracle(() => ({ record: lesson.record, words: this.#words })),
  ) {
    this.#record = record;
    this.oracle = {
      draft: (asked) => this.#draft(asked),
      survey: (then) => record.survey(then),
      why: (tries) => record.why(tries),
      replay: () => record.replay(),
      // A lesson says itself what is good.
      hint: () => Promise.resolve([]),
    };
  }

  get colours(): number[] {
    return this.stage.colours;
  }

  get step(): LessonStep | undefined {
    return this.lesson.steps[this.at];
  }

  listen(listener: (message: ServerMsg) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watch(watcher: (connection: Connection) => void): () => void {
    watcher({ kind: "connected" });
    return () => undefined;
  }

  /** Sets the table up before a step, and goes on from there. */
  async begin(at: number): Promise<void> {
    const run = ++this.#run;
    this.told = [];
    this.phase = "watch";
    const step = this.lesson.steps[Math.min(at, this.lesson.steps.length)];
    this.#words = step?.before ?? wordsOf(this.lesson);
    await this.#try(run, async () => {
      const moment = await this.#look([]);
      if (run !== this.#run) return;
      this.#note(moment.log.at(-1));
      const person = { person: "learner", name: "", seats: [LEARNER], owner: true };
      const view = plain(moment.view);
      this.#view = view;
      this.#say({
        t: "snapshot",
        n: this.#words,
        you: person,
        table: this.stage.table,
        view,
        log: [],
      });
      await this.#enter(run, at, moment);
    });
  }

  /** The step before, for the learner to do again. */
  back(): Promise<void> {
    // While something is told about a step, that step comes back.
    const until = this.phase === "told" ? this.at + 1 : this.at;
    const earlier = this.lesson.steps.slice(0, until).findLastIndex((step) => step.yours);
    return this.begin(Math.max(0, earlier));
  }

  /** Goes on after something was told. */
  async next(): Promise<void> {
    if (this.phase !== "told") return;
    this.told = [];
    const run = this.#run;
    await this.#try(run, () => this.#enter(run, this.at + 1));
  }

  /** Does the step for the learner, with the table's own gestures. */
  async showMe(): Promise<void> {
    const { step, live } = this;
    const run = this.#run;
    if (!step || !live || this.phase !== "goal" || this.showing) return;
    // A move of the learner's is on its way: it comes first.
    if (!live.keep(0)) return;
    this.showing = true;
    try {
      for (const word of step.words) {
        await this.stage.pause(500);
        live.choose(word);
        if (!(await this.#answered(live, run))) return;
      }
      await this.stage.pause(700);
      if (run === this.#run) live.confirm();
    } finally {
      this.showing = false;
    }
  }

  /** Waits, however long the line takes, until the table knows what was chosen; not if it is refused,
   * or the lesson has gone elsewhere. */
  async #answered(live: LiveTable, run: number): Promise<boolean> {
    while (run === this.#run && live.decision && !live.refused) {
      if (live.decision.draft) return true;
      await new Promise((done) => setTimeout(done, 30));
    }
    return false;
  }

  /** Leaves the lesson: nothing more is told. */
  close(): void {
    this.#run += 1;
    this.#listeners.clear();
  }

  play(_seat: number, after: number, words: string[]): string {
    const id = `${after}-${words.join(" ")}`;
    // The answer comes after the id, as from a server.
    queueMicrotask(() => void this.#judged(id, words));
    return id;
  }

  chat(): string {
    // Nobody listens in a lesson.
    return "";
  }

  again(): void {
    // There is no connection.
  }

  send(_message: ClientMsg): boolean {
    // There is nothing to offer, to claim or to give up.
    return true;
  }

  now(): void {
    // A lesson has no connection to come back.
  }

  #say(message: ServerMsg): void {
    for (const listener of this.#listeners) listener(message);
  }

  #look(then: string[]): Promise<Moment> {
    return this.#record.moment(then);
  }

  /** Runs something that asks the server; without an answer the lesson can be tried again. */
  async #try(run: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (run === this.#run) this.phase = "lost";
    }
  }

  async #enter(run: number, at: number, known?: Moment): Promise<void> {
    this.at = at;
    this.errors = 0;
    this.hinted = false;
    this.mover = undefined;
    const { step } = this;
    if (!step) {
      this.phase = "done";
      this.stage.onstep(at);
      return;
    }
    if (!step.yours) {
      this.phase = "watch";
      for (const scene of scenes(step.words)) {
        this.mover = scene.every(isDraw) ? undefined : 1;
        await this.stage.pause(this.mover === undefined ? 450 : 1100);
        if (run !== this.#run) return;
        await this.#commit(run, scene);
      }
      await this.#after(run, []);
      return;
    }
    this.stage.onstep(at);
    const moment = known ?? (await this.#look([]));
    if (run !== this.#run) return;
    this.phase = "goal";
    const { ask, legal } = moment.choices;
    const told = moment.choices.moves;
    const moves = told ? { moves: asFarAs(told, step.words.length) } : {};
    this.#say({ t: "choices", n: this.#words, seat: LEARNER, ask, words: [], legal, ...moves });
  }

  /** Plays words of the lesson and tells the table what they did. */
  async #commit(run: number, words: readonly string[]): Promise<void> {
    const moment = await this.#look([...words]);
    if (run !== this.#run || !this.#view) return;
    if (moment.refused)
      throw new Error(`the lesson has a word that is refused: ${words.join(" ")}`);
    this.#words += words.length;
    const line = moment.log.at(-1);
    const events = this.#newEvents(line);
    this.#note(line);
    const view = plain(moment.view);
    const add = view.tiles.slice(this.#view.tiles.length);
    this.#view = view;
    const cause = line?.cause ?? { c: "began", words: [...words] };
    this.#say({
      t: "step",
      n: this.#words,
      at: Date.now(),
      cause,
      events,
      add,
      now: view.now,
      clocks: this.stage.table.clocks,
    });
  }

  #newEvents(line: LogLine | undefined): LogLine["events"] & object {
    const all = line?.events ?? [];
    return line?.n === this.#seen.n ? all.slice(this.#seen.events) : all;
  }

  #note(line: LogLine | undefined): void {
    this.#seen = { n: line?.n ?? -1, events: line?.events?.length ?? 0 };
  }

  /** What is told after a step; then the next one. */
  async #after(run: number, first: Texts[]): Promise<void> {
    const told = [...first, ...(this.step?.why ? [this.step.why] : [])];
    if (told.length > 0) {
      this.told = told;
      this.phase = "told";
      this.stage.onstep(this.at + 1);
      return;
    }
    await this.#enter(run, this.at + 1);
  }

  /** What words would do; nothing if the lesson has gone on since. */
  async #draft({ seat, after, words }: Asked): Promise<Drafted | undefined> {
    const run = this.#run;
    try {
      const moment = await this.#look(words);
      if (run !== this.#run || after !== this.#words) return undefined;
      if (moment.refused) return { refused: moment.refused };
      return { draft: this.#drafted(moment, seat, words) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return run === this.#run ? { refused: error.problem } : undefined;
    }
  }

  #drafted(moment: Moment, seat: number, words: string[]): Draft {
    const mine = moment.view.now.to_act === seat;
    // A step of the lesson is a decision of its own, also where the turn would go on.
    const complete = words.length > 0 && (!mine || words.length >= (this.step?.words.length ?? 0));
    const { ask, legal } = moment.choices;
    const view = plain(moment.view);
    return {
      choices: { n: this.#words, seat, ask, words, legal: mine ? legal : [] },
      complete,
      events: words.length === 0 ? [] : this.#newEvents(moment.log.at(-1)),
      add: view.tiles.slice(this.#view?.tiles.length ?? 0),
      now: view.now,
    };
  }

  async #judged(id: string, words: string[]): Promise<void> {
    const { step } = this;
    const run = this.#run;
    if (!step || this.phase !== "goal") return;
    const verdict = judge(step, words);
    if (verdict === "wrong") {
      this.errors += 1;
      this.hinted = true;
      this.#say({ t: "done", id, n: this.#words });
      // What was right stays on the board, the rest comes back into the hand.
      this.live?.keep(rightSoFar(step, words));
      return;
    }
    try {
      await this.#commit(run, step.words);
      if (run !== this.#run) return;
      const other = verdict === "otherwise" && step.otherwise ? [step.otherwise] : [];
      await this.#after(run, other);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#refuse(id, error.problem);
    }
  }

  #refuse(id: string, problem: Problem): void {
    this.#say({ t: "refused", id, problem });
  }
}

function wordsOf(lesson: Lesson): number {
  return lesson.steps.reduce((sum, step) => sum + step.words.length, 0);
}

/** Whole moves that end where a step of the lesson does: it is a decision of its own, also where the
 * turn would go on. */
function asFarAs(moves: Moves, words: number): Moves {
  if (words > 1) return moves;
  const { then: _, ...first } = moves.first;
  return { ...moves, first };
}

/** Without the forecast of the end: a learner has enough to look at. */
function plain(view: View): View {
  const seats = view.now.seats.map(({ forecast: _, ...seat }) => seat);
  return { ...view, now: { ...view.now, seats } };
}
