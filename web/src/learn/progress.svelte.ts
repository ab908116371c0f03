// How far this browser has come in each lesson. Kept after every step, so that a lesson can be left
// and taken up again.

import type { Lesson, LessonRow, Texts } from "../wire";

/** How far a lesson was taken: the next step, and whether it was ever finished. */
export interface Mark {
  at: number;
  done: boolean;
}

/** The lesson that was left last. */
export interface Left {
  name: string;
  title: Texts;
  /** Which of the learner's steps comes next, from 1, and how many there are. */
  n: number;
  all: number;
}

interface Kept {
  marks: Record<string, Mark>;
  left?: Left;
}

const PLACE = "trencavel.lessons";

function isMark(value: unknown): value is Mark {
  const mark = value as Partial<Mark> | null;
  return Number.isInteger(mark?.at) && (mark?.at ?? -1) >= 0 && typeof mark?.done === "boolean";
}

/** Reads what was kept; what cannot be read counts as nothing. */
export function readProgress(text: string | null): Kept {
  const kept: Kept = { marks: {} };
  try {
    const stored = JSON.parse(text ?? "{}") as { marks?: unknown; left?: Left } | null;
    for (const [name, mark] of Object.entries(stored?.marks ?? {})) {
      if (isMark(mark)) kept.marks[name] = mark;
    }
    const left = stored?.left;
    if (typeof left?.name === "string" && typeof left.title?.en === "string") kept.left = left;
  } catch {
    // Garbled: begin anew.
  }
  return kept;
}

function stored(): Kept {
  try {
    return readProgress(localStorage.getItem(PLACE));
  } catch {
    return { marks: {} };
  }
}

let kept = $state.raw<Kept>(stored());

function keep(next: Kept): void {
  kept = next;
  try {
    localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    // Storage forbidden: it holds until the page closes.
  }
}

/** How far a lesson was taken. */
export function markOf(name: string): Mark {
  return kept.marks[name] ?? { at: 0, done: false };
}

/** The lesson that was left in the middle, if any. */
export function leftLesson(): Left | undefined {
  return kept.left;
}

/** Whether any lesson was ever finished here. */
export function hasLearned(): boolean {
  return Object.values(kept.marks).some((mark) => mark.done);
}

/** Notes that the learner stands before a step. */
export function noteStep({ row, steps }: Lesson, at: number): void {
  const done = at >= steps.length;
  const marks = {
    ...kept.marks,
    [row.name]: { at: done ? 0 : at, done: done || markOf(row.name).done },
  };
  const n = steps.slice(0, at).filter((step) => step.yours).length + 1;
  // Before the first thing to do there is nothing to go on with.
  if (done || n === 1) {
    const other = kept.left?.name === row.name ? undefined : kept.left;
    keep(other ? { marks, left: other } : { marks });
    return;
  }
  keep({ marks, left: { name: row.name, title: row.title, n, all: row.steps } });
}

/** The lesson to take next: the first that is not finished, from one on if it is given. */
export function nextLesson(rows: readonly LessonRow[], after?: string): LessonRow | undefined {
  const from = after === undefined ? 0 : rows.findIndex((row) => row.name === after) + 1;
  const open = (row: LessonRow): boolean => !markOf(row.name).done;
  return rows.slice(from).find(open) ?? rows.slice(0, from).find(open);
}

/** Whether a lesson belongs to the course of the base game. */
export function isBase(row: LessonRow): boolean {
  return row.family === "country" && row.expansions.length === 0;
}
