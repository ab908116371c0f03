// What a board can show besides its tiles. Whoever shows a board makes these; the board only draws.

import type { Cell } from "../table/words";

/** A cell that can be chosen. */
export interface CellMark {
  cell: Cell;
  label: string;
}

/** The tile being placed. */
export interface Ghost {
  id: string;
  cell: Cell;
  r: number;
  /** How many turns are possible, and which of them this is. */
  turns: number;
  turn: number;
  /** Whether the server has refused it there. */
  bad: boolean;
  label: string;
}

/** A choice shown on the board. */
export interface Chip {
  word: string;
  /** The key that chooses it. */
  number: string;
  cell: Cell;
  /** Where in the cell, 0..200. */
  x: number;
  y: number;
  /** The figure it puts there, in a seat's colour. */
  piece?: string;
  colour?: number;
  lying: boolean;
  label: string;
  on: boolean;
  /** Whether it may not be chosen: it is shown, and pressing it asks why. */
  shut?: boolean;
  /** The side of the cell, if an edge is chosen. */
  side?: string;
}

/** The tile in hand where it would lie, while the mouse is there. */
export interface Hint {
  id: string;
  cell: Cell;
  r: number;
}

/** A building that counts for somebody, and what it brings. Position in tiles. */
export interface Counted {
  key: string;
  x: number;
  y: number;
  /** How wide its ring is. */
  across: number;
  points: string;
}

/** A tile with a frame and the emblem of who laid it. */
export interface Framed {
  cell: Cell;
  colour: number;
}

/** A coloured region of a tile: the hatch of one seat's colour, or of several that share. */
export interface Region {
  cell: Cell;
  area: string;
  colours: number[];
  strong: boolean;
  /** Whether it is lit: what is in question, or is being scored. */
  lit?: boolean;
}

/** A label on the board: whose, how much. Position in tiles. */
export interface Tag {
  key: string;
  x: number;
  y: number;
  /** Where else it may stand, the best first. */
  or?: readonly { x: number; y: number }[];
  colours: number[];
  points?: string;
  text: string;
}

/** The colours of the seats, in the order of their emblems. */
export const COLOURS = ["#ffffff", "#1b1b1b", "#56b4e9", "#ffd400", "#d7191c", "#6a3d9a"] as const;

/** The middle of a side of a cell, 0..200. */
export function sideMiddle(side: string): { x: number; y: number } {
  if (side === "N") return { x: 100, y: 0 };
  if (side === "E") return { x: 200, y: 100 };
  return side === "S" ? { x: 100, y: 200 } : { x: 0, y: 100 };
}

/** The empty cells beside laid tiles. */
export function frontier(tiles: readonly { x: number; y: number }[]): Cell[] {
  const taken = new Set(tiles.map((tile) => `${tile.x},${tile.y}`));
  const cells = new Map<string, Cell>();
  for (const { x, y } of tiles) {
    for (const [dx, dy] of [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ] as const) {
      const key = `${x + dx},${y + dy}`;
      if (!taken.has(key)) cells.set(key, [x + dx, y + dy]);
    }
  }
  return [...cells.values()];
}

/** A point of the board: a cell and where in it, 0..200. */
export interface Pointed {
  cell: Cell;
  x: number;
  y: number;
}
