// A replay as a list of moments: moment 0 is the table before the first step.

import type { Laid, Replay, Step, View } from "../../wire";

export interface Course {
  replay: Replay;
  /** All tiles in the order of laying, and how many lie at each moment. */
  tiles: Laid[];
  laid: number[];
  /** For each seat its points at each moment. */
  points: number[][];
  /** How many words of the record lead to each moment. */
  words: number[];
}

/** The words of the record that a step stands for: its own, then those of chance. */
function wordsOf({ cause }: Step): string[] {
  if (cause.c === "played") return [...cause.words, ...cause.chance];
  return cause.c === "began" ? cause.words : [];
}

/** Reads a replay once, so that any moment is at hand. */
export function courseOf(replay: Replay): Course {
  const tiles = [...replay.start.tiles];
  const laid = [tiles.length];
  const words = [0];
  const points = replay.start.now.seats.map((seat) => [seat.score]);
  for (const step of replay.steps) {
    tiles.push(...step.add);
    laid.push(tiles.length);
    words.push((words.at(-1) ?? 0) + wordsOf(step).length);
    step.now.seats.forEach((seat, i) => points[i]?.push(seat.score));
  }
  return { replay, tiles, laid, points, words };
}

/** The number of the last moment. */
export function lastOf(course: Course): number {
  return course.replay.steps.length;
}

/** Whether a table's game is over, by its rules or otherwise: then its record says how it ended. */
export function isOver(replay: Replay): boolean {
  return /^\[Ended "/m.test(replay.record);
}

/** The table at a moment. */
export function viewOf(course: Course, at: number): View {
  const { replay, tiles, laid } = course;
  const now = at === 0 ? replay.start.now : (replay.steps[at - 1]?.now ?? replay.start.now);
  return { ...replay.start, tiles: tiles.slice(0, laid[at]), now };
}

/** The comments of the record between the moment before and this one. */
export function commentsOf(course: Course, at: number): string[] {
  const upTo = course.words[at] ?? 0;
  const from = at === 0 ? -1 : (course.words[at - 1] ?? -1);
  return course.replay.comments
    .filter(([words]) => words > from && words <= upTo)
    .map(([, text]) => text);
}

/** The moment that an address names: `#m=34`; the end, or the start, if it is out of the game. */
export function momentIn(hash: string, last: number): number | undefined {
  const found = /^#m=(\d{1,6})$/.exec(hash)?.[1];
  return found === undefined ? undefined : Math.min(last, Number(found));
}

/** The record up to a moment: its set-up, and the words so far (docs/record.md). */
export function recordUpTo(course: Course, at: number): string {
  const { record, steps } = course.replay;
  const tags = record
    .split("\n")
    .filter((line) => line.startsWith("[") && !line.startsWith("[Result "));
  const words = steps.slice(0, at).flatMap(wordsOf);
  return `${tags.join("\n")}\n\n${words.join("\n")}\n`;
}
