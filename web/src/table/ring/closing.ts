// The end of a game, told scene by scene: why it ends and the ring that closes, where there is one,
// and each score that follows. Made from the events of the last move alone.

import { boundsOf } from "../../board/camera";
import type { Event, LogLine, Patch } from "../../wire";
import { entriesOf, type Entry, type Teller } from "../telling";
import { cellKey, type Cell } from "../words";

export interface Scene {
  /** `ends` why, `ring` the closing, `scored` one score, `lost` followers without points, `over`. */
  kind: "ends" | "ring" | "scored" | "lost" | "over";
  event: Event;
  entry: Entry;
  /** The points of each seat after it. */
  points: number[];
}

function isLast(event: Event): boolean {
  return (event.e === "scored" || event.e === "told") && event.last === true;
}

/** Whether an event says why the game ends. */
function isEnd(event: Event): boolean {
  return event.e === "told" && event.ends === true;
}

/** The line of the log in which the game was counted. */
export function closingLine(log: readonly LogLine[]): LogLine | undefined {
  return log.findLast((line) => line.events?.some(isLast));
}

/** Why the game ended, in sentences. */
export function reasonsOf(line: LogLine | undefined, teller: Teller): string[] {
  const told = (line?.events ?? []).filter(isEnd);
  return told.flatMap((event) => entry(event, teller)?.text ?? []);
}

function entry(event: Event, teller: Teller): Entry | undefined {
  return entriesOf({ n: 0, at: 0, cause: { c: "made" }, events: [event] }, teller)[0];
}

function kindOf(event: Event): Scene["kind"] | undefined {
  switch (event.e) {
    case "told":
      return isLast(event) ? "ring" : isEnd(event) ? "ends" : undefined;
    case "scored":
      return "scored";
    case "lost":
      return "lost";
    case "over":
      return "over";
    default:
      return undefined;
  }
}

/** The scenes of the closing; none if the line has no closing. `final` are the points at the end. */
export function scenesOf(
  line: LogLine | undefined,
  final: readonly number[],
  teller: Teller,
): Scene[] {
  const events = line?.events ?? [];
  const last = events.findIndex(isLast);
  const ends = events.findIndex(isEnd);
  const from = last < 0 || ends < 0 ? last : Math.min(ends, last);
  if (from < 0) return [];
  const shown = events.slice(from);
  // Counted back from the end, so that the scenes lead exactly to it.
  const points = [...final];
  for (const event of shown) if (event.e === "scored") add(points, event.points, -1);
  const scenes: Scene[] = [];
  for (const event of shown) {
    if (event.e === "scored") add(points, event.points, 1);
    const kind = kindOf(event);
    const told = kind && entry(event, teller);
    if (kind && told) scenes.push({ kind, event, entry: told, points: [...points] });
  }
  return scenes;
}

function add(points: number[], more: readonly number[], sign: 1 | -1): void {
  for (const [seat, n] of more.entries()) points[seat] = (points[seat] ?? 0) + sign * n;
}

/** What is no larger than this would be hidden by its own points, in tiles. */
const SMALL = 9;

/** Where the points of something small stand: above it. */
export function aboveOf(extent: readonly Patch[] = []): { x: number; y: number } | undefined {
  const tiles = new Set(extent.map(([x, y]) => cellKey([x, y])));
  if (tiles.size === 0 || tiles.size > SMALL) return undefined;
  const { left, right, top } = boundsOf(extent.map(([x, y]): Cell => [x, y]));
  return { x: (left + right + 1) / 2, y: top - 0.01 };
}

/** How long a scene stays, ms: many scenes go by quicker, so that all take half a minute at most. */
export function paceOf(scenes: number): number {
  return Math.round(Math.max(700, Math.min(1700, 30_000 / Math.max(1, scenes))));
}
