// What the page of a game remembers while it is open, whichever shell shows it: what is open over
// the board, whether the results are shown, what was said and not read yet.

import { untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import type { Hint } from "../board/model";
import { PHONE, SIDEWAYS } from "../css/breakpoints";
import { t } from "../i18n/index.svelte";
import { still } from "../theme.svelte";
import { notify } from "../ui/notices.svelte";
import type { Glowing } from "../engine/moves";
import type { Hints } from "../engine/hints.svelte";
import type { Show } from "./ring/show.svelte";
import { complete, known } from "./decision";
import { Desk } from "./desk.svelte";
import { TileDrag } from "./drag.svelte";
import type { ShowPlace } from "./lights.svelte";
import type { LiveTable } from "./live.svelte";
import { isMuted } from "./muted.svelte";
import { seatName } from "./names.svelte";
import { Why } from "./why.svelte";
import type { LogLine, View } from "../wire";
import { cellKey, type Cell } from "./words";

/** How long each move is shown when several are, ms. */
const STEP = 1400;

/** What lies over the table. */
export type Over = "menu" | "help" | "settings";

/** How long what was scored stays outlined, ms. */
const SCORED = 2200;

export class TablePage {
  readonly desk: Desk;
  readonly why: Why;
  readonly drag: TileDrag;
  /** The board and all that lies on it. */
  stage = $state<HTMLElement>();
  over = $state<Over | undefined>();
  /** The rules beside the table: at a section, or their contents. */
  rules = $state.raw<{ id: string | undefined } | undefined>();
  /** Whether the sheet of a phone is pulled up. */
  sheetOpen = $state(false);
  /** Whether the results are shown once the game is over. */
  results = $state(true);
  /** The final scoring, while it is told. */
  show = $state.raw<Show | undefined>();

  /** Good moves, once somebody has asked for them. */
  hints = $state.raw<Hints | undefined>();

  /** Moves that the page around the table wants to glow. */
  glow = $state.raw<readonly Glowing[] | undefined>();

  /** Whether the moves since my turn are shown one after the other. */
  replaying = $state(false);

  readonly #small = new MediaQuery(PHONE);
  readonly #sideways = new MediaQuery(SIDEWAYS);
  #read = $state(0);
  /** Whether the final scoring is about to be told. */
  #telling = $state(false);
  /** The table before its game ended: what is about to be told is not given away. */
  #before: View["now"] | undefined;
  /** Whether the game ended before our eyes; that it is over is said a moment later. */
  readonly #ended = $derived.by(
    () => this.live.step?.events.some((event) => event.e === "over") === true,
  );

  constructor(readonly live: LiveTable) {
    this.desk = new Desk(live);
    this.why = new Why(this.desk);
    this.drag = new TileDrag(
      this.desk,
      () => this.stage,
      (cell) => this.#drop(cell),
    );
    this.#read = this.#said;
  }

  readonly phone = $derived.by(() => this.#small.current);
  /** Whether a phone lies on its side. */
  readonly sideways = $derived.by(() => this.#small.current && this.#sideways.current);
  readonly finished = $derived.by(() => this.desk.table.table.status.kind === "over");
  readonly showResults = $derived.by(
    () => this.finished && this.results && !this.show && !this.#telling,
  );
  /** Whether something is to be decided here, now. */
  readonly deciding = $derived.by(
    () => this.desk.decision !== undefined && this.desk.at === undefined,
  );

  /** The points and supplies of the seats; while the end is told, as far as it is told. */
  readonly standings = $derived.by(() => {
    const waits = this.#telling || (this.#ended && !this.finished);
    const before = waits ? this.#before : undefined;
    const { seats } = before ?? this.desk.view.now;
    const points = this.show?.scene?.points;
    return points
      ? seats.map((seat, i) => ({ score: points[i] ?? seat.score, supply: seat.supply }))
      : seats;
  });

  get #said(): number {
    const { log, table } = this.desk.table;
    return log.filter(({ cause }) => cause.c === "said" && !isMuted(table.id, cause)).length;
  }
  /** What was said and not read yet. */
  readonly unread = $derived.by(() => Math.max(0, this.#said - this.#read));

  /** Asks for good moves, or takes them away. */
  askHints = async (): Promise<void> => {
    if (!this.desk.givesHints) return;
    const { Hints } = await import("../engine/hints.svelte");
    this.hints ??= new Hints(this.desk);
    await this.hints.toggle();
  };

  openRule = (id: string | undefined): void => {
    this.rules = { id };
  };

  /** Brings a cell into sight, and lights what is spoken of. */
  showPlace: ShowPlace = (cell, places, winners) => {
    const { eye, lights } = this.desk;
    lights.putOut();
    lights.told = { places, winners };
    eye.auto = false;
    eye.focus(cell, this.phone ? 110 : eye.rest.size, 0.5, still());
    this.sheetOpen = false;
  };

  /** Shows the moves since my turn, one after the other. */
  replaySince = (): void => {
    this.desk.sinceMyTurn();
    this.sheetOpen = false;
    this.replaying = this.desk.at !== undefined;
  };

  /** The move that is looked back at: its line in the log. */
  readonly past = $derived.by((): LogLine | undefined => {
    const { at, frames } = this.desk;
    const n = at === undefined ? undefined : frames[at]?.n;
    return n === undefined ? undefined : this.desk.table.log.find((line) => line.n === n);
  });

  /** The tile in hand where a hand drags it, or where the mouse is. */
  get hint(): Hint | undefined {
    const { lights } = this.desk;
    if (!this.drag.at) return lights.hint;
    return this.drag.over && lights.hintOn(this.drag.over);
  }

  /** The words of a tile that was let go, until it is known whether something is left to decide. */
  #dropped = $state<string | undefined>();

  /** A tile that is let go lies there; where it may not lie, it is said why. */
  #drop(cell: Cell): void {
    const { desk, why, live } = this;
    const key = cellKey(cell);
    if (!desk.cells.some((mark) => cellKey(mark.cell) === key)) {
      void why.cell(cell);
      return;
    }
    if (!desk.preview || cellKey(desk.preview.cell) !== key) live.lay(cell);
    this.#dropped = desk.decision?.words.join();
  }

  /** Plays a tile that was let go, if nothing is left to decide. */
  #playDropped(): void {
    const { decision, ghost } = this.desk;
    if (this.#dropped === undefined || !decision || !ghost) return;
    const same = decision.words.join() === this.#dropped && ghost.turns === 1;
    if (same && !known(decision)) return;
    this.#dropped = undefined;
    const open = decision.draft?.choices.legal.length ?? 0;
    if (same && complete(decision) && open === 0) this.live.confirm();
  }

  /** Tells how the game was counted, and how the ring of The City closed. */
  async tellClosing(moves: boolean): Promise<void> {
    // The results wait for it.
    this.#telling = true;
    const { showOf } = await import("./ring/show.svelte");
    this.#telling = false;
    this.show = showOf(this.desk, moves);
  }

  /** Follows the table; called once while the page is made. */
  follow(): void {
    const { desk, live, why } = this;

    // An answer holds until something else is tried.
    const tried = $derived(`${desk.table.n} ${desk.decision?.words.join() ?? ""}`);
    $effect(() => {
      void tried;
      untrack(() => why.clear());
    });

    // What was pressed stays lit until something is chosen, the game goes on or the board is moved.
    const going = $derived(`${desk.position} ${desk.decision?.words.join() ?? ""}`);
    $effect(() => {
      void going;
      untrack(() => desk.lights.putOut());
    });
    desk.eye.moved = () => desk.lights.putOut();

    $effect(() => this.#playDropped());

    // Good moves are of use until the game goes on, and so is the kind of figure that was chosen: a
    // builder of the last turn would hide where followers can go.
    const asked = $derived(`${desk.position} ${desk.decision?.seat ?? ""}`);
    $effect(() => {
      void asked;
      untrack(() => {
        this.hints?.clear();
        desk.piece = undefined;
      });
    });

    // What is scored is outlined while its points fly.
    $effect(() => {
      const { step } = live;
      if (!step || step.events.some((event) => event.e === "over")) return;
      const out = untrack(() => desk.lights.light(step.events));
      const timer = setTimeout(out, SCORED);
      return () => {
        clearTimeout(timer);
        out();
      };
    });

    // The drawn tile is here in all its turns before it is turned, and whoever may be sent.
    const drawn = $derived(desk.decision ? desk.present.now.hand : undefined);
    $effect(() => {
      void desk.position;
      const tile = drawn;
      if (tile === undefined) return;
      const view = untrack(() => desk.present);
      const lay = untrack(() => desk.decision?.points.find(({ ask }) => ask === "lay"));
      const seat = untrack(() => desk.decision?.seat ?? 0);
      const colour = untrack(() => desk.colours[seat] ?? seat);
      const ahead = import("./ahead").then(({ fetchAhead, figuresOf }) => {
        const figures = figuresOf(view, seat, colour);
        return fetchAhead(view, tile, lay?.legal ?? [], figures, () => desk.eye.rest.size);
      });
      return () => void ahead.then((stop) => stop());
    });

    // What the survey is needed for.
    $effect(() => {
      if (desk.wantsSurvey && desk.table.n > 0) void desk.look();
    });
    $effect(() => {
      if (live.sent !== undefined) untrack(() => desk.surveyor.drop());
    });

    // A move was taken back: said, and the board is as it was.
    $effect(() => {
      const { back } = live;
      if (!back) return;
      untrack(() => {
        desk.wentBack();
        const mine = desk.table.you.seats.length === 1 && desk.table.you.seats[0] === back.seat;
        const who = seatName(desk.table.table, back.seat);
        notify(t("log.takenback", { me: mine ? "yes" : "no", who }));
      });
    });

    $effect(() => {
      const { now } = desk.present;
      if (!this.finished && !this.#ended) this.#before = now;
    });

    // How the end was counted is told before the results; never unasked with reduced motion.
    $effect(() => {
      const closing = this.finished ? live.step : undefined;
      if (!closing || still() || document.hidden) return;
      if (this.#ended) untrack(() => void this.tellClosing(true));
    });

    // Looking back: each move is shown for a while, and the board shows where it was made.
    $effect(() => {
      if (desk.at === undefined) this.replaying = false;
      if (!this.replaying) return;
      const timer = setTimeout(() => desk.stepBy(1), STEP);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      const laid = this.past?.events?.find((event) => event.e === "laid");
      if (!laid) return;
      untrack(() => desk.eye.focus([laid.x, laid.y], desk.eye.rest.size, 0.5, still()));
    });

    $effect(() => {
      if (desk.tab === "chat" && (!this.phone || this.sheetOpen)) this.#read = this.#said;
    });
  }
}
