// The closing of the ring as it is shown: which scene, and what the board shows with it.

import type { Region, Tag } from "../../board/model";
import type { WallShown } from "../../board/walls";
import { placeOf } from "../../board/shapes.svelte";
import { t, tMaybe } from "../../i18n/index.svelte";
import type { Spot } from "../../wire";
import type { Desk } from "../desk.svelte";
import { litRegions } from "../extent";
import * as overlay from "../overlay";
import { tellerOf } from "../names.svelte";
import type { Cell } from "../words";
import { aboveOf, closingLine, scenesOf, type Scene } from "./closing";
import { bandOf, middleOf } from "./sides";

export class Show {
  index = $state(0);
  /** How many sides of the ring have lit up. */
  lit = $state(0);

  constructor(
    private readonly desk: Desk,
    readonly scenes: readonly Scene[],
    /** Whether it goes on by itself. */
    readonly moves: boolean,
  ) {}

  readonly scene = $derived.by(() => this.scenes[this.index]);
  readonly last = $derived.by(() => this.index >= this.scenes.length - 1);
  readonly open = $derived.by((): Spot[] => this.desk.survey?.ring?.open ?? []);

  /** The sides that are closed in thought by now. */
  readonly closed = $derived.by((): Spot[] => {
    const ring = this.scenes.findIndex((scene) => scene.kind === "ring");
    if (this.index !== ring) return [];
    return this.moves ? this.open.slice(0, this.lit) : this.open;
  });

  /** The wall as it stands, and once the ring is closed the whole of it. */
  readonly walls = $derived.by((): WallShown[] => {
    const ring = this.scenes.findIndex((scene) => scene.kind === "ring");
    return this.index > ring ? this.desk.town.whole : (this.desk.present.now.walls ?? []);
  });

  readonly #scored = $derived.by(() => {
    const event = this.scene?.event;
    return event?.e === "scored" ? event : undefined;
  });

  readonly #watch = $derived.by(() => {
    const scored = this.#scored;
    if (scored?.feature !== "guard") return undefined;
    const [x, y] = scored.at.cell ?? [];
    return this.desk.survey?.ring?.guards.find(
      ({ at }) => at.cell?.[0] === x && at.cell?.[1] === y && at.place === scored.at.place,
    );
  });

  /** What is scored now: the row of a guard, or the feature and the markets beside it. */
  readonly regions = $derived.by((): Region[] => {
    const scored = this.#scored;
    const watch = this.#watch;
    const { survey, colours, present } = this.desk;
    if (!scored) return [];
    const mine = scored.winners.map((seat) => colours[seat] ?? seat);
    if (scored.extent) return litRegions(scored.extent, mine, present.tiles, placeOf);
    if (!survey) return [];
    if (watch) {
      return watch.row.map((cell) => ({
        cell,
        area: bandOf(watch.at.place),
        colours: mine,
        strong: false,
      }));
    }
    const feature = scored.at.cell && overlay.featureAt(survey, scored.at.cell, scored.at.place);
    if (!feature) return [];
    const scene = { view: this.desk.present, colours, placeOf, say: t, sayMaybe: tMaybe };
    const beside = survey.features.filter(({ id }) => feature.touches?.includes(id) === true);
    return [
      ...overlay.regionsOf({ ...feature, owners: scored.winners }, scene),
      ...beside.flatMap((market) => overlay.regionsOf({ ...market, owners: [] }, scene, true)),
    ];
  });

  readonly row = $derived.by((): Cell[] => this.#watch?.row ?? []);

  /** The points, where they are made. */
  readonly tags = $derived.by((): Tag[] => {
    const scored = this.#scored;
    const watch = this.#watch;
    // What is counted for tokens lies nowhere.
    if (!scored?.at.cell) return [];
    const tile = this.desk.present.tiles.find(
      ({ x, y }) => x === scored.at.cell?.[0] && y === scored.at.cell[1],
    );
    const place = tile && placeOf(tile.id, tile.r, scored.at.place);
    const at = watch
      ? middleOf(watch.at, -0.3)
      : (aboveOf(scored.extent) ?? {
          x: (tile?.x ?? 0) + (place?.x ?? 100) / 200,
          y: (tile?.y ?? 0) + (place?.y ?? 100) / 200,
        });
    const points = Math.max(0, ...scored.points);
    return [
      {
        key: `scene-${this.index}`,
        ...at,
        colours: scored.winners.map((seat) => this.desk.colours[seat] ?? seat),
        points: `+${points}`,
        text: "",
      },
    ];
  });

  next(): void {
    if (!this.last) this.index += 1;
  }
}

/** The telling of a game that is over, if there is something to tell; the board makes way for it. */
export function showOf(desk: Desk, moves: boolean): Show | undefined {
  const { log, table } = desk.table;
  const points = table.status.kind === "over" ? table.status.points : [];
  const scenes = scenesOf(closingLine(log), points, tellerOf(desk.table));
  if (scenes.length === 0) return undefined;
  desk.at = undefined;
  desk.overlay = undefined;
  void desk.look();
  return new Show(desk, scenes, moves);
}
