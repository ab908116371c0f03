// A table as it is played: the state folded from the socket's messages, and the decision that one
// of my seats is making. The page makes one per table; everything below it only reads and asks.

import { explain } from "../errors";
import { t } from "../i18n/index.svelte";
import { isNewer, loadAnew } from "../net/format";
import type { Connection, Link, Waiting } from "../net/link";
import type { Asked, Oracle } from "../net/oracle";
import { notify } from "../ui/notices.svelte";
import type { Choices, ClientMsg, Draft, OfferKind, Problem, ServerMsg, Step } from "../wire";
import { settings } from "../settings.svelte";
import * as decide from "./decision";
import type { Decision, Manner } from "./decision";
import type { TableState } from "./state";
import { forgetTried, keepTried, triedBefore } from "./tried";
import { update } from "./update";
import type { Cell } from "./words";

/** Turning the tile quickly asks the server once, not four times. */
const DEBOUNCE = 70;

export class LiveTable {
  state = $state.raw<TableState | undefined>();
  decision = $state.raw<Decision | undefined>();
  connection = $state.raw<Connection>({ kind: "connecting" });
  /** Why the last thing asked was refused. */
  refused = $state.raw<Problem | undefined>();
  /** The id of a confirmed move that waits for its answer; it may have to wait for the line. */
  sent = $state<string | undefined>();
  /** The last step, for what moves on the screen; set after the state. */
  step = $state.raw<Step | undefined>();
  /** Whose move was taken back last, and with which message. */
  back = $state.raw<{ n: number; seat: number } | undefined>();

  readonly #ends: (() => void)[];
  /** Whether the player has tried something in this decision. */
  #touched = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was confirmed and is still asked about. */
  #confirmed: Decision | undefined;
  /** The id of the move that is not answered yet, also when the game has gone on without it. */
  #unanswered: string | undefined;
  /** Whether the line broke since the move was confirmed: what becomes of it is told aloud. */
  #waited = false;

  constructor(
    readonly link: Link,
    /** Whom questions go to; somebody nearer may take over. */
    public oracle: Oracle,
  ) {
    this.#unanswered = this.sent = link.waiting?.id;
    this.#waited = this.sent !== undefined;
    this.#ends = [
      link.listen((message) => this.hear(message)),
      link.watch((connection) => {
        this.connection = connection;
        if (connection.kind === "lost") this.#waited = this.#unanswered !== undefined;
      }),
    ];
  }

  /** Stops listening. The link is closed by whoever opened it. */
  close(): void {
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
  }

  /** Whether this table shows no legal cells: the player must find them. */
  get blind(): boolean {
    return this.state?.table.config.aids === "purist";
  }

  /** What tells the turns of a tile apart, for whoever knows its shapes. */
  look: (id: string, r: number) => string = (_, r) => String(r);

  /** How the drawn tile is laid here. */
  get manner(): Manner {
    const hand = this.state?.view?.now.hand ?? "";
    return { blind: this.blind, looks: (r) => this.look(hand, r) };
  }

  /** Takes a message of the server. */
  hear(message: ServerMsg): void {
    this.state = update(this.state, message, Date.now());
    switch (message.t) {
      case "snapshot":
        if (isNewer(message.format)) loadAnew(message.format);
        this.decision = undefined;
        this.#unanswered = this.sent = this.link.waiting?.id;
        break;
      case "step":
        this.#stepped(message);
        break;
      case "table":
        if (message.table.status.kind === "over") this.#forget();
        if (message.cause.c === "takenback") this.#wentBack(message.n, message.cause.seat);
        break;
      case "choices":
        this.#asked(message);
        break;
      case "draft":
        this.#drafted(message);
        break;
      case "done":
        if (message.id === this.sent) this.sent = undefined;
        if (message.id === this.#unanswered) this.#unanswered = undefined;
        break;
      case "refused":
        this.#denied(message.problem, message.id);
        break;
      default:
    }
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.decision = undefined;
    this.sent = undefined;
    this.refused = undefined;
    if (this.state) forgetTried(this.state.table.id);
  }

  /** The board comes with the snapshot behind it. */
  #wentBack(n: number, seat: number): void {
    this.#forget();
    this.step = undefined;
    this.back = { n, seat };
  }

  #stepped(step: Step): void {
    if (step.cause.c === "played" && step.cause.id === this.#unanswered)
      this.#unanswered = undefined;
    this.#forget();
    this.step = step;
  }

  #asked(choices: Choices): void {
    const { waiting } = this.link;
    if (waiting?.seat === choices.seat) {
      this.#showWaiting(choices, waiting);
      return;
    }
    const old = this.decision;
    const same =
      old?.seat === choices.seat &&
      old.points[0]?.ask === choices.ask &&
      old.points[0].legal.join() === choices.legal.join();
    if (same) {
      // The same question after a reconnection: what was tried stays on the table.
      this.decision = { ...old, after: choices.n };
      if (old.words.length > 0 && this.sent === undefined) this.#ask(0);
      return;
    }
    if (choices.words.length > 0) {
      this.#draft({ seat: choices.seat, after: choices.n, words: [] });
      return;
    }
    this.#begin(choices);
  }

  /** A move that was confirmed before the line broke, or before the page was loaded anew, lies on
   * the board as it was confirmed until it is answered. */
  #showWaiting(choices: Choices, { id, words }: Waiting): void {
    this.#unanswered = this.sent = id;
    this.#touched = true;
    this.refused = undefined;
    const first = words[0];
    const begun = decide.begin(choices);
    // If the game has gone on the answer will say so.
    const fits = first !== undefined && choices.legal.includes(first);
    this.decision = fits
      ? decide.foretold(words.reduce((all, word, at) => decide.choose(all, at, word), begun))
      : begun;
  }

  #begin(choices: Choices): void {
    this.refused = undefined;
    this.#touched = false;
    const decision = decide.begin(choices);
    const [only] = choices.legal;
    // One possible word that is no laying is chosen already; confirming it is left to the player.
    const forced = choices.ask !== "lay" && choices.legal.length === 1 && only !== undefined;
    this.decision = decision;
    const tried = this.state && triedBefore(this.state.table.id, choices);
    if (forced) this.#set(decide.choose(decision, 0, only), 0);
    else if (tried !== undefined) this.#set(decide.choose(decision, 0, tried), 0);
  }

  #drafted(draft: Draft): void {
    if (!this.decision) {
      if (draft.choices.words.length === 0) this.#begin(draft.choices);
      return;
    }
    // An answer that was on its way when the game went on is about another tile.
    if (draft.choices.n < this.decision.after) return;
    const [first] = draft.choices.words;
    if (!this.#touched && first !== undefined && draft.choices.seat === this.decision.seat) {
      // What was tried before the page was loaded anew: the tile lies there again.
      this.#set(decide.choose(this.decision, 0, first), 0);
      return;
    }
    const next = decide.answered(this.decision, draft);
    if (next === this.decision) return;
    const confirmed = this.#confirmed === this.decision;
    this.decision = next;
    this.refused = undefined;
    // A whole move has an answer of its own.
    if (!draft.complete) this.sent = undefined;
    if (confirmed) this.confirm();
  }

  #denied(problem: Problem, id: string | undefined): void {
    // A thought of this page for the computer came too late: the server has played for it.
    if (id === undefined && problem.type === "late") return;
    // What is said at the table is refused to whoever said it: no move hangs on it.
    if (id !== undefined && id !== this.#unanswered) return;
    if (id === this.sent || id === undefined) this.refused = problem;
    if (id === undefined) return;
    this.sent = undefined;
    this.#unanswered = undefined;
    // Nothing is lost: what was tried stays, and whoever looked away is told why it was not played.
    if (this.#waited) notify(t("table.unplayed", { why: explain(problem) }), "bad");
    this.#waited = false;
  }

  /** Asks what the words do, after a moment. */
  #ask(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const now = this.decision;
      if (!now) return;
      const { seat, after, words } = now;
      this.#draft({ seat, after, words });
    }, wait);
  }

  /** Asks; the answer comes here, or over the link. */
  #draft(asked: Asked): void {
    const before = this.decision;
    void this.oracle.draft(asked).then((answer) => {
      if (!answer) return;
      if ("draft" in answer) this.#drafted(answer.draft);
      else if (this.decision === before) this.#denied(answer.refused, undefined);
    });
  }

  #set(next: Decision, wait: number): void {
    if (this.sent !== undefined || next === this.decision) return;
    this.decision = decide.foretold(next);
    this.#touched = true;
    this.refused = undefined;
    if (this.oracle.near && this.state) keepTried(this.state.table.id, next);
    if (next.draft === undefined) this.#ask(wait);
  }

  /** How long to wait whether the player goes on. */
  get #pause(): number {
    return this.oracle.near ? 0 : DEBOUNCE;
  }

  /** Puts the drawn tile on a cell; on the same cell again, turns it. */
  lay(cell: Cell): void {
    if (!this.decision) return;
    const at = decide.preview(this.decision);
    if (at && at.cell[0] === cell[0] && at.cell[1] === cell[1]) this.turn(1);
    else this.#set(decide.layOn(this.decision, cell, this.manner), this.#pause);
  }

  /** Lays the drawn tile by its word; a laying chosen before is replaced. */
  layAs(word: string): void {
    if (!this.decision) return;
    const index = decide.preview(this.decision)?.index ?? decide.layIndex(this.decision);
    if (this.decision.words[index] !== word)
      this.#set(decide.choose(this.decision, index, word), 0);
  }

  /** Turns the previewed tile on. */
  turn(by: 1 | -1): void {
    if (this.decision) this.#set(decide.turned(this.decision, by, this.manner), this.#pause);
  }

  /** Chooses a word in front of the player. */
  choose(word: string): void {
    if (!this.decision) return;
    const { index } = decide.facing(this.decision);
    if (this.decision.words[index] !== word)
      this.#set(decide.choose(this.decision, index, word), 0);
  }

  /** One step back. */
  undo(): void {
    if (this.decision) this.keep(this.decision.words.length - 1);
  }

  /** Takes back all but the first words. A move that is on its way stays as it is: tells whether
   * it could be done. */
  keep(words: number): boolean {
    const { decision } = this;
    if (!decision || this.sent !== undefined) return false;
    if (decision.words.length > Math.max(0, words)) this.#set(decide.cut(decision, words), 0);
    return true;
  }

  /** Asks the table for something that is no move: an offer, a claim, giving up. Without a line it
   * is not done, and that is said aloud. Tells whether it went out. */
  ask(message: ClientMsg): boolean {
    const sent = this.link.send(message);
    if (!sent) notify(t("table.unsent"), "bad");
    return sent;
  }

  /** Takes a seat's last move back, or asks the others to agree. */
  takeBack(seat: number | undefined): void {
    if (seat !== undefined) this.offer(seat, "takeback");
  }

  /** Offers something, or agrees to it, as the table is seen here: sent twice, or crossed by a move,
   * it does not mean another moment of the game. */
  offer(seat: number, kind: OfferKind): void {
    // A move that is on its way counts as seen: it is the one that is meant.
    const n = this.sent === undefined ? this.state?.n : undefined;
    this.ask({ t: "offer", seat, kind, ...(n === undefined ? {} : { after: n }) });
  }

  /** The word that confirming adds, where "none" need not be chosen. */
  get implied(): string | undefined {
    return this.decision && !settings.askNone ? decide.passing(this.decision) : undefined;
  }

  /** Plays what was chosen. With nothing chosen it means none; if more is asked after that, it is
   * asked. */
  confirm(): void {
    const now = this.decision;
    if (!now || this.sent !== undefined) return;
    if (!decide.complete(now)) {
      const none = this.implied;
      if (none === undefined) return;
      this.#set(decide.choose(now, now.words.length, none), 0);
      this.#confirmed = this.decision;
      // What the choices foretell need not be asked for.
      if (this.decision && decide.complete(this.decision)) this.confirm();
      return;
    }
    clearTimeout(this.#timer);
    this.#waited = this.connection.kind !== "connected";
    this.#unanswered = this.sent = this.link.play(now.seat, now.after, now.words);
  }
}
