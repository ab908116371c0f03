// A table of this device: it stands where a table's socket would. The engine decides, the shelf
// keeps, then everybody is told. One page writes a table; other tabs with it hear what happens and
// say what they want over a channel, and the next of them takes over when the first one is closed.

import { chanceShare, Failure } from "../net/api";
import { EngineLost } from "../net/engine/crew";
import { wantEngine, type Engine } from "../net/engine/engine";
import { judge, think } from "../net/engine/thinkers";
import type { Call } from "../net/engine/calls";
import type { Connection, Link, Waiting } from "../net/link";
import { Outbox, type Shelf as Outlet } from "../net/outbox";
import type { TableState } from "../table/state";
import { update } from "../table/update";
import type {
  ClientMsg,
  ComputerSeat,
  Decided,
  LocalState,
  LocalTold,
  Position,
  Problem,
  ServerMsg,
} from "../wire";
import { openShelf, Taken, type Head } from "./db";
import { rowOf } from "./row";
import { forgetSeen, lastSeen, noteSeen } from "./seen";
import { Tabs, type Letter } from "./tabs";

/** How often a page says that it is alive, ms: a clock loses no more than this to a crash. */
const ALIVE = 2000;
/** A timer may come a moment early. */
const LATE = 5;

const NOT_KEPT: Problem = {
  type: "not-kept",
  title: "not kept",
  status: 507,
  detail: "This browser could not keep the move. Nothing was played.",
};
const FELL: Problem = {
  type: "engine",
  title: "the engine began anew",
  status: 500,
  detail: "The engine fell over this and began anew. Nothing was lost; try again.",
};
/** Another page has written the table meanwhile. */
const GONE_ON: Problem = {
  type: "late",
  title: "late",
  status: 409,
  detail: "The game has gone on in another tab.",
};
/** Moves wait in this page only: the log has all that were played. */
const NOWHERE: Outlet = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};
export const NO_TABLE: Problem = {
  type: "not-found",
  title: "no such table",
  status: 404,
  detail: "This device has no such table.",
};

/** The tables that this page writes. */
const written = new Map<string, LocalTable>();

/** The table, if this page writes it: then the engine of this page has it. */
export function writtenHere(id: string): boolean {
  return written.get(id)?.ready === true;
}

export interface How {
  /** How long a computer's move is held back so that one sees whose it is, ms. */
  pause: () => number;
}

export class LocalTable implements Link {
  /** Moves that were not answered: the tab that writes may be closed over them. */
  readonly #outbox: Outbox;
  readonly #listeners = new Set<(message: ServerMsg) => void>();
  readonly #watchers = new Set<(connection: Connection) => void>();
  #connection: Connection = { kind: "connecting" };
  readonly #tabs: Tabs;
  #engine: Engine | undefined;
  #state: TableState | undefined;
  /** Everything that changes the table, one after the other. */
  #work: Promise<void> = Promise.resolve();
  #closed = false;
  #wake: ReturnType<typeof setTimeout> | undefined;
  #alive: ReturnType<typeof setInterval> | undefined;
  #thought: { n: number; stop: AbortController } | undefined;
  #hint: AbortController | undefined;
  /** What ends when this page writes no more. */
  #ends: (() => void)[] = [];
  /** Whether a computer's clock stands still because nobody looks. */
  #asleep = false;
  /** Whether this page writes the table and the engine has it. */
  ready = false;

  constructor(
    readonly id: string,
    private readonly how: How,
    private readonly failed: (problem: unknown) => void,
  ) {
    this.#outbox = new Outbox(id, NOWHERE);
    this.#tabs = new Tabs(id, {
      own: () => this.#own(),
      leave: () => this.#leave(),
      heard: (letter) => this.#heard(letter),
    });
  }

  listen(listener: (message: ServerMsg) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watch(watcher: (connection: Connection) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.#connection);
    return () => this.#watchers.delete(watcher);
  }

  get waiting(): Waiting | undefined {
    return this.#outbox.move;
  }

  play(seat: number, after: number, words: string[]): string {
    const move: Waiting = { t: "play", seat, after, id: chanceShare(), words };
    this.#outbox.add(move);
    this.send(move);
    return move.id;
  }

  chat(text: string): string {
    const id = chanceShare();
    this.send({ t: "chat", id, text });
    return id;
  }

  send(message: ClientMsg): boolean {
    if (this.#closed) return false;
    if (message.t === "ping") return true;
    if (message.t === "hint") void this.#advise(message);
    else if (message.t === "unhint") this.#hint?.abort();
    // The answer comes after the id of what was said, as from a server.
    else queueMicrotask(() => this.#say(message));
    return true;
  }

  now(): void {
    // There is no line to come back.
  }

  again(): void {
    // Nor one to open anew.
  }

  close(): void {
    this.#closed = true;
    this.#let();
    this.#tabs.close();
    this.#listeners.clear();
    this.#watchers.clear();
  }

  /** Whether this page may not write any more. */
  get #left(): boolean {
    return this.#closed || this.#tabs.following;
  }

  /** Lets another tab write, once nothing is being written here. */
  async #leave(): Promise<void> {
    await this.#work;
    this.#let();
  }

  /** Lets go of the table: another tab may take it. */
  #let(): void {
    for (const end of this.#ends.splice(0)) end();
    this.#asleep = false;
    clearTimeout(this.#wake);
    clearInterval(this.#alive);
    this.#thought?.stop.abort();
    this.#hint?.abort();
    if (this.ready) {
      if (this.#state?.table.status.kind === "playing") noteSeen(this.id, Date.now());
      void this.#engine?.ask("close", { table: this.id }).catch(() => undefined);
    }
    this.ready = false;
    if (written.get(this.id) === this) written.delete(this.id);
  }

  #connected(connection: Connection): void {
    this.#connection = connection;
    for (const watcher of this.#watchers) watcher(connection);
  }

  /** Tells this page, and the other tabs with this table. */
  #tell(messages: ServerMsg[]): void {
    for (const message of messages) this.#state = update(this.#state, message, Date.now());
    if (messages.length > 0) this.#tabs.write({ told: messages });
    this.#hear(messages);
  }

  /** Tells whoever asked: this page, or another tab. */
  #reply(message: ServerMsg, from: string | undefined): void {
    if (from === undefined) this.#hear([message]);
    else this.#tabs.write({ told: [message], to: from });
  }

  #hear(messages: readonly ServerMsg[]): void {
    if (this.#connection.kind !== "connected") this.#connected({ kind: "connected" });
    for (const message of messages) {
      this.#outbox.settle(message);
      for (const listener of this.#listeners) listener(message);
    }
  }

  /** Says again what was not answered: whoever writes now knows a move by its id. */
  #sayAgain(): void {
    for (const message of this.#outbox.all()) this.#say(message);
  }

  /** A letter of another tab: its wishes if this page writes, what it is told if not. */
  #heard(letter: Letter): void {
    if ("told" in letter) {
      if (this.ready) return;
      this.#hear(letter.told);
      // A snapshot may be the first word of another tab that writes.
      if (letter.told.some(({ t }) => t === "snapshot")) this.#sayAgain();
      return;
    }
    if (!this.ready) return;
    if ("hello" in letter) {
      void this.#ask<LocalTold>("look", this.#at()).then(({ messages }) =>
        this.#tabs.write({ told: messages, to: letter.hello }),
      );
    } else if ("say" in letter) this.#say(letter.say, letter.from);
  }

  /** What is said to the table, here or in another tab. */
  #say(message: ClientMsg, from?: string): void {
    if (from === undefined && this.#tabs.following) this.#tabs.say(message);
    else void this.#change(() => this.#decide("say", { message }), idOf(message), from);
  }

  #at(): { table: string; now: number } {
    return { table: this.id, now: Date.now() };
  }

  async #ask<T>(call: Call, question: unknown): Promise<T> {
    this.#engine ??= await wantEngine();
    return this.#engine.ask<T>(call, question);
  }

  #decide(call: Call, more: object): Promise<Decided> {
    return this.#ask<Decided>(call, { ...this.#at(), ...more });
  }

  /** This page writes the table from now on. */
  async #own(): Promise<void> {
    try {
      this.#engine = await wantEngine();
      if (this.#left) return;
      this.#ends.push(this.#engine.onFall(() => void this.#reopen()));
      const looked = (): void => this.#looked();
      document.addEventListener("visibilitychange", looked);
      this.#ends.push(() => document.removeEventListener("visibilitychange", looked));
      await this.#reopen();
    } catch (error) {
      this.failed(error);
    }
  }

  /** A computer does not think while nobody looks, and its clock stands still meanwhile: the table
   * is opened anew, as after a page that was closed. */
  #looked(): void {
    if (document.hidden) {
      const clocked = this.#state?.table.config.clock.kind !== "none";
      this.#asleep = this.ready && clocked && this.#thought !== undefined;
      if (!this.#asleep) return;
      noteSeen(this.id, Date.now());
      clearInterval(this.#alive);
      clearTimeout(this.#wake);
    } else if (this.#asleep) {
      this.#asleep = false;
      void this.#reopen();
    }
  }

  /** Opens the table from what is kept. */
  #reopen(): Promise<void> {
    this.ready = false;
    this.#thought?.stop.abort();
    const open = this.#work.then(async () => {
      if (this.#left) return;
      const kept = await (await openShelf()).read(this.id);
      if (!kept) throw new Failure(NO_TABLE);
      const { head, log } = kept;
      await this.#commit(await this.#open(head, log), true);
      written.set(this.id, this);
      this.ready = true;
      this.#breathe();
      this.#sayAgain();
    });
    this.#work = open.catch((error: unknown) => this.failed(error));
    return this.#work;
  }

  #open(head: Head, log: unknown): Promise<Decided> {
    const now = Date.now();
    return this.#ask<Decided>("open", {
      table: this.id,
      key: "",
      secret: head.seed,
      log,
      who: head.who,
      now,
      seen: lastSeen(this.id) ?? head.changed,
    });
  }

  /** Says now and then that somebody is here: a clock stands still while no page is open. */
  #breathe(): void {
    clearInterval(this.#alive);
    const status = this.#state?.table.status.kind;
    if (status === "over") forgetSeen(this.id);
    if (status !== "playing" || this.#state?.table.config.clock.kind === "none") return;
    const note = (): void => noteSeen(this.id, Date.now());
    note();
    this.#alive = setInterval(note, ALIVE);
  }

  /** Changes the table: decided, kept, then told. What is refused is told to who asked. */
  #change(decide: () => Promise<Decided>, id?: string, from?: string): Promise<void> {
    const refuse = (problem: Problem): void =>
      this.#reply({ t: "refused", problem, ...(id === undefined ? {} : { id }) }, from);
    this.#work = this.#work.then(async () => {
      // What another tab writes from now on is said to it again.
      if (this.#left) return;
      try {
        await this.#commit(await decide(), false, from);
      } catch (error) {
        if (error instanceof Failure) refuse(error.problem);
        else if (error instanceof EngineLost) refuse(FELL);
        else if (error instanceof Taken) {
          refuse(GONE_ON);
          void this.#reopen();
        } else refuse(NOT_KEPT);
      }
    });
    return this.#work;
  }

  async #commit({ entries, answer }: Decided, opened: boolean, from?: string): Promise<void> {
    const table = { table: this.id };
    if (entries.length > 0) {
      try {
        const shelf = await openShelf();
        await shelf.append(this.id, entries, this.#engine?.hello.version ?? "");
      } catch (error) {
        await this.#ask("dropped", table);
        throw error;
      }
    }
    if (answer) this.#reply(answer, from);
    if (entries.length === 0 && !opened) return;
    const { messages, state } = await this.#ask<LocalTold>("kept", this.#at());
    this.#tell(messages);
    this.#next(state);
    if (this.#state) {
      const row = rowOf(this.#state);
      // Only lists read it; the log is what counts.
      void openShelf()
        .then((shelf) => shelf.note(this.id, { row }))
        .catch(() => undefined);
    }
    if (state.over) this.#breathe();
  }

  /** What comes next by itself: a computer's move, the end of somebody's time. */
  #next({ n, computer, wake }: LocalState): void {
    if (this.#thought && this.#thought.n !== n) this.#thought.stop.abort();
    if (computer && this.#thought?.n !== n) void this.#think(n, computer);
    clearTimeout(this.#wake);
    if (wake !== undefined) this.#wakeAt(wake);
  }

  #wakeAt(wake: number): void {
    const wait = Math.min(2 ** 30, Math.max(0, wake - Date.now()) + LATE);
    this.#wake = setTimeout(() => {
      if (Date.now() < wake) this.#wakeAt(wake);
      else void this.#change(() => this.#decide("tick", {}));
    }, wait);
  }

  async #think(n: number, { seat, level }: ComputerSeat): Promise<void> {
    const stop = new AbortController();
    this.#thought = { n, stop };
    const pause = new Promise((done) => setTimeout(done, this.how.pause()));
    const thought = async (): Promise<string[]> => {
      const { position } = await this.#position([]);
      return think({ position, level }, stop.signal);
    };
    try {
      // A worker that fell is replaced; twice is enough.
      const words = await thought().catch((error: unknown) => {
        if (error instanceof EngineLost) return thought();
        throw error;
      });
      await pause;
      if (stop.signal.aborted) return;
      await this.#change(() => this.#decide("computer", { seat, after: n, words }));
    } catch (error) {
      if (!stop.signal.aborted) this.failed(error);
    } finally {
      if (this.#thought?.stop === stop) this.#thought = undefined;
    }
  }

  #position(then: readonly string[]): Promise<Position> {
    return this.#ask<Position>("table_position", { table: this.id, then });
  }

  /** Good moves for whoever must decide. */
  async #advise({ seat, after, words }: Extract<ClientMsg, { t: "hint" }>): Promise<void> {
    this.#hint?.abort();
    const stop = new AbortController();
    this.#hint = stop;
    try {
      const { position } = await this.#position([]);
      const { moves } = await judge({ at: { record: position, then: words } }, stop.signal);
      this.#hear([{ t: "hint", n: after, seat, words, moves }]);
    } catch (error) {
      if (stop.signal.aborted) return;
      const problem = error instanceof Failure ? error.problem : FELL;
      this.#hear([{ t: "refused", problem }]);
    }
  }
}

function idOf(message: ClientMsg): string | undefined {
  return "id" in message ? message.id : undefined;
}
