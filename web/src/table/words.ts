// The words of a game (docs/notation.md), taken apart for showing. Which words are legal only the
// server knows.

/** A cell of the board: column growing east, row growing south. */
export type Cell = readonly [number, number];

/** An end of The City's wall. */
export type End = "left" | "right";

/** A word, taken apart. */
export type Word =
  | { w: "lay"; cell: Cell; r: number }
  | { w: "put"; piece: string; place: string }
  | { w: "enter"; piece: string; quarter: string }
  | { w: "recall"; cell: Cell }
  | { w: "out"; piece: string; cell: Cell; place: string }
  | { w: "count"; quarter: string }
  | { w: "gate"; cell: Cell; side: string }
  | { w: "wall"; end: End }
  | { w: "tower"; end: End }
  | { w: "guard" }
  | { w: "second" }
  | { w: "pass" }
  | { w: "other"; text: string };

/** The quarters of Carcassonne. */
export const QUARTERS = ["castle", "market", "blacksmith", "cathedral"] as const;

const LAY = /^(-?\d+),(-?\d+) r([0-3])$/;
const RECALL = /^recall@(-?\d+),(-?\d+)$/;
const OUT = /^([a-z]+)>(-?\d+),(-?\d+):(.+)$/;
const GATE = /^gate@(-?\d+),(-?\d+):([NESW])$/;
const PUT = /^([a-z]+)@(.+)$/;
const ENDS = /^(wall|tower):(left|right)$/;

function isQuarter(name: string): boolean {
  return (QUARTERS as readonly string[]).includes(name);
}

function cellOf(x: string | undefined, y: string | undefined): Cell {
  return [Number(x), Number(y)];
}

/** Takes a word apart. */
export function parse(text: string): Word {
  if (text === "-") return { w: "pass" };
  if (text === "second") return { w: "second" };
  if (text === "guard") return { w: "guard" };
  let m = LAY.exec(text);
  if (m) return { w: "lay", cell: cellOf(m[1], m[2]), r: Number(m[3]) };
  m = RECALL.exec(text);
  if (m) return { w: "recall", cell: cellOf(m[1], m[2]) };
  m = OUT.exec(text);
  if (m) return { w: "out", piece: m[1] ?? "", cell: cellOf(m[2], m[3]), place: m[4] ?? "" };
  m = GATE.exec(text);
  if (m) return { w: "gate", cell: cellOf(m[1], m[2]), side: m[3] ?? "" };
  m = ENDS.exec(text);
  if (m) return { w: m[1] as "wall" | "tower", end: m[2] as End };
  m = PUT.exec(text);
  return m ? placed(m[1] ?? "", m[2] ?? "") : { w: "other", text };
}

function placed(piece: string, place: string): Word {
  if (!isQuarter(place)) return { w: "put", piece, place };
  return piece === "count" ? { w: "count", quarter: place } : { w: "enter", piece, quarter: place };
}

/** The word that lays the drawn tile. */
export function layWord(cell: Cell, r: number): string {
  return `${cell[0]},${cell[1]} r${r}`;
}

/** A cell as a key of maps. */
export function cellKey(cell: Cell): string {
  return `${cell[0]},${cell[1]}`;
}

/** The cells where the drawn tile may lie, each with its legal turns in order. */
export function layings(legal: readonly string[]): Map<string, { cell: Cell; turns: number[] }> {
  const cells = new Map<string, { cell: Cell; turns: number[] }>();
  for (const text of legal) {
    const word = parse(text);
    if (word.w !== "lay") continue;
    const key = cellKey(word.cell);
    const known = cells.get(key);
    if (known) known.turns.push(word.r);
    else cells.set(key, { cell: word.cell, turns: [word.r] });
  }
  for (const entry of cells.values()) entry.turns.sort((a, b) => a - b);
  return cells;
}

/** The kind of feature that a place names: `city` of `city:NW`, `monastery` of itself. */
export function featureOf(place: string): string {
  return place.split(":", 1)[0] ?? place;
}
