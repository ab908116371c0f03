// "Why can't I?": whatever somebody asks about is tried on the server, and its refusal is the
// answer. Nothing here knows a rule; it only knows what can be asked about.

import { frontier, type CellMark, type Chip } from "../board/model";
import { placesOf } from "../board/shapes.svelte";
import { t, tMaybe } from "../i18n/index.svelte";
import { titled } from "../i18n/plain";
import type { Problem } from "../wire";
import type { Clash } from "./clash";
import type { Desk } from "./desk.svelte";
import { direction } from "./options";
import { cellKey, featureOf, layings, type Cell } from "./words";

/** A refusal, and the turns of the tile that it concerns. */
export interface Reason {
  problem: Problem;
  turns: number[];
}

/** The answer to a question. */
export interface Answer {
  /** What was asked about, in words. */
  about: string;
  reasons: Reason[];
  /** The tile that was tried, to show where, and the sides where it does not meet the others. */
  tile?: { id: string; cell: Cell; r: number };
  clashes?: Clash[];
  /** The turns in which it may lie there. */
  fits: number[];
}

/** Something that may not be chosen, and the word that would. */
export interface Shut {
  word: string;
  place: string;
  piece: string;
  cell: Cell;
  x: number;
  y: number;
  lying: boolean;
}

export class Why {
  /** Whether everything on the board can be asked about. */
  asking = $state(false);
  answer = $state.raw<Answer | undefined>();
  /** A figure that cannot go anywhere, whose places are shown all the same. */
  piece = $state<string | undefined>();
  /** What was asked last: an older answer that comes late is dropped. */
  asked = "";

  constructor(readonly desk: Desk) {}

  /** Forgets the answer: the game, or what is tried, has changed. */
  clear(): void {
    this.answer = undefined;
    this.piece = undefined;
    this.asked = "";
  }

  toggle(): void {
    this.asking = !this.asking;
    this.clear();
  }

  /** Whether the tile in hand is being laid, so that cells can be asked about. */
  readonly laying = $derived.by(() => {
    const { decision, facing, live } = this.desk;
    if (!decision || live.sent !== undefined) return false;
    const ask = facing?.choices.ask;
    return decision.points[0]?.ask === "lay" && (ask === "lay" || ask === "figure");
  });

  /** The free cells where the tile may not lie, while all can be asked about. */
  readonly cells = $derived.by((): CellMark[] => {
    const { desk } = this;
    if (!this.asking || !this.laying || desk.blind) return [];
    const legal = layings(desk.decision?.points[0]?.legal ?? []);
    return frontier(desk.present.tiles)
      .filter((cell) => !legal.has(cellKey(cell)))
      .map((cell) => ({ cell, label: t("table.why.cell", { x: cell[0], y: cell[1] }) }));
  });

  /** The figures of my supply that can go nowhere now. */
  readonly pieces = $derived.by((): string[] => {
    const { decision, facing, pieces, present } = this.desk;
    const ask = facing?.choices.ask;
    if (!decision) return [];
    const supply = (present.now.seats[decision.seat]?.supply ?? []).map(([name]) => name);
    if (ask !== "figure" && !pieces.some((name) => supply.includes(name))) return [];
    const { built = [] } = present;
    return supply.filter((name) => !built.includes(name) && !pieces.includes(name));
  });

  /** The places where the figure may not go. */
  readonly shut = $derived.by((): Shut[] => {
    const { decision, facing, live } = this.desk;
    if (!decision || !facing || live.sent !== undefined) return [];
    const legal = new Set(facing.choices.legal);
    const piece = this.piece ?? this.desk.pieceShown ?? "follower";
    const { pieces } = this.desk;
    const all =
      facing.choices.ask === "figure"
        ? this.#onTile(piece)
        : pieces.length > 0
          ? this.#onPlaces(piece)
          : [];
    // A second segment of what this figure can choose by another name is no other choice.
    const { meant } = this.desk.lights;
    const isMeant = (place: string): boolean => pieces.includes(piece) && meant.has(place);
    return all.filter(({ word, place }) => !legal.has(word) && !isMeant(place));
  });

  /** The same as things on the board. */
  readonly chips = $derived.by((): Chip[] => {
    const { decision } = this.desk;
    const seat = decision?.seat ?? 0;
    return this.shut.map((one) => ({
      word: one.word,
      number: "",
      cell: one.cell,
      x: one.x,
      y: one.y,
      piece: one.piece,
      colour: this.desk.colours[seat] ?? seat,
      lying: one.lying,
      label: t("table.why.place", { place: this.named(one) }),
      on: false,
      shut: true,
    }));
  });

  named({ place, x, y }: Shut): string {
    const name = tMaybe(`table.place.${featureOf(place)}`, titled(featureOf(place)));
    if (!place.includes(":")) return name;
    const side = tMaybe(`table.side.${direction(x, y)}`, "");
    return t("table.place.side", { place: name, side });
  }

  #onTile(piece: string): Shut[] {
    const { present, preview } = this.desk;
    const last = present.now.last;
    const laid =
      preview && present.now.hand
        ? { id: present.now.hand, cell: preview.cell, r: preview.r }
        : present.tiles
            .filter((one) => one.x === last?.[0] && one.y === last[1])
            .map((one) => ({ id: one.id, cell: [one.x, one.y] as Cell, r: one.r }))[0];
    if (!laid) return [];
    return placesOf(laid.id, laid.r)
      .filter((place) => place.named !== true)
      .map(({ name, x, y, lying }) => ({
        word: `${piece}@${name}`,
        place: name,
        piece,
        cell: laid.cell,
        x,
        y,
        lying,
      }));
  }

  /** The places that have names. */
  #onPlaces(piece: string): Shut[] {
    const found: Shut[] = [];
    for (const tile of this.desk.present.tiles) {
      for (const { name, x, y, named } of placesOf(tile.id, tile.r)) {
        if (named !== true) continue;
        const word = `${piece}@${name}`;
        found.push({ word, place: name, piece, cell: [tile.x, tile.y], x, y, lying: false });
      }
    }
    return found;
  }

  /** Whether a word is one of those that may not be chosen. */
  isShut(word: string): boolean {
    return this.shut.some((one) => one.word === word);
  }

  // What is answered comes with the first question.

  /** Asks why the tile in hand may not lie on a cell, in each of its turns. */
  async cell(cell: Cell): Promise<void> {
    await (await import("./answers")).whyCell(this, cell);
  }

  /** Asks why a figure may not go to a place; if it may, by another name, it goes. */
  async word(word: string): Promise<void> {
    await (await import("./answers")).whyWord(this, word);
  }

  /** Asks why a figure can go nowhere. */
  async figure(piece: string): Promise<void> {
    this.piece = piece;
    await (await import("./answers")).whyFigure(this, piece);
  }
}
