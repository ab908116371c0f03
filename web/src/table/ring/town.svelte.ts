// What the table of The City shows beyond other tables: what building at each end would do, what
// guards see, which sides and cells are open. All of it is told by the survey.

import type { Counted, Region, Tag } from "../../board/model";
import { buildingsOf, placeOf } from "../../board/shapes.svelte";
import type { WallShown } from "../../board/walls";
import type { Now, Spot } from "../../wire";
import type { Desk } from "../desk.svelte";
import type { Survey, WallEnd, Watch } from "../../wire";
import { t, tMaybe } from "../../i18n/index.svelte";
import { regionsOf } from "../overlay";
import { cellKey, type Cell } from "../words";
import { bandOf, middleOf } from "./sides";

/** A label beside an end of the wall: the points that building there brings. What it completes is
 * lit, what it blocks is crossed out, what a guard would see is ringed. */
export interface EndLabel {
  word: string;
  /** The number of the choice that it is about: both ends may be near. */
  number: string;
  at: Spot;
  gains: { seat: number; points: number }[];
  on: boolean;
}

/** The end whose building is chosen. */
export function chosenEnd(survey: Survey | undefined, words: readonly string[]) {
  return survey?.ring?.ends.find((end) => words.includes(end.word));
}

/** How near the mouse must be to a side, in tiles. */
const NEAR = 0.4;

export class Town {
  constructor(private readonly desk: Desk) {}

  get #ring() {
    return this.desk.at === undefined ? this.desk.survey?.ring : undefined;
  }

  readonly #ask = $derived.by(() => this.desk.facing?.choices.ask);

  /** The game with the words of this decision; what the last answer said while the next is asked. */
  readonly now = $derived.by((): Now => {
    const { decision, view } = this.desk;
    if (!decision || decision.words.length === 0) return (this.#held = view.now);
    return (this.#held = decision.draft?.now ?? this.#held ?? view.now);
  });
  #held: Now | undefined;

  /** Who builds, in order; whoever has chosen an end, or thinks about a guard on it, still does
   * until it is confirmed. */
  readonly builders = $derived.by((): number[] => {
    const { decision, chosen } = this.desk;
    const next = this.now.builders ?? [];
    if (decision && this.posting) return [decision.seat, ...next];
    const chose = chosen !== undefined && (this.#ask === "wall" || this.#ask === "gate");
    return decision?.draft && chose ? [decision.seat, ...next] : next;
  });

  /** How many sides stand, and how many there are, as far as known. */
  readonly progress = $derived.by(() => {
    const built = this.now.walls?.length ?? 0;
    const gap = this.#ring?.gap;
    if (gap === undefined) return { built };
    const tried = this.desk.surveyWords.filter((word) => /^(gate|wall)/.test(word)).length;
    const all = (this.desk.view.now.walls?.length ?? 0) + tried + gap;
    return { built, all, gap: all - built };
  });

  /** Whether there is a wall, or one is about to be built. */
  readonly raised = $derived.by(() => this.progress.built > 0 || this.builders.length > 0);

  /** The wall with the sides that the end closes in thought. */
  readonly whole = $derived.by((): WallShown[] => {
    const walls = this.desk.present.now.walls ?? [];
    const open = this.desk.present.now.ask === "over" ? (this.#ring?.open ?? []) : [];
    return [...walls, ...open.map((at) => ({ at, gate: false, ghost: true }))];
  });

  /** The labels at both ends, while a wall is to be built. */
  readonly labels = $derived.by((): EndLabel[] => {
    const { survey, decision } = this.desk;
    if (this.#ask !== "wall" || !survey || !decision || this.desk.live.sent !== undefined)
      return [];
    return (this.#ring?.ends ?? []).map((end) => ({
      word: end.word,
      number: this.desk.options.find(({ word }) => word === end.word)?.number ?? "",
      at: end.at,
      gains: (end.points ?? []).flatMap((points, seat) => (points > 0 ? [{ seat, points }] : [])),
      on: decision.words.includes(end.word),
    }));
  });

  /** The ends in question: the chosen one, or the one under the mouse, or both. */
  readonly #ends = $derived.by((): WallEnd[] => {
    const ask = this.#ask;
    if ((ask !== "wall" && ask !== "guard") || this.desk.live.sent !== undefined) return [];
    const { end } = this;
    return end ? [end] : (this.#ring?.ends ?? []);
  });

  /** The buildings that a guard at the ends in question would see, each with what it brings. */
  readonly counted = $derived.by((): Counted[] => {
    const rows = this.watched
      ? [this.watched.row]
      : this.#ends
          .filter((end) => this.#ask === "guard" || (end.guard_allowed && this.posts))
          .map((end) => end.row);
    const tiles = new Map(this.desk.present.tiles.map((tile) => [cellKey([tile.x, tile.y]), tile]));
    const { ghost } = this.desk;
    if (ghost) tiles.set(cellKey(ghost.cell), { ...ghost, x: ghost.cell[0], y: ghost.cell[1] });
    const seen = new Map<string, Counted>();
    for (const cell of rows.flat()) {
      const tile = tiles.get(cellKey(cell));
      for (const [i, building] of (tile ? buildingsOf(tile.id, tile.r) : []).entries()) {
        const key = `${cellKey(cell)}/${i}`;
        const x = cell[0] + building.x / 200;
        const y = cell[1] + building.y / 200;
        seen.set(key, { key, x, y, across: building.across / 200, points: `+${building.points}` });
      }
    }
    return [...seen.values()];
  });

  /** Whether it is asked whether somebody goes on guard. */
  get posting(): boolean {
    return this.#ask === "guard";
  }

  /** Whether the seat that builds has somebody to post on its wall. */
  get posts(): boolean {
    const seat = this.desk.decision?.seat;
    const supply = seat === undefined ? undefined : this.now.seats[seat]?.supply;
    return (supply?.find(([name]) => name === "follower")?.[1] ?? 1) > 0;
  }

  #near(spot: Spot): boolean {
    const { point } = this.desk;
    if (!point) return false;
    const at = middleOf(spot);
    const [x, y] = point.cell;
    return Math.hypot(x + point.x / 200 - at.x, y + point.y / 200 - at.y) < NEAR;
  }

  /** The guard under the mouse. */
  readonly watched = $derived.by((): Watch | undefined =>
    this.#ring?.guards.find((watch) => this.#near(watch.at)),
  );

  /** The end of the wall under the mouse, or the chosen one. */
  readonly end = $derived.by((): WallEnd | undefined => {
    const { decision, survey } = this.desk;
    if (!this.desk.playing) return undefined;
    const chosen = decision && chosenEnd(survey, decision.words);
    if (chosen || this.#ask === "guard") return chosen;
    return this.#ring?.ends.find((end) => this.#near(end.at));
  });

  /** The row that somebody looks along: the guard under the mouse, or one at the end in question. */
  readonly row = $derived.by((): Cell[] => {
    if (this.watched) return this.watched.row;
    const { end } = this;
    return end && ((end.guard_allowed && this.posts) || this.#ask === "guard") ? end.row : [];
  });

  /** The cells that walls cut off; those that the end in question would add are marked apart. */
  readonly cut = $derived.by((): { cell: Cell; soon: boolean }[] => {
    const { survey, playing, deadShown, overlay, at } = this.desk;
    if (!survey || !playing || at !== undefined) return [];
    const soon = this.end?.blocks ?? this.#ends.flatMap((end) => end.blocks);
    const shown = deadShown || overlay === "ring";
    const cut = shown ? survey.cells.filter((open) => open.cut_off) : [];
    return [
      ...cut.map(({ x, y }) => ({ cell: [x, y] as Cell, soon: false })),
      ...soon.map((cell) => ({ cell, soon: true })),
    ];
  });

  /** The open sides of the ring, while it is looked at. */
  readonly open = $derived.by((): Spot[] =>
    this.desk.overlay === "ring" && this.desk.playing ? (this.#ring?.open ?? []) : [],
  );

  /** The streets and markets that the ends in question complete, and the rows of the guards. */
  readonly regions = $derived.by((): Region[] => {
    const { survey, colours, present } = this.desk;
    const scene = { view: present, colours, placeOf, say: t, sayMaybe: tMaybe };
    const completed = new Set(this.#ends.flatMap((end) => end.completes));
    const lit = (survey?.features ?? [])
      .filter(({ id }) => completed.has(id))
      .flatMap((feature) => regionsOf(feature, scene))
      .map((region) => ({ ...region, lit: true }));
    if (this.desk.overlay !== "ring") return lit;
    return lit.concat(
      (this.#ring?.guards ?? []).flatMap((watch) =>
        watch.row.map((cell) => ({
          cell,
          area: bandOf(watch.at.place),
          colours: [this.desk.colours[watch.seat] ?? watch.seat],
          strong: false,
          lit: false,
        })),
      ),
    );
  });

  /** What each guard earns as his row is now. */
  readonly tags = $derived.by((): Tag[] => {
    if (this.desk.overlay !== "ring") return [];
    return (this.#ring?.guards ?? []).map((watch, i) => ({
      key: `guard-${i}`,
      ...middleOf(watch.at, -0.32),
      colours: [this.desk.colours[watch.seat] ?? watch.seat],
      points: String(watch.worth ?? watch.public + watch.historic),
      text: "",
    }));
  });
}
