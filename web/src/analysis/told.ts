// What an analysis tells the replay of its game, by moments.

import type { AnalysedMove, Mark } from "../wire";

export interface Marked {
  at: number;
  seat: number;
  mark: Mark;
  /** What it cost, in points of the seat's margin. */
  lost: number;
}

export interface Told {
  margins: number[][];
  moves: ReadonlyMap<number, AnalysedMove>;
  marked: Marked[];
}
