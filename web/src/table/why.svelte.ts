// "Why can't I?": whatever somebody asks about is tried on the server, and its refusal is the
// answer. Nothing here knows a rule; it only knows what can be asked about.

import { frontier, type CellMark, type Chip } from "../board/model";
import { placesOf } from "../board/shapes.svelte";
import { t, tMaybe } from "../i18n/index.svelte";
import { titled } from "../i18n/plain";
import { Failure } from "../net/api";
import type { Problem, Tried } from "../wire";
import type { Clash } from "./clash";
import type { Desk } from "./desk.svelte";
import { direction } from "./options";
import { cellKey, featureOf, layings, layWord, type Cell } from "./words";

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
interface Shut {
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
  #asked = "";

  constructor(private readonly desk: Desk) {}

  /** Forgets the answer: the game, or what is tried, has changed. */
  clear(): void {
    this.answer = undefined;
    this.piece = undefined;
    this.#asked = "";
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
  readonly #shut = $derived.by((): Shut[] => {
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
    return this.#shut.map((one) => ({
      word: one.word,
      number: "",
      cell: one.cell,
      x: one.x,
      y: one.y,
      piece: one.piece,
      colour: this.desk.colours[seat] ?? seat,
      lying: one.lying,
      label: t("table.why.place", { place: this.#named(one) }),
      on: false,
      shut: true,
    }));
  });

  #named({ place, x, y }: Shut): string {
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
    return this.#shut.some((one) => one.word === word);
  }

  /** Asks why the tile in hand may not lie on a cell, in each of its turns. */
  async cell(cell: Cell): Promise<void> {
    const { desk } = this;
    const id = desk.present.now.hand;
    if (!this.laying || id === undefined) return;
    // Where the table shows no legal cells, one turn is tried, as a draft would.
    const turns = desk.blind ? [desk.preview?.r ?? 0] : [0, 1, 2, 3];
    const about = t("table.cell", { x: cell[0], y: cell[1] });
    const key = `cell ${cellKey(cell)}`;
    if (this.#asked === key) return;
    this.#asked = key;
    const [tried, { clashesOf }] = await Promise.all([
      this.#try(turns.map((r) => [layWord(cell, r)])),
      import("./clash"),
    ]);
    if (this.#asked !== key) return;
    const reasons: Reason[] = [];
    const fits: number[] = [];
    for (const [i, { refused }] of tried.entries()) {
      const r = turns[i] ?? 0;
      if (!refused) fits.push(r);
      else add(reasons, refused, r);
    }
    // Of all turns the one that meets most of what lies beside it.
    const sides = (r: number): Clash[] => clashesOf({ id, cell, r }, desk.present.tiles, placesOf);
    const shown = reasons
      .flatMap((reason) => reason.turns)
      .reduce(
        (best, r) => (sides(r).length < sides(best).length ? r : best),
        reasons[0]?.turns[0] ?? 0,
      );
    this.answer = { about, reasons, fits, tile: { id, cell, r: shown }, clashes: sides(shown) };
  }

  /** Asks why a figure may not go to a place; if it may, by another name, it goes. */
  async word(word: string): Promise<void> {
    const { decision, facing } = this.desk;
    const one = this.#shut.find((shut) => shut.word === word);
    if (!decision || !facing || !one || this.#asked === word) return;
    this.#asked = word;
    const before = decision.words.slice(0, facing.index);
    const [tried] = await this.#try([[...before, word]]);
    if (this.#asked !== word) return;
    const { refused, words = [] } = tried ?? {};
    const same = words[facing.index];
    if (!refused) {
      if (same !== undefined) this.desk.live.choose(same);
      return;
    }
    const about = t("table.why.about", {
      piece: tMaybe(`table.piece.${one.piece}`, titled(one.piece)),
      place: this.#named(one),
    });
    this.answer = { about, reasons: [{ problem: refused, turns: [] }], fits: [] };
  }

  /** Asks why a figure can go nowhere. */
  async figure(piece: string): Promise<void> {
    const { decision, facing } = this.desk;
    this.piece = piece;
    const places = this.#shut;
    const key = `piece ${piece}`;
    if (!decision || !facing || places.length === 0 || this.#asked === key) return;
    this.#asked = key;
    const before = decision.words.slice(0, facing.index);
    const tried = await this.#try(places.map(({ word }) => [...before, word]));
    if (this.#asked !== key) return;
    const reasons: Reason[] = [];
    for (const { refused } of tried) if (refused) add(reasons, refused);
    this.answer = { about: tMaybe(`table.piece.${piece}`, titled(piece)), reasons, fits: [] };
  }

  /** What becomes of words; if nobody can say, that is the reason for all. */
  async #try(tries: string[][]): Promise<Tried[]> {
    try {
      return await this.desk.oracle.why(tries);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { problem } = error;
      return tries.map(() => ({ refused: problem, words: [] }));
    }
  }
}

function add(reasons: Reason[], problem: Problem, turn?: number): void {
  const same = reasons.find(({ problem: one }) => one.detail === problem.detail);
  const turns = turn === undefined ? [] : [turn];
  if (same) same.turns.push(...turns);
  else reasons.push({ problem, turns });
}
