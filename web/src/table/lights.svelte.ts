// What the board shows of a decision beyond its choices: the box that the camera frames, the tile
// where the mouse is, and every place that a choice, a press or a score is about, lit.

import type { Bounds } from "../board/camera";
import type { Chip, Counted, Hint, Pointed, Region } from "../board/model";
import { placeOf, placesOf } from "../board/shapes.svelte";
import type { Event, Feature, Patch } from "../wire";
import * as decide from "./decision";
import type { Desk } from "./desk.svelte";
import { litRegions, placesOfFeature, placesReached, worthOf, type Lying } from "./extent";
import { placeUnder } from "./hit";
import * as overlay from "./overlay";
import { questionOf } from "./question";
import { cellKey, parse, type Cell } from "./words";

/** Places, and the seats in whose colours they are lit. */
interface Lit {
  places: readonly Patch[];
  winners: readonly number[];
}

/** Brings a cell into sight and lights what is spoken of. */
export type ShowPlace = (cell: Cell, places: readonly Patch[], winners: readonly number[]) => void;

export class Lights {
  /** The choice under the mouse. */
  looked = $state<string | undefined>();
  /** The point that was pressed to ask what is there. */
  pinned = $state.raw<Pointed | undefined>();
  /** What a line beside the board speaks of, once it was pressed. */
  told = $state.raw<Lit | undefined>();
  /** What is being scored, while its points fly. */
  scored = $state.raw<Lit[]>([]);

  constructor(private readonly desk: Desk) {}

  readonly #laid = $derived.by((): Cell | undefined => {
    const { preview, facing, present } = this.desk;
    return preview?.cell ?? (facing?.choices.ask === "figure" ? present.now.last : undefined);
  });

  /** What is being decided, as a box for the camera. */
  readonly question = $derived.by((): Bounds | undefined => {
    const { facing, options, present, town } = this.desk;
    if (!facing) return undefined;
    const places = options.flatMap(({ at }) => (at ? [at.cell] : []));
    const { ask } = facing.choices;
    const end = town.posting ? town.end : undefined;
    const more = end?.at.cell ? [end.at.cell, ...end.row] : [];
    return questionOf({ ask, tiles: present.tiles, laid: this.#laid, places, more });
  });

  /** The tile in hand as it would lie on a cell. */
  hintOn(cell: Cell): Hint | undefined {
    const { decision, live, present } = this.desk;
    const id = present.now.hand;
    const laid = decision && decide.preview(decide.layOn(decision, cell, live.manner));
    return laid && id !== undefined ? { id, cell, r: laid.r } : undefined;
  }

  /** The tile in hand under the mouse. */
  readonly hint = $derived.by((): Hint | undefined => {
    const { point, cells, preview } = this.desk;
    const key = point && cellKey(point.cell);
    if (!point || (preview && cellKey(preview.cell) === key)) return undefined;
    return cells.some((mark) => cellKey(mark.cell) === key) ? this.hintOn(point.cell) : undefined;
  });

  /** The tiles as they lie, with the one that is being laid. */
  readonly #tiles = $derived.by((): Lying[] => {
    const { ghost, present } = this.desk;
    const laid = ghost ? [{ id: ghost.id, x: ghost.cell[0], y: ghost.cell[1], r: ghost.r }] : [];
    return [...present.tiles, ...laid];
  });

  /** Every place that a choice reaches. */
  reach(word: string): Patch[] {
    const { decision, facing } = this.desk;
    const choices = decision?.points[0];
    if (!decision || !facing) return [];
    const before = decision.words.slice(0, facing.index);
    const laid = parse(word);
    const cell = laid.w === "lay" ? laid.cell : this.#laid;
    return placesReached(choices?.moves, worthOf(choices, before, word), cell);
  }

  /** Places of the tile being laid that belong to a choice by another name. */
  readonly meant = $derived.by((): ReadonlySet<string> => {
    const laid = this.#laid;
    const here = laid && cellKey(laid);
    const places = this.desk.options.flatMap(({ word }) => this.reach(word));
    return new Set(places.flatMap(([x, y, name]) => (cellKey([x, y]) === here ? [name] : [])));
  });

  /** The feature that was pressed. */
  readonly pressed = $derived.by((): Feature | undefined => {
    const { pinned } = this;
    const { survey, present, at } = this.desk;
    if (!pinned || !survey || at !== undefined) return undefined;
    const [x, y] = pinned.cell;
    const tile = present.tiles.find((one) => one.x === x && one.y === y);
    const place = tile && placeUnder(placesOf(tile.id, tile.r), pinned.x, pinned.y);
    return place && overlay.featureAt(survey, pinned.cell, place.name);
  });

  readonly regions = $derived.by((): Region[] => {
    const { blind, decision, chosen, colours } = this.desk;
    // Purists see for themselves how far something reaches.
    const word = blind ? undefined : (this.looked ?? chosen);
    const mine = decision ? [colours[decision.seat] ?? decision.seat] : [];
    // What a tile continues may be anybody's; what a figure takes would be mine.
    const whose = word !== undefined && parse(word).w === "lay" ? [] : mine;
    const lit = (places: readonly Patch[], of: readonly number[]): Region[] =>
      litRegions(places, of, this.#tiles, placeOf);
    const { pressed, told, scored } = this;
    return [
      ...(word === undefined ? [] : lit(this.reach(word), whose)),
      ...(pressed ? this.#feature(pressed) : []),
      ...[...(told ? [told] : []), ...scored].flatMap(({ places, winners }) =>
        lit(
          places,
          winners.map((seat) => colours[seat] ?? seat),
        ),
      ),
    ];
  });

  #feature(feature: Feature): Region[] {
    const places = placesOfFeature(feature);
    const missing = feature.missing.map(([x, y]): Patch => [x, y, ""]);
    const colours = feature.owners.map((seat) => this.desk.colours[seat] ?? seat);
    return [
      ...litRegions(places, colours, this.#tiles, placeOf),
      ...litRegions(missing, [], this.#tiles, placeOf),
    ];
  }

  /** The buildings that a guard at the ends in question would count. */
  readonly counted = $derived.by((): Counted[] => (this.desk.walled ? this.desk.town.counted : []));

  /** The edges of a choice instead of chips. */
  chips(chips: readonly Chip[]): Chip[] {
    return chips.map((chip) => {
      const word = parse(chip.word);
      return word.w === "edge" ? { ...chip, side: word.side } : chip;
    });
  }

  /** Puts out what was pressed: the game goes on, or something else is looked at. */
  putOut(): void {
    this.pinned = undefined;
    this.told = undefined;
  }

  /** Lights what a step scores; the answer puts it out. */
  light(events: readonly Event[]): () => void {
    const lit = events.flatMap((event) =>
      event.e === "scored" && event.extent && event.points.some((points) => points > 0)
        ? [{ places: event.extent, winners: event.winners }]
        : [],
    );
    this.scored = lit;
    return () => {
      if (this.scored === lit) this.scored = [];
    };
  }
}
