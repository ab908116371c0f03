// What both shells are given.

import type { Snippet } from "svelte";
import type { TablePage } from "../page.svelte";
import type { Spot } from "../Spotlight.svelte";

/** What a lesson puts in the place of a table's own parts. Each is told whether it is on a phone. */
export interface LessonParts {
  /** The bar at the top. */
  top?: Snippet<[boolean]> | undefined;
  /** In the place of the log. */
  side?: Snippet | undefined;
  /** The bar while nothing is asked. */
  waiting?: Snippet<[boolean]> | undefined;
  /** The teacher's words. */
  coach?: Snippet<[boolean]> | undefined;
}

export interface ShellProps extends LessonParts {
  page: TablePage;
  /** What the teacher points at. */
  spots: readonly Spot[];
  /** Whether the sheet of a phone shows what stands at the side. */
  pulls?: boolean;
}
