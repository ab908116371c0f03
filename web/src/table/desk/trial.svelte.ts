// What a seat is trying: the tile as it would lie, what can be chosen next, and all of it as things
// on the board. Nothing here decides what is legal.

import { frontier, type CellMark, type Chip, type Ghost } from "../../board/model";
import { placeOf } from "../../board/shapes.svelte";
import type { WallShown } from "../../board/walls";
import { list, t, tMaybe } from "../../i18n/index.svelte";
import type { Survey, View } from "../../wire";
import * as decide from "../decision";
import { atRing, type EndTeller } from "../ring/ends";
import { beyond, worthInSigns, worthOf, worthText } from "../extent";
import type { LiveTable } from "../live.svelte";
import { apart, turnIn } from "../looks";
import { calledHere, tileWords } from "../names.svelte";
import { optionsOf, piecesOf, type Option } from "../options";
import type { TableState } from "../state";
import { endOf, layings, parse, type Cell, type End } from "../words";
import { cellLabel } from "./texts";

/** Of more options than these the bar lists only the chosen one. */
const LISTED = 12;

/** The table at which something is tried. */
export interface TrialTable {
  readonly live: Pick<LiveTable, "decision" | "sent" | "refused" | "implied" | "manner" | "choose">;
  readonly table: TableState;
  readonly present: View;
  readonly colours: number[];
  readonly playing: boolean;
  readonly blind: boolean;
  readonly walled: boolean;
  /** Whether one looks back: then nothing is tried. */
  readonly past: boolean;
  readonly survey: Survey | undefined;
  readonly town: { readonly posts: boolean; readonly whole: WallShown[] };
}

export class Trial {
  /** The kind of figure chosen among several. */
  piece = $state<string | undefined>();

  constructor(private readonly at: TrialTable) {}

  /** The decision that is being made here, while the present is shown. */
  readonly decision = $derived.by(() => (this.at.past ? undefined : this.at.live.decision));
  readonly preview = $derived.by(() => this.decision && decide.preview(this.decision));
  readonly facing = $derived.by(() => this.decision && decide.facing(this.decision));
  readonly chosen = $derived.by(() => this.decision && decide.chosen(this.decision));
  readonly complete = $derived.by(() => !!this.decision && decide.complete(this.decision));
  /** Whether confirming plays something: what is chosen, or none. */
  readonly ready = $derived.by(() => this.complete || this.at.live.implied !== undefined);
  readonly pieces = $derived.by(() => {
    const supply = this.at.present.now.seats[this.decision?.seat ?? 0]?.supply ?? [];
    const kinds = supply.map(([name]) => name);
    return this.facing ? piecesOf(this.facing.choices, kinds) : [];
  });

  /** The kind of figure whose places are shown. */
  readonly pieceShown = $derived.by(() =>
    this.piece !== undefined && this.pieces.includes(this.piece) ? this.piece : this.pieces[0],
  );

  readonly options = $derived.by((): Option[] => this.optionsFor(this.pieceShown));

  /** The options for one kind of figure. */
  optionsFor(piece: string | undefined): Option[] {
    const { decision, facing } = this;
    if (!decision || !facing) return [];
    const { present, survey, town } = this.at;
    const hand = present.now.hand;
    const laid = this.preview && hand ? { id: hand, ...this.preview } : lastLaid(present);
    const supply = present.now.seats[decision.seat]?.supply ?? [];
    const options = optionsOf(facing.choices, piece, {
      say: t,
      sayMaybe: tMaybe,
      view: present,
      laid,
      placeOf,
      left: supply.find(([name]) => name === "follower")?.[1] ?? 0,
    });
    const { ask } = facing.choices;
    const asked = { ask, words: decision.words, posts: town.posts };
    const ring = this.at.walled ? atRing(options, survey, this.#teller, asked) : undefined;
    return ring ?? options.map((option) => this.#priced(option));
  }

  /** An option with what it is worth, if that was told. */
  #priced(option: Option): Option {
    const { decision, facing } = this;
    if (!decision || !facing || option.none) return option;
    const before = decision.words.slice(0, facing.index);
    const worth = beyond(worthOf(decision.points[0], before, option.word), this.laidGain);
    const text = worthText(worth, decision.seat, t);
    const brief = worthInSigns(worth, decision.seat);
    return text === "" ? option : { ...option, detail: text, brief };
  }

  /** The points of each seat that the tile brings as it lies, whatever follows. */
  readonly laidGain = $derived.by((): readonly number[] | undefined => {
    const { decision, preview } = this;
    if (!decision || !preview) return undefined;
    const { words, points } = decision;
    const lay = words[preview.index] ?? "";
    return worthOf(points[0], words.slice(0, preview.index), lay)?.gain;
  });

  get #teller(): EndTeller {
    const { table } = this.at;
    return { say: t, sayMaybe: tMaybe, list, name: (seat) => calledHere(table, seat) };
  }

  /** The options that the bar lists: of very many, and of the sides of cells, only the chosen
   * one; the others are chosen on the board. */
  readonly listed = $derived.by((): Option[] =>
    this.options.length > LISTED || this.options.some(({ word }) => parse(word).w === "edge")
      ? this.options.filter((option) => option.none || option.word === this.chosen)
      : this.options,
  );

  /** The cells that can be chosen: the legal ones, or every free one where none are shown. */
  readonly cells = $derived.by((): CellMark[] => {
    const lay = this.decision?.points.find((point) => point.ask === "lay");
    if (!lay || this.at.live.sent !== undefined) return [];
    // Once something else than a figure on the tile is asked, only undoing moves the tile.
    const ask = this.facing?.choices.ask;
    if (ask !== "lay" && ask !== "figure") return [];
    if (this.at.blind) {
      const free = frontier(this.at.present.tiles);
      const cells: Cell[] = free.length > 0 ? free : [[0, 0]];
      return cells.map((cell) => ({ cell, label: cellLabel(cell) }));
    }
    const { looks } = this.at.live.manner;
    return [...layings(lay.legal).values()].map(({ cell, turns }) => ({
      cell,
      label: t("table.cell.turns", { x: cell[0], y: cell[1], n: apart(turns, looks).length }),
    }));
  });

  readonly ghost = $derived.by((): Ghost | undefined => {
    const { decision, preview } = this;
    const id = this.at.present.now.hand;
    if (!decision || !preview || !id) return undefined;
    const { manner } = this.at.live;
    const turns = decide.turnsOn(decision, preview.index, preview.cell, manner);
    const turn = turnIn(turns, preview.r, manner.looks);
    const [x, y] = preview.cell;
    const values = { tile: tileWords(id), x, y, at: turn + 1, n: turns.length };
    const bad = this.at.live.refused !== undefined && decision.draft === undefined;
    const { cell, r } = preview;
    return { id, cell, r, turns: turns.length, turn, bad, label: t("table.preview", values) };
  });

  readonly chips = $derived.by((): Chip[] => {
    const { decision } = this;
    if (!decision || this.at.live.sent !== undefined) return [];
    const colour = this.at.colours[decision.seat] ?? decision.seat;
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
    const { playing, past, walled, town, present, survey } = this.at;
    // At the end the ring is closed in thought: that is the last picture.
    if (!playing && !past && walled) return town.whole;
    if (!decision) return undefined;
    const walls = decision.draft?.now.walls ?? present.now.walls ?? [];
    const legal = this.facing?.choices.legal ?? [];
    const ghost = (side: End): WallShown[] =>
      (survey?.ring?.ends ?? [])
        .filter(({ word }) => legal.includes(word) && !decision.words.includes(word))
        .filter(({ word }) => endOf(word) === side)
        .map((end) => ({ at: end.at, gate: false, ghost: true }));
    return [...ghost("left"), ...walls, ...ghost("right")];
  });

  /** The next kind of figure. */
  nextPiece(): void {
    const { pieces } = this;
    const at = pieces.indexOf(this.pieceShown ?? "");
    this.piece = pieces[(at + 1) % Math.max(1, pieces.length)];
  }

  /** Chooses the option with this key. */
  pick(key: string): boolean {
    const option = this.options.find((one) => one.number === key);
    if (option) this.at.live.choose(option.word);
    return option !== undefined;
  }
}

function lastLaid({ now, tiles }: View): { id: string; cell: Cell; r: number } | undefined {
  const { last } = now;
  const tile = last && tiles.find((one) => one.x === last[0] && one.y === last[1]);
  return tile && { id: tile.id, cell: [tile.x, tile.y], r: tile.r };
}
