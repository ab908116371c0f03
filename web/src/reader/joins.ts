// What a tile would join on a cell: seen from the board alone, by edges that meet. What counts and
// what it brings only the server says.

import { cellKey, featureOf, type Cell } from "../table/words";
import type { Feature, Survey } from "../wire";
import { isCentre, isLasting } from "./features";

/** Segments of the tile that would be one feature, and what they would grow from. */
export interface Join {
  kind: string;
  places: string[];
  features: Feature[];
  /** Whether no empty cell would keep it open; never told of what lasts to the end. */
  closes: boolean;
}

/** What laying a tile would do. */
export interface Effect {
  joins: Join[];
  /** Monasteries and the like that the tile would stand beside. */
  around: Feature[];
}

const ACROSS: Record<string, readonly [number, number, string]> = {
  N: [0, -1, "S"],
  E: [1, 0, "W"],
  S: [0, 1, "N"],
  W: [-1, 0, "E"],
};
/** Two of one tile may be one, which their edges do not show. */
const HIDDEN = "market";

/** The edges of a place: whole sides, or halves of sides. */
function edgesOf(place: string): string[] {
  const edges = place.slice(featureOf(place).length + 1);
  if (edges === "" || edges.startsWith("inner")) return [];
  return /[LR]/.test(edges) ? edges.split(".") : [...edges];
}

/** The cell and the edge on the other side of an edge. Left is right as seen from there. */
function across([x, y]: Cell, edge: string): { cell: Cell; edge: string } {
  const [dx, dy, side] = ACROSS[edge.charAt(0)] ?? [0, 0, ""];
  const half = edge.charAt(1);
  const other = half === "" ? "" : half === "L" ? "R" : "L";
  return { cell: [x + dx, y + dy], edge: side + other };
}

const indexes = new WeakMap<Survey, Map<string, Feature>>();

/** Every edge of every feature, by cell, kind and edge. */
function indexOf(survey: Survey): Map<string, Feature> {
  const known = indexes.get(survey);
  if (known) return known;
  const index = new Map<string, Feature>();
  for (const feature of survey.features) {
    for (const { cell, place } of feature.segments) {
      if (!cell) continue;
      for (const edge of edgesOf(place)) {
        index.set(`${cellKey(cell)} ${feature.kind} ${edge}`, feature);
      }
    }
  }
  indexes.set(survey, index);
  return index;
}

interface Reach {
  join: Join;
  open: Set<string>;
}

/** What a tile with these places would do on a cell. `taken` are the cells with tiles. */
export function effectOf(
  places: readonly string[],
  cell: Cell,
  survey: Survey,
  taken: ReadonlySet<string>,
): Effect {
  const index = indexOf(survey);
  const reaches: Reach[] = [];
  for (const place of places) {
    const kind = featureOf(place);
    const edges = edgesOf(place);
    if (edges.length === 0) continue;
    const own: Reach = {
      join: { kind, places: [place], features: [], closes: false },
      open: new Set(),
    };
    for (const edge of edges) {
      const other = across(cell, edge);
      const feature = index.get(`${cellKey(other.cell)} ${kind} ${other.edge}`);
      if (feature && !own.join.features.includes(feature)) own.join.features.push(feature);
      if (!taken.has(cellKey(other.cell))) own.open.add(cellKey(other.cell));
    }
    merge(reaches, own);
  }
  for (const { join, open } of reaches) join.closes = closed(join, open, cell);
  const around = survey.features.filter(
    (feature) =>
      isCentre(feature) && feature.missing.some(([x, y]) => x === cell[0] && y === cell[1]),
  );
  return { joins: reaches.map(({ join }) => join), around };
}

/** Segments that meet the same feature become one with it. */
function merge(reaches: Reach[], own: Reach): void {
  for (let i = reaches.length - 1; i >= 0; i--) {
    const other = reaches[i];
    if (!other?.join.features.some((feature) => own.join.features.includes(feature))) continue;
    reaches.splice(i, 1);
    own.join.places.unshift(...other.join.places);
    own.join.features = [...new Set([...other.join.features, ...own.join.features])];
    for (const key of other.open) own.open.add(key);
  }
  reaches.push(own);
}

function closed(join: Join, open: ReadonlySet<string>, cell: Cell): boolean {
  if (join.kind === HIDDEN || open.size > 0 || join.features.some(isLasting)) return false;
  return join.features.every((feature) =>
    feature.missing.every(([x, y]) => x === cell[0] && y === cell[1]),
  );
}

/** The join that a place of the tile belongs to. */
export function joinOf(effect: Effect, place: string): Join | undefined {
  return effect.joins.find((join) => join.places.includes(place));
}
