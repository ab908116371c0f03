// The survey of a board, as `GET /api/tables/{id}/survey` answers it (crates/protocol, survey.rs).

import type { Event, Spot } from "../wire";

/** How likely an unfinished feature goes on, by tiles alone; in thousandths. */
export interface Chances {
  extend: number;
  complete: number;
  ever: number;
}

/** What a feature is worth to each of its owners. */
export interface Worth {
  now: number;
  complete?: number;
  points: number[];
}

/** Anything on the board that is scored as a whole. */
export interface Feature {
  id: number;
  kind: string;
  segments: Spot[];
  tiles: number;
  complete: boolean;
  missing: [number, number][];
  strength: number[];
  owners: number[];
  touches?: number[];
  signs?: [string, number][];
  worth?: Worth;
  chances?: Chances;
}

/** An empty cell beside a tile. */
export interface OpenCell {
  x: number;
  y: number;
  dead: boolean;
  cut_off: boolean;
  fits: [string, number][];
}

/** What building at an end of The City's wall would do. */
export interface WallEnd {
  word: string;
  at: Spot;
  completes: number[];
  points?: number[];
  blocks: [number, number][];
  row: [number, number][];
  public: number;
  historic: number;
  guard_worth?: number;
  guard_allowed: boolean;
}

/** The City's wall. */
export interface Ring {
  ends: WallEnd[];
  gap: number;
  walls_left: number;
}

/** What overlays show; empty where the aids show nothing. */
export interface Survey {
  features: Feature[];
  cells: OpenCell[];
  ring?: Ring;
  end?: Event[];
  forecast?: number[];
}
