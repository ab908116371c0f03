// What can be laid over the board: features with owners and worth, cells that nothing fits, what
// others did since my turn, what is under the mouse.

import type { Framed, Region, Tag } from "../../board/model";
import { placeOf, placesOf } from "../../board/shapes.svelte";
import { t, tMaybe } from "../../i18n/index.svelte";
import type { Feature, Survey, View } from "../../wire";
import { placeUnder } from "../hit";
import * as overlay from "../overlay";
import { laidSince, type TableState } from "../state";
import type { Cell } from "../words";
import { percent } from "./texts";

/** What lies under the overlays. */
export interface Seen {
  readonly table: TableState;
  readonly present: View;
  /** The game as it is shown: now, or as it was. */
  readonly view: View;
  readonly colours: number[];
  readonly me: number | undefined;
  readonly playing: boolean;
  /** Whether one looks back: then nothing is laid over the board. */
  readonly past: boolean;
  readonly survey: Survey | undefined;
  /** What The City adds. */
  readonly town: { readonly regions: Region[]; readonly tags: Tag[] };
}

export class Overlays {
  overlay = $state<overlay.Overlay | undefined>();
  deadShown = $state(false);
  lastShown = $state(true);
  /** What is under the mouse. */
  point = $state.raw<{ cell: Cell; x: number; y: number } | undefined>();

  constructor(private readonly seen: Seen) {}

  get #scene(): overlay.OverlayGround {
    const { present, colours } = this.seen;
    return { view: present, colours, placeOf, say: t, sayMaybe: tMaybe };
  }

  /** Switches an overlay on, or off if it is on. */
  toggle(which: overlay.Overlay): void {
    this.overlay = this.overlay === which ? undefined : which;
  }

  /** The tiles that others laid since my turn; looking back, the tile of the move that is shown. */
  readonly framed = $derived.by((): Framed[] => {
    const { playing, me, past, table, colours, view } = this.seen;
    if (past) {
      return view.tiles
        .filter(({ x, y, by }) => by !== undefined && isLast(view, x, y))
        .map(({ x, y, by = 0 }) => ({ cell: [x, y], colour: colours[by] ?? by }));
    }
    if (!this.lastShown || !playing || me === undefined) return [];
    return laidSince(table, me).map(({ cell, by }) => ({ cell, colour: colours[by] ?? by }));
  });

  /** The feature under the mouse. */
  readonly hovered = $derived.by((): Feature | undefined => {
    const { point } = this;
    const { survey, past, present } = this.seen;
    if (!point || !survey || past) return undefined;
    const [x, y] = point.cell;
    const tile = present.tiles.find((one) => one.x === x && one.y === y);
    const place = tile && placeUnder(placesOf(tile.id, tile.r), point.x, point.y);
    return place && overlay.featureAt(survey, point.cell, place.name);
  });

  readonly features = $derived.by(() =>
    this.overlay && this.seen.survey && !this.seen.past
      ? overlay.featuresOf(this.seen.survey, this.overlay)
      : [],
  );

  readonly regions = $derived.by(() => {
    const shown = [
      ...this.features.flatMap((feature) => overlay.regionsOf(feature, this.#scene)),
      ...this.seen.town.regions,
    ];
    const { hovered } = this;
    return hovered && this.overlay
      ? [...shown, ...overlay.regionsOf({ ...hovered, owners: [] }, this.#scene, true)]
      : shown;
  });

  readonly tags = $derived.by(() => [
    ...this.features.flatMap((feature) => overlay.tagOf(feature, this.#scene) ?? []),
    ...this.seen.town.tags,
  ]);

  readonly dead = $derived.by(() =>
    this.deadShown && this.seen.playing && this.seen.survey && !this.seen.past
      ? overlay.deadCells(this.seen.survey)
      : [],
  );

  /** A line about a feature. */
  about(feature: Feature): string {
    return overlay.aboutFeature(feature, this.#scene, percent);
  }
}

/** Whether the tile in a cell was laid last. */
function isLast({ now }: View, x: number, y: number): boolean {
  return now.last?.[0] === x && now.last[1] === y;
}
