// The position in words: tiles by row, one cell, figures, what each seat has, walls, tiles left.

import { featureAt } from "../table/overlay";
import type { Feature } from "../wire";
import { cellKey, endOf, featureOf, parse, type Cell } from "../table/words";
import type { Figure, Laid, RingPiece } from "../wire";
import { featurePhrase } from "./features";
import { atWords, cellWords, lieWords, sideWords, turnWords } from "./places";
import { sentence, upper, who, type Scribe } from "./scribe";

/** A row of the board. */
export interface Row {
  y: number;
  title: string;
  tiles: string[];
}

/** The tiles, row by row from the north, each from the west. */
export function rowsOf(scribe: Scribe): Row[] {
  const rows = new Map<number, Laid[]>();
  for (const tile of scribe.view.tiles) rows.set(tile.y, [...(rows.get(tile.y) ?? []), tile]);
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([y, tiles]) => ({
      y,
      title: upper(rowName(y, scribe)),
      tiles: tiles.sort((a, b) => a.x - b.x).map((tile) => tileLine(tile, scribe)),
    }));
}

function rowName(y: number, { say }: Scribe): string {
  if (y === 0) return say("reader.row.centre");
  return say(y < 0 ? "reader.row.north" : "reader.row.south", { n: Math.abs(y) });
}

function tileLine(tile: Laid, scribe: Scribe): string {
  const column = cellWords([tile.x, 0], scribe);
  const what = lieWords(tile.id, scribe.places(tile.id, tile.r), scribe);
  const figures = figuresAt([tile.x, tile.y], scribe).map((figure) => figureOn(figure, scribe));
  return [`${upper(column)}${scribe.say("reader.colon")}${what}`, ...figures].join(". ");
}

function figuresAt(cell: Cell, { view }: Scribe): Figure[] {
  return view.now.figures.filter((one) => one.at.cell && cellKey(one.at.cell) === cellKey(cell));
}

function pieceName(piece: string, scribe: Scribe): string {
  return scribe.sayMaybe(`log.piece.${piece}`, piece);
}

/** "a follower of Anna on the road". */
function figureOn(figure: Figure, scribe: Scribe): string {
  const values = {
    piece: pieceName(figure.piece, scribe),
    on: scribe.sayMaybe(`reader.on.${featureOf(figure.at.place)}`, figure.at.place),
  };
  if (figure.seat === undefined) return upper(scribe.say("reader.figure.nobody", values));
  const me = scribe.mine(figure.seat) ? "yes" : "no";
  const name = scribe.name(figure.seat);
  return upper(scribe.say("reader.figure", { ...values, me, name }));
}

/** Where a figure stands: on what, where, and how large that is. */
export function figureLine(figure: Figure, scribe: Scribe): string {
  const { cell, place } = figure.at;
  const on = figureOn(figure, scribe);
  const words = cell ? `${on} ${atWords(cell, scribe)}` : on;
  const feature = cell && scribe.survey && featureAt(scribe.survey, cell, place);
  return feature ? `${words}${scribe.say("reader.colon")}${featurePhrase(feature, scribe)}` : words;
}

/** Every figure of a seat; without a seat those of nobody. */
export function figuresOf(seat: number | undefined, scribe: Scribe): string[] {
  const told = scribe.view.now.figures
    .filter((figure) => figure.seat === seat)
    .map((figure) => figureLine(figure, scribe));
  for (const wall of scribe.view.now.walls ?? []) {
    if (seat === undefined || wall.guard !== seat || !wall.at.cell) continue;
    const where = sideWords(wall.at.cell, wall.at.place, scribe);
    const me = scribe.mine(seat) ? "yes" : "no";
    told.push(upper(scribe.say("reader.guard.at", { where, me, name: scribe.name(seat) })));
  }
  return told;
}

/** "You: 12 points, 5 followers, the abbot; 20 if the game ended now". */
export function standing(seat: number, scribe: Scribe): string {
  const has = scribe.view.now.seats[seat];
  if (!has) return "";
  const words = [scribe.say("reader.points", { n: has.score })];
  for (const [piece, n] of has.supply) {
    words.push(scribe.sayMaybe(`reader.supply.${piece}`, `${piece} ${n}`, { n }));
  }
  for (const [token, n] of has.tokens ?? []) {
    if (n > 0) words.push(`${scribe.sayMaybe(`log.token.${token}`, token)} ${n}`);
  }
  if (has.forecast !== undefined) words.push(scribe.say("reader.forecast", { n: has.forecast }));
  return `${upper(who(scribe, seat))}${scribe.say("reader.colon")}${words.join(", ")}`;
}

const AROUND: readonly [number, number, string, string][] = [
  [0, -1, "N", "S"],
  [1, 0, "E", "W"],
  [0, 1, "S", "N"],
  [-1, 0, "W", "E"],
];

/** Everything about one cell: its tile and what it belongs to, or what lies around it. */
export function cellLines(cell: Cell, legal: readonly string[], scribe: Scribe): string[] {
  const tile = scribe.view.tiles.find((one) => one.x === cell[0] && one.y === cell[1]);
  return tile ? laidLines(tile, scribe) : emptyLines(cell, legal, scribe);
}

function laidLines(tile: Laid, scribe: Scribe): string[] {
  const cell: Cell = [tile.x, tile.y];
  const places = scribe.places(tile.id, tile.r);
  const lines = [
    `${upper(cellWords(cell, scribe))}${scribe.say("reader.colon")}${lieWords(tile.id, places, scribe)}`,
  ];
  if (tile.by !== undefined) {
    const me = scribe.mine(tile.by) ? "yes" : "no";
    lines.push(scribe.say("reader.laid.by", { me, who: scribe.name(tile.by) }));
  }
  const told = new Set<Feature>();
  for (const place of places) {
    const feature = scribe.survey && featureAt(scribe.survey, cell, place);
    if (!feature || told.has(feature)) continue;
    told.add(feature);
    lines.push(upper(featurePhrase(feature, scribe)));
  }
  for (const figure of figuresAt(cell, scribe)) lines.push(figureOn(figure, scribe));
  for (const wall of scribe.view.now.walls ?? []) {
    if (wall.at.cell && cellKey(wall.at.cell) === cellKey(cell))
      lines.push(wallWords(wall, scribe));
  }
  return lines.map(sentence);
}

function emptyLines(cell: Cell, legal: readonly string[], scribe: Scribe): string[] {
  const lines = [scribe.say("reader.empty", { cell: upper(cellWords(cell, scribe)) })];
  let beside = false;
  for (const [dx, dy, side, back] of AROUND) {
    const tile = scribe.view.tiles.find((one) => one.x === cell[0] + dx && one.y === cell[1] + dy);
    if (!tile) continue;
    beside = true;
    lines.push(
      scribe.say("reader.meets", {
        side: scribe.sayMaybe(`reader.to.${side}`, side),
        what: edgeWords(tile, back, scribe),
      }),
    );
  }
  if (!beside) lines.push(scribe.say("reader.lonely"));
  const turns = legal.flatMap((text) => {
    const word = parse(text);
    return word.w === "lay" && cellKey(word.cell) === cellKey(cell) ? [word.r] : [];
  });
  if (turns.length > 0) {
    const how = scribe.list(turns.map((r) => turnWords(r, scribe)));
    lines.push(scribe.say("reader.fits.hand", { how }));
  } else if (legal.length > 0) lines.push(scribe.say("reader.fits.not"));
  const open = scribe.survey?.cells.find((one) => one.x === cell[0] && one.y === cell[1]);
  if (open?.cut_off) lines.push(scribe.say("reader.cut"));
  else if (open) {
    const n = open.fits.reduce((sum, [, count]) => sum + count, 0);
    lines.push(
      n === 0 ? scribe.say("table.overlay.fits.none") : scribe.say("table.overlay.fits", { n }),
    );
  }
  return lines.map(sentence);
}

/** What a tile shows at one of its sides. */
function edgeWords(tile: Laid, side: string, scribe: Scribe): string {
  const here: string[] = [];
  for (const place of scribe.places(tile.id, tile.r)) {
    const kind = featureOf(place);
    const edges = place.slice(kind.length + 1);
    if (edges === "" || edges.startsWith("inner") || !edges.includes(side)) continue;
    const feature = scribe.survey && featureAt(scribe.survey, [tile.x, tile.y], place);
    const name = scribe.sayMaybe(`log.what.${kind}`, kind);
    here.push(feature && kind !== "field" ? featurePhrase(feature, scribe) : name);
  }
  // A road or a city says enough: the fields beside it are the same everywhere.
  const built = here.filter((text) => text !== scribe.sayMaybe("log.what.field", "field"));
  return scribe.list([...new Set(built.length > 0 ? built : here)]);
}

/** What a guard sees from his wall, and what that is worth as far as the aids tell. */
function sightWords(wall: RingPiece, { say, list, survey }: Scribe): string[] {
  const { cell, place } = wall.at;
  const watch = survey?.ring?.guards.find(
    (one) =>
      one.at.place === place && cell && one.at.cell && cellKey(one.at.cell) === cellKey(cell),
  );
  if (!watch) return [];
  const seen: string[] = [];
  if (watch.public > 0) seen.push(say("log.why.public-buildings", { n: watch.public }));
  if (watch.historic > 0) seen.push(say("log.why.historic-buildings", { n: watch.historic }));
  const words = seen.length > 0 ? [say("reader.wall.sees", { what: list(seen) })] : [];
  if (watch.worth !== undefined) words.push(say("reader.points", { n: watch.worth }));
  return words;
}

function wallWords(wall: RingPiece, scribe: Scribe): string {
  const where = wall.at.cell ? sideWords(wall.at.cell, wall.at.place, scribe) : "";
  const words = [upper(scribe.say(wall.gate ? "reader.wall.gate" : "reader.wall.wall", { where }))];
  if (wall.guard !== undefined) {
    words.push(scribe.say("reader.wall.guard", { who: who(scribe, wall.guard) }));
    words.push(...sightWords(wall, scribe));
  }
  if (wall.tower !== undefined) {
    words.push(scribe.say("reader.wall.tower", { who: who(scribe, wall.tower) }));
  }
  return words.join(", ");
}

/** The wall of The City: how far it is, its ends, its gate, its guards and towers. */
export function wallLines(scribe: Scribe): string[] {
  const { walls, walls_left: left, pile } = scribe.view.now;
  if (!walls) return [];
  const lines: string[] = [];
  const built = walls.filter((wall) => !wall.gate).length;
  lines.push(scribe.say("reader.walls.built", { n: built, left: left?.[0] ?? 0 }));
  if ((left?.[1] ?? 0) > 0) lines.push(scribe.say("reader.walls.phase", { n: left?.[1] ?? 0 }));
  const gap = scribe.survey?.ring?.gap;
  if (gap !== undefined && built > 0) lines.push(scribe.say("reader.walls.gap", { n: gap }));
  if (pile !== undefined) lines.push(scribe.say("table.pile", { n: pile }));
  for (const end of scribe.survey?.ring?.ends ?? []) {
    if (!end.at.cell) continue;
    const key = endOf(end.word) === "left" ? "reader.walls.left" : "reader.walls.right";
    lines.push(scribe.say(key, { where: sideWords(end.at.cell, end.at.place, scribe) }));
  }
  const full = scribe.verbosity === "full";
  for (const wall of walls) {
    const worth = wall.gate || wall.guard !== undefined || wall.tower !== undefined;
    if (worth || full) lines.push(wallWords(wall, scribe));
  }
  return lines.map(sentence);
}

/** The tiles left, by kind, as far as the aids tell. */
export function leftLines(scribe: Scribe): string[] {
  const { left, bag, gone, aside } = scribe.view.now;
  const lines = [scribe.say("table.hand.left", { n: left })];
  if (!bag || bag.length === 0) return [...lines, scribe.say("table.tiles.hidden")].map(sentence);
  const kinds = scribe.view.kinds
    .map((kind, i) => ({ id: kind.id, n: bag[i] ?? 0 }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
  const tile = (id: string): string => lieWords(id, scribe.places(id, 0), scribe);
  for (const { id, n } of kinds) lines.push(scribe.say("reader.left.kind", { n, tile: tile(id) }));
  for (const id of gone ?? []) lines.push(scribe.say("reader.left.gone", { tile: tile(id) }));
  for (const id of aside ?? []) lines.push(scribe.say("reader.left.aside", { tile: tile(id) }));
  return lines.map(sentence);
}
