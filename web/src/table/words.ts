// The words of a game (docs/notation.md), taken apart for showing. Which words are legal only the
// server knows.

/** A cell of the board: column growing east, row growing south. */
export type Cell = readonly [number, number];

/** An end of a wall that grows. */
export type End = "left" | "right";

/** A word, taken apart. */
export type Word =
  | { w: "lay"; cell: Cell; r: number }
  /** A figure to a place: of the tile being laid, of a tile that lies, or one with a name. */
  | { w: "put"; piece: string; place: string; cell?: Cell }
  /** A figure of one's own back from a tile. */
  | { w: "take"; verb: string; cell: Cell }
  | { w: "move"; piece: string; cell: Cell; place: string }
  /** Something built on a side of a cell, or at an end of the wall. */
  | { w: "edge"; piece: string; cell: Cell; side: string }
  | { w: "end"; piece: string; end: End }
  | { w: "choose"; name: string }
  | { w: "pass" }
  | { w: "other"; text: string };

const LAY = /^(-?\d+),(-?\d+) r([0-3])$/;
const TAKE = /^([a-z-]+)@(-?\d+),(-?\d+)$/;
const MOVE = /^([a-z-]+)>(-?\d+),(-?\d+)(?::(.+))?$/;
const EDGE = /^([a-z-]+)@(-?\d+),(-?\d+):([NESW])$/;
const PUT = /^([a-z-]+)@(?:(-?\d+),(-?\d+):)?(.+)$/;
const CHOOSE = /^[a-z-]*[a-z]$/;
const ENDS = /^([a-z-]+):(left|right)$/;

function cellOf(x: string | undefined, y: string | undefined): Cell {
  return [Number(x), Number(y)];
}

/** Takes a word apart. */
export function parse(text: string): Word {
  if (text === "-") return { w: "pass" };
  if (CHOOSE.test(text)) return { w: "choose", name: text };
  let m = LAY.exec(text);
  if (m) return { w: "lay", cell: cellOf(m[1], m[2]), r: Number(m[3]) };
  m = TAKE.exec(text);
  if (m) return { w: "take", verb: m[1] ?? "", cell: cellOf(m[2], m[3]) };
  m = MOVE.exec(text);
  if (m) return { w: "move", piece: m[1] ?? "", cell: cellOf(m[2], m[3]), place: m[4] ?? "" };
  m = EDGE.exec(text);
  if (m) return { w: "edge", piece: m[1] ?? "", cell: cellOf(m[2], m[3]), side: m[4] ?? "" };
  m = ENDS.exec(text);
  if (m) return { w: "end", piece: m[1] ?? "", end: m[2] as End };
  m = PUT.exec(text);
  if (!m) return { w: "other", text };
  const put = { w: "put" as const, piece: m[1] ?? "", place: m[4] ?? "" };
  return m[2] === undefined ? put : { ...put, cell: cellOf(m[2], m[3]) };
}

/** The end that a word is about, if it is about one. */
export function endOf(text: string): End | undefined {
  const word = parse(text);
  return word.w === "end" ? word.end : undefined;
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
