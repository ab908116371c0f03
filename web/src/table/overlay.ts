// What overlays draw, from the server's survey of the board: whose, how large, worth what.

import type { Feature, Survey, View } from "../wire";
import type { Key, Values } from "../i18n/index.svelte";
import type { Region, Tag } from "../board/model";
import type { DrawnSpot } from "../board/shapes.svelte";
import { cellKey, type Cell } from "./words";

export type Overlay = "fields" | "owners" | "ring";

export interface OverlayGround {
  view: View;
  colours: readonly number[];
  placeOf: (id: string, r: number, name: string) => DrawnSpot | undefined;
  say: (key: Key, values?: Values) => string;
  sayMaybe: (key: string, fallback: string, values?: Values) => string;
}

/** The features that an overlay is about. */
export function featuresOf(survey: Survey, overlay: Overlay): Feature[] {
  if (overlay === "ring") return [];
  if (overlay === "fields") return survey.features.filter((f) => f.lasting);
  return survey.features.filter((f) => !f.lasting && !f.complete && f.owners.length > 0);
}

/** Where the segments of a feature lie. */
function segments(feature: Feature, scene: OverlayGround): { cell: Cell; place: DrawnSpot }[] {
  const tiles = new Map(scene.view.tiles.map((tile) => [cellKey([tile.x, tile.y]), tile]));
  const found: { cell: Cell; place: DrawnSpot }[] = [];
  for (const { cell, place } of feature.segments) {
    const tile = cell && tiles.get(cellKey(cell));
    const shape = tile && scene.placeOf(tile.id, tile.r, place);
    if (cell && shape) found.push({ cell, place: shape });
  }
  return found;
}

/** The coloured regions of a feature. */
export function regionsOf(feature: Feature, scene: OverlayGround, strong = false): Region[] {
  const colours = feature.owners.map((seat) => scene.colours[seat] ?? seat);
  return segments(feature, scene).map(({ cell, place }) => ({
    cell,
    area: place.area,
    colours,
    strong,
  }));
}

/** The label of a feature, on the segment nearest to its middle; nobody's nothing has none. */
export function tagOf(feature: Feature, scene: OverlayGround): Tag | undefined {
  if (feature.owners.length === 0 && (feature.touches?.length ?? 0) === 0) return undefined;
  const taken = new Set(
    scene.view.now.figures.flatMap(({ at }) =>
      at.cell ? [`${cellKey(at.cell)}:${at.place}`] : [],
    ),
  );
  const list = segments(feature, scene).map(({ cell, place }) => ({
    x: cell[0] + place.x / 200,
    y: cell[1] + place.y / 200,
    figure: taken.has(`${cellKey(cell)}:${place.name}`),
  }));
  if (list.length === 0) return undefined;
  const mx = list.reduce((sum, p) => sum + p.x, 0) / list.length;
  const my = list.reduce((sum, p) => sum + p.y, 0) / list.length;
  const far = (p: { x: number; y: number }): number => Math.hypot(p.x - mx, p.y - my);
  // On the feature itself, near its middle, and rather not on a figure.
  const [first, ...or] = list
    .sort((a, b) => Number(a.figure) - Number(b.figure) || far(a) - far(b))
    .map(({ x, y, figure }) => ({ x, y: figure ? y + 0.16 : y }));
  if (!first) return undefined;
  const points = feature.worth?.now;
  return {
    key: String(feature.id),
    ...first,
    or,
    colours: feature.owners.map((seat) => scene.colours[seat] ?? seat),
    ...(points === undefined ? {} : { points: String(points) }),
    text: tagText(feature, scene),
  };
}

function tagText(feature: Feature, { say, sayMaybe }: OverlayGround): string {
  if (feature.lasting) {
    const n = feature.touches?.length ?? 0;
    if (n === 0 && feature.worth)
      return feature.owners.length === 0 ? say("table.overlay.free") : "";
    return touched(feature, n, sayMaybe);
  }
  if (feature.worth) return "";
  return size(feature, say);
}

/** How many of those are at it that give it its worth: "3 cities". */
function touched({ kind }: Feature, n: number, sayMaybe: OverlayGround["sayMaybe"]): string {
  return sayMaybe(`table.overlay.touches.${kind}`, String(n), { n });
}

/** Whether a feature is one place with what lies around it. */
function aroundOne({ segments }: Feature): boolean {
  const [only, ...others] = segments;
  return only !== undefined && others.length === 0 && !only.place.includes(":");
}

/** The cells of a place and those around it. */
const AROUND = 9;

function size(feature: Feature, say: OverlayGround["say"]): string {
  return aroundOne(feature)
    ? say("table.board.around", { n: AROUND - feature.missing.length, all: AROUND })
    : say("table.overlay.tiles", { n: feature.tiles });
}

/** A line about a feature, for the list beside the board and for what is under the mouse. */
export function aboutFeature(
  feature: Feature,
  { say, sayMaybe }: OverlayGround,
  percent: (n: number) => string,
): string {
  const words = [size(feature, say)];
  if (feature.lasting) {
    const n = feature.touches?.length ?? 0;
    // Something else may give it its worth: then nothing is not worth a word.
    if (n > 0 || (feature.worth?.now ?? 0) === 0) words.push(touched(feature, n, sayMaybe));
  } else if (!feature.complete && !aroundOne(feature) && feature.missing.length > 0) {
    words.push(say("table.board.missing", { n: feature.missing.length }));
  }
  if (feature.worth && !feature.complete) {
    words.push(say("table.overlay.now", { n: feature.worth.now }));
    if (feature.worth.complete !== undefined) {
      const exact = aroundOne(feature);
      const n = feature.worth.complete;
      words.push(say(exact ? "table.overlay.complete" : "table.overlay.least", { n }));
    }
  }
  if (feature.chances) {
    words.push(say("table.overlay.chance", { odds: percent(feature.chances.complete / 1000) }));
    words.push(say("table.overlay.ever", { odds: percent(feature.chances.ever / 1000) }));
  }
  return words.join(" · ");
}

/** The cells that nothing left can fill; those beyond a wall speak for themselves. */
export function deadCells(survey: Survey): Cell[] {
  return survey.cells.filter((open) => open.dead && !open.cut_off).map((open) => [open.x, open.y]);
}

/** The feature at a place of the board. */
export function featureAt(survey: Survey, cell: Cell, place: string): Feature | undefined {
  const key = cellKey(cell);
  return survey.features.find((feature) =>
    feature.segments.some((s) => s.cell && cellKey(s.cell) === key && s.place === place),
  );
}
