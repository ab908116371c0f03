// Everything that the page of a table shows, worked out from the live table and from what this
// person has switched on. Components read it; nothing here decides what is legal.

import { seatColours } from "../art";
import { Eye } from "../board/eye.svelte";
import { frontier, type CellMark, type Chip, type Framed, type Ghost } from "../board/model";
import { placeOf, placesOf } from "../board/shapes.svelte";
import type { WallShown } from "../board/walls";
import { list, number, t, tMaybe } from "../i18n/index.svelte";
import { api, fetchJson } from "../net/api";
import type { Feature, Survey, View } from "../wire";
import { chosenEnd, Town } from "./city/town.svelte";
import * as decide from "./decision";
import { guardFact, withEnds, withTowers } from "./ends";
import { placeUnder } from "./hit";
import type { LiveTable } from "./live.svelte";
import { seatName, tileWords } from "./names.svelte";
import { optionsOf, piecesOf, type Option } from "./options";
import * as overlay from "./overlay";
import { isMine, laidSince, viewAt, viewer, type Frame, type TableState } from "./state";
import { cellKey, layings, parse, type Cell } from "./words";

/** How long the board must rest before it is surveyed while others play, ms. */
const PATIENCE = 200;

export type Tab = "log" | "tiles" | "chat";

export class Desk {
  readonly eye = new Eye();
  tab = $state<Tab>("log");
  overlay = $state<overlay.Overlay | undefined>();
  deadShown = $state(false);
  lastShown = $state(true);
  /** The frame looked back at; nothing is the present. */
  at = $state<number | undefined>();
  /** The kind of figure chosen among several. */
  piece = $state<string | undefined>();
  /** The cell under the keyboard. */
  cursor = $state.raw<Cell | undefined>();
  /** What is under the mouse. */
  point = $state.raw<{ cell: Cell; x: number; y: number } | undefined>();
  survey = $state.raw<Survey | undefined>();
  /** The frames of the whole game, once they were asked for. */
  #older = $state.raw<{ frames: Frame[]; until: number } | undefined>();
  /** The position that was surveyed last; also if the survey could not be had. */
  surveyed = $state(-1);
  #asking = "";
  /** What only The City shows. */
  readonly town = new Town(this);

  constructor(readonly live: LiveTable) {
    this.deadShown = live.state?.table.config.aids === "beginner";
  }

  /** The table. The page is shown only once it is known. */
  get table(): TableState {
    const { state } = this.live;
    if (!state) throw new Error("a desk stands at a table that is known");
    return state;
  }

  /** The game as it stands. */
  get present(): View {
    const { view } = this.table;
    if (!view) throw new Error("a desk stands at a game that has begun");
    return view;
  }

  readonly frames = $derived.by(() => {
    const seen = this.table.frames;
    if (!this.#older) return seen;
    const { frames, until } = this.#older;
    return [...frames, ...seen.filter((frame) => frame.n > until)];
  });

  /** The game as it is shown: now, or as it was. */
  readonly view = $derived.by(() => {
    const frame = this.at === undefined ? undefined : this.frames[this.at];
    return frame ? viewAt(this.present, frame) : this.present;
  });

  /** The number of the message after which the game stands as it does: talk does not change it. */
  readonly position = $derived.by(() => this.table.frames.at(-1)?.n ?? this.table.n);
  readonly me = $derived.by(() => viewer(this.table));
  readonly colours = $derived.by(
    () =>
      this.live.socket.colours ?? seatColours(this.table.table.seats.length, this.table.you.seats),
  );
  readonly playing = $derived.by(() => this.table.table.status.kind === "playing");
  readonly aids = $derived.by(() => this.table.table.config.aids);
  readonly blind = $derived.by(() => this.aids === "purist");
  readonly acting = $derived.by(() => (this.playing ? this.view.now.to_act : undefined));
  readonly city = $derived.by(() => this.table.table.config.plan.family === "city");

  /** The names of the tokens that the seats gather. */
  readonly tokens = $derived.by(() => (this.view.now.seats[0]?.tokens ?? []).map(([name]) => name));

  /** The decision that is being made here, while the present is shown. */
  readonly decision = $derived.by(() => (this.at === undefined ? this.live.decision : undefined));
  readonly preview = $derived.by(() => this.decision && decide.preview(this.decision));
  readonly facing = $derived.by(() => this.decision && decide.facing(this.decision));
  readonly chosen = $derived.by(() => this.decision && decide.chosen(this.decision));
  readonly complete = $derived.by(() => !!this.decision && decide.complete(this.decision));
  /** Whether confirming plays something: what is chosen, or none. */
  readonly ready = $derived.by(() => this.complete || this.live.implied !== undefined);
  readonly pieces = $derived.by(() => (this.facing ? piecesOf(this.facing.choices) : []));

  /** The kind of figure whose places are shown. */
  readonly pieceShown = $derived.by(() =>
    this.piece !== undefined && this.pieces.includes(this.piece) ? this.piece : this.pieces[0],
  );

  readonly options = $derived.by((): Option[] => this.optionsFor(this.pieceShown));

  /** The options for one kind of figure. */
  optionsFor(piece: string | undefined): Option[] {
    const { decision, facing } = this;
    if (!decision || !facing) return [];
    const hand = this.present.now.hand;
    const laid = this.preview && hand ? { id: hand, ...this.preview } : this.#lastLaid();
    const supply = this.present.now.seats[decision.seat]?.supply ?? [];
    const options = optionsOf(facing.choices, piece, {
      say: t,
      sayMaybe: tMaybe,
      view: this.present,
      laid,
      placeOf,
      left: supply.find(([name]) => name === "follower")?.[1] ?? 0,
    });
    const { ask } = facing.choices;
    if (ask !== "wall" && ask !== "guard" && ask !== "tower") return options;
    const teller = {
      say: t,
      sayMaybe: tMaybe,
      list,
      name: (seat: number) => seatName(this.table.table, seat),
    };
    if (ask === "wall") return withEnds(options, this.survey, teller, this.town.posts);
    if (ask === "tower") return withTowers(options, this.survey, teller);
    const end = chosenEnd(this.survey, decision.words);
    const detail = end ? guardFact(end, teller) : "";
    return options.map((option) => (option.none ? option : { ...option, detail }));
  }

  /** The options that the bar lists: of very many, as the sides for the gate, only the chosen one;
   * the others are chosen on the board. */
  readonly listed = $derived.by((): Option[] =>
    this.options.length > 12 || this.facing?.choices.ask === "gate"
      ? this.options.filter((option) => option.none || option.word === this.chosen)
      : this.options,
  );

  #lastLaid(): { id: string; cell: Cell; r: number } | undefined {
    const last = this.present.now.last;
    const tile = last && this.present.tiles.find((one) => one.x === last[0] && one.y === last[1]);
    return tile && { id: tile.id, cell: [tile.x, tile.y], r: tile.r };
  }

  /** The cells that can be chosen: the legal ones, or every free one where none are shown. */
  readonly cells = $derived.by((): CellMark[] => {
    const lay = this.decision?.points.find((point) => point.ask === "lay");
    if (!lay || this.live.sent !== undefined) return [];
    // Once something else than a figure on the tile is asked, only undoing moves the tile.
    const ask = this.facing?.choices.ask;
    if (ask !== "lay" && ask !== "figure") return [];
    if (this.blind) {
      const free = frontier(this.present.tiles);
      const cells: Cell[] = free.length > 0 ? free : [[0, 0]];
      return cells.map((cell) => ({ cell, label: cellLabel(cell) }));
    }
    return [...layings(lay.legal).values()].map(({ cell, turns }) => ({
      cell,
      label: t("table.cell.turns", { x: cell[0], y: cell[1], n: turns.length }),
    }));
  });

  readonly ghost = $derived.by((): Ghost | undefined => {
    const { decision, preview } = this;
    const id = this.present.now.hand;
    if (!decision || !preview || !id) return undefined;
    const turns = decide.turnsOn(decision, preview.index, preview.cell, this.blind);
    const turn = turns.indexOf(preview.r);
    const [x, y] = preview.cell;
    const values = { tile: tileWords(id), x, y, at: turn + 1, n: turns.length };
    const bad = this.live.refused !== undefined && decision.draft === undefined;
    const { cell, r } = preview;
    return { id, cell, r, turns: turns.length, turn, bad, label: t("table.preview", values) };
  });

  readonly chips = $derived.by((): Chip[] => {
    const { decision } = this;
    if (!decision || this.live.sent !== undefined) return [];
    const colour = this.colours[decision.seat] ?? decision.seat;
    const chips: Chip[] = [];
    for (const option of this.options) {
      if (!option.at) continue;
      chips.push({
        word: option.word,
        number: option.number,
        ...option.at,
        ...(option.piece ? { piece: option.piece } : {}),
        colour,
        lying: option.lying,
        label: option.title,
        on: option.word === this.chosen,
      });
    }
    return chips;
  });

  /** The wall with what is being built. */
  readonly walls = $derived.by((): WallShown[] | undefined => {
    const { decision } = this;
    // At the end the ring is closed in thought: that is the last picture.
    if (!this.playing && this.at === undefined && this.city) return this.town.whole;
    if (!decision) return undefined;
    const walls = decision.draft?.now.walls ?? this.present.now.walls ?? [];
    const ends = this.facing?.choices.ask === "wall" ? (this.survey?.ring?.ends ?? []) : [];
    const ghost = (word: string): WallShown[] =>
      ends
        .filter((end) => end.word === word && !decision.words.includes(word))
        .map((end) => ({ at: end.at, gate: false, ghost: true }));
    return [...ghost("wall:left"), ...walls, ...ghost("wall:right")];
  });

  /** How many moves the others made since mine. */
  readonly since = $derived.by((): number => {
    let moves = 0;
    for (let i = this.table.log.length - 1; i >= 0; i--) {
      const cause = this.table.log[i]?.cause;
      if (cause?.c !== "played") continue;
      if (cause.seat === this.me) break;
      moves += 1;
    }
    return moves;
  });

  readonly framed = $derived.by((): Framed[] => {
    if (!this.lastShown || !this.playing || this.me === undefined || this.at !== undefined)
      return [];
    return laidSince(this.table, this.me).map(({ cell, by }) => ({
      cell,
      colour: this.colours[by] ?? by,
    }));
  });

  /** The row that somebody on the wall looks along. */
  readonly row = $derived.by((): Cell[] => (this.city ? this.town.row : []));

  get #scene(): overlay.Scene {
    return { view: this.present, colours: this.colours, placeOf, say: t };
  }

  /** The feature under the mouse. */
  readonly hovered = $derived.by((): Feature | undefined => {
    const { point, survey } = this;
    if (!point || !survey || this.at !== undefined) return undefined;
    const [x, y] = point.cell;
    const tile = this.present.tiles.find((one) => one.x === x && one.y === y);
    const place = tile && placeUnder(placesOf(tile.id, tile.r), point.x, point.y);
    return place && overlay.featureAt(survey, point.cell, place.name);
  });

  readonly features = $derived.by(() =>
    this.overlay && this.survey && this.at === undefined
      ? overlay.featuresOf(this.survey, this.overlay)
      : [],
  );
  readonly regions = $derived.by(() => {
    const shown = [
      ...this.features.flatMap((feature) => overlay.regionsOf(feature, this.#scene)),
      ...this.town.regions,
    ];
    const { hovered } = this;
    return hovered && this.overlay
      ? [...shown, ...overlay.regionsOf({ ...hovered, owners: [] }, this.#scene, true)]
      : shown;
  });
  readonly tags = $derived.by(() => [
    ...this.features.flatMap((feature) => overlay.tagOf(feature, this.#scene) ?? []),
    ...this.town.tags,
  ]);
  readonly dead = $derived.by(() =>
    this.deadShown && this.playing && this.survey && this.at === undefined
      ? overlay.deadCells(this.survey)
      : [],
  );

  /** A line about a feature. */
  about(feature: Feature): string {
    return overlay.aboutFeature(feature, this.#scene, percent);
  }

  /** Whether something on the screen needs the survey of the board. */
  readonly wantsSurvey = $derived.by(
    () =>
      !this.blind &&
      (this.overlay !== undefined || this.deadShown || this.point !== undefined || this.city),
  );

  /** The words after which the board is surveyed: where the tile of this turn lies already and
   * walls are asked for, the wall grows round it too. */
  readonly surveyWords = $derived.by((): string[] => {
    const { decision, facing } = this;
    if (!decision || !facing) return [];
    const walls = decision.points
      .slice(0, facing.index + 1)
      .findLastIndex(({ ask }) => ["gate", "wall", "tower"].includes(ask));
    return walls < 0 ? [] : decision.words.slice(0, walls);
  });

  /** Fetches the survey of the board as it stands, unless it is here already. */
  async look(): Promise<void> {
    const n = this.position;
    const { id } = this.table.table;
    const then = this.surveyWords;
    const key = `${n} ${then.join(";")}`;
    if (this.#asking === key) return;
    this.#asking = key;
    // While others play, steps may come quickly: only the last is looked at.
    const mine = isMine(this.table, this.present.now.to_act) || !this.playing;
    if (!mine) await new Promise((done) => setTimeout(done, PATIENCE));
    if (this.#asking !== key) return;
    const query = then.length === 0 ? "" : `?then=${encodeURIComponent(then.join(";"))}`;
    try {
      const written = await this.live.socket.record?.();
      const survey = written
        ? await api.surveyText(written.record, written.words, then)
        : await fetchJson<Survey>(`/api/tables/${encodeURIComponent(id)}/survey${query}`);
      if (this.#asking !== key) return;
      this.survey = survey;
    } catch {
      if (this.#asking !== key) return;
      // Asked again with the next step.
      this.#asking = "";
    }
    this.surveyed = n;
  }

  /** Switches an overlay on, or off if it is on. */
  toggle(which: overlay.Overlay): void {
    this.overlay = this.overlay === which ? undefined : which;
  }

  /** Looks at another frame; the last one is the present. */
  goTo(index: number): void {
    const last = this.frames.length - 1;
    if (index < 0 && !this.#older) {
      void this.#loadOlder().then(() => this.goTo(this.frames.length - 1 - (last - index)));
      return;
    }
    const to = Math.max(0, index);
    this.at = to >= last ? undefined : to;
  }

  /** Steps through the game. */
  stepBy(by: number): void {
    this.goTo((this.at ?? this.frames.length - 1) + by);
  }

  /** Moves were taken back: what was looked back at may be none of the game any more. */
  wentBack(): void {
    this.at = undefined;
    this.#older = undefined;
    this.cursor = undefined;
  }

  /** Whether I may take a move back, or ask for it. */
  get mayTakeBack(): boolean {
    const { table } = this.table;
    const seat = this.playing && this.me !== undefined ? table.seats[this.me] : undefined;
    return table.config.takeback === "on" && seat?.out === false;
  }

  /** Whether nobody else needs to agree to it. */
  get alone(): boolean {
    const { table, you } = this.table;
    return table.seats.every(
      ({ sitter, out }) => out || sitter.kind !== "person" || sitter.id === you.person,
    );
  }

  /** Goes back to just after my last turn. */
  sinceMyTurn(): void {
    if (this.since > 0) this.goTo(this.frames.length - 1 - this.since);
  }

  async #loadOlder(): Promise<void> {
    const until = this.table.n;
    // A lesson has no table on the server: what was seen is all there is.
    if (this.live.socket.record) {
      this.#older = { frames: [], until: 0 };
      return;
    }
    try {
      const replay = await api.replay(this.table.table.id);
      let tiles = replay.start.tiles.length;
      const frames: Frame[] = [{ n: 0, tiles, now: replay.start.now }];
      for (const step of replay.steps) {
        tiles += step.add.length;
        frames.push({ n: step.n, tiles, now: step.now });
      }
      this.#older = { frames, until };
    } catch {
      // Out of reach: what this page has seen must do.
      this.#older = { frames: [], until: 0 };
    }
  }

  /** The next kind of figure. */
  nextPiece(): void {
    const { pieces } = this;
    const at = pieces.indexOf(this.pieceShown ?? "");
    this.piece = pieces[(at + 1) % Math.max(1, pieces.length)];
  }

  /** Chooses the option with this key. */
  pick(key: string): boolean {
    const option = this.options.find((one) => one.number === key);
    if (option) this.live.choose(option.word);
    return option !== undefined;
  }

  /** The words of the label on the confirm button. */
  readonly confirmKey = $derived.by(() => {
    const words = (this.decision?.words ?? []).map(parse);
    const index = words.findLastIndex((word) => word.w !== "pass");
    const last = words[index];
    if (!last) return "confirm";
    const ask = this.decision?.points[index]?.ask;
    if (last.w === "put" && ask === "figure") return `confirm.${last.place.split(":", 1)[0] ?? ""}`;
    if (last.w === "lay") {
      return words.at(-1)?.w === "pass" && this.facing?.choices.ask === "figure"
        ? "confirm.none"
        : "confirm.lay";
    }
    if (last.w === "take") return `confirm.${last.verb}`;
    return last.w === "other" ? "confirm" : `confirm.${ask ?? last.w}`;
  });
}

function cellLabel(cell: Cell): string {
  return t("table.cell", { x: cell[0], y: cell[1] });
}

/** A share as a percentage. */
export function percent(share: number): string {
  return number(share, { style: "percent", maximumFractionDigits: 0 });
}

/** The nearest cell from another in a direction, for the arrow keys. */
export function nearest(
  cells: readonly Cell[],
  from: Cell,
  dx: number,
  dy: number,
): Cell | undefined {
  let best: Cell | undefined;
  let least = Infinity;
  for (const cell of cells) {
    const ahead = (cell[0] - from[0]) * dx + (cell[1] - from[1]) * dy;
    const aside = Math.abs((cell[0] - from[0]) * dy) + Math.abs((cell[1] - from[1]) * dx);
    if (ahead <= 0) continue;
    const cost = ahead + aside * 2.2;
    if (cost < least && cellKey(cell) !== cellKey(from)) {
      least = cost;
      best = cell;
    }
  }
  return best;
}
