// The choices in front of a player as things to show: a name, a second line, a place on the board.

import type { Choices, Figure, View } from "../wire";
import type { Key, Values } from "../i18n/index.svelte";
import type { DrawnSpot } from "../board/shapes.svelte";
import { sideMiddle } from "../board/model";
import { inWords, titled } from "../i18n/plain";
import { cellKey, featureOf, parse, type Cell, type Word } from "./words";

export interface Option {
  word: string;
  /** The key that chooses it; empty if there are too many. */
  number: string;
  title: string;
  detail: string;
  /** The detail where there is little room, if it can be said in signs. */
  brief?: string;
  /** The figure it moves. */
  piece?: string;
  lying: boolean;
  /** Whether it is "do nothing". */
  none: boolean;
  /** Whether it is about a place of the game that has a name, beside the tiles. */
  named?: boolean;
  /** Where it is shown on the board: a cell and a point in it, 0..200. */
  at?: { cell: Cell; x: number; y: number };
}

/** What is needed to name and place options. */
export interface Guide {
  say: (key: Key, values?: Values) => string;
  sayMaybe: (key: string, fallback: string, values?: Values) => string;
  view: View;
  /** The tile being laid. */
  laid: { id: string; cell: Cell; r: number } | undefined;
  placeOf: (id: string, r: number, name: string) => DrawnSpot | undefined;
  /** Followers in the supply of the deciding seat. */
  left: number;
}

/** The kinds of figure that the choices put: always in the order of the supply, so that each keeps
 * its place from turn to turn. */
export function piecesOf(choices: Choices, supply: readonly string[] = []): string[] {
  const kinds = new Set<string>();
  for (const text of choices.legal) {
    const word = parse(text);
    if (word.w === "put") kinds.add(word.piece);
  }
  const place = (piece: string): number =>
    supply.includes(piece) ? supply.indexOf(piece) : supply.length;
  return [...kinds].sort((a, b) => place(a) - place(b));
}

/** The options to show; of figures only those of one kind. */
export function optionsOf(choices: Choices, piece: string | undefined, guide: Guide): Option[] {
  const kinds = piecesOf(choices);
  const shown = kinds.length > 1 ? (piece ?? kinds[0]) : undefined;
  const options: Option[] = [];
  for (const text of choices.legal) {
    const word = parse(text);
    if (word.w === "lay") continue;
    if (shown && word.w === "put" && word.piece !== shown) continue;
    options.push(option(text, word, choices.ask, guide));
  }
  if (!options.some(({ word }) => parse(word).w === "edge")) tellApart(options, guide);
  // "None" stands last; its key is 0.
  options.sort((a, b) => Number(a.none) - Number(b.none));
  let number = 0;
  for (const one of options) {
    if (!one.none) number += 1;
    const many = options.length > 12;
    one.number = one.none ? "0" : number <= 9 && !many ? String(number) : "";
  }
  return options;
}

function option(text: string, word: Word, ask: string, guide: Guide): Option {
  const base = { word: text, number: "", lying: false, none: false, detail: "" };
  const { say } = guide;
  switch (word.w) {
    case "put":
      return { ...base, ...putOption(word, guide) };
    case "take":
      return { ...base, ...choiceOption(word.verb, guide), at: figurePoint(word.cell, guide) };
    case "move":
      return { ...base, ...moveOption(word, guide) };
    case "edge": {
      const side = say(`table.side.${word.side}` as Key);
      const title = guide.sayMaybe(`table.choice.${word.piece}`, titled(word.piece), { side });
      const detail = say("table.cell", { x: word.cell[0], y: word.cell[1] });
      return { ...base, title, detail, at: { cell: word.cell, ...sideMiddle(word.side) } };
    }
    case "end":
      return {
        ...base,
        title: say(`table.choice.${word.end}`),
        detail: say(`table.choice.${word.end}.how`),
      };
    case "choose":
      return { ...base, ...choiceOption(word.name, guide) };
    case "pass":
      return { ...base, none: true, ...passOption(ask, guide) };
    default:
      return { ...base, title: text };
  }
}

/** What a choice is called; its picture is that of the figure with its name. */
function choiceOption(name: string, { sayMaybe }: Guide) {
  return {
    title: sayMaybe(`table.choice.${name}`, titled(name)),
    detail: sayMaybe(`table.choice.${name}.how`, ""),
    piece: name,
  };
}

function passOption(ask: string, guide: Guide): { title: string; detail: string } {
  const { say, sayMaybe, left } = guide;
  const title = sayMaybe(`table.choice.${ask}.no`, "");
  if (title !== "") return { title, detail: sayMaybe(`table.choice.${ask}.no.how`, "") };
  if (ask !== "figure") return { title: say("table.none"), detail: "" };
  return {
    title: say("table.none"),
    detail: left > 0 ? say("table.choice.none.follower", { n: left }) : say("table.none.keep"),
  };
}

/** What a figure is where it goes: a follower by the place, others by themselves. */
function roleOf(piece: string, kind: string, { sayMaybe }: Guide): string {
  const role = sayMaybe(`table.role.${kind}`, "");
  return piece === "follower" ? role : sayMaybe(`table.role.of.${piece}`, "", { role });
}

function putOption(word: Word & { w: "put" }, guide: Guide) {
  const kind = featureOf(word.place);
  const { cell } = word;
  const lies = cell && tileAt(cell, guide);
  const tile = cell ? lies && { ...lies, cell } : guide.laid;
  const place = tile && guide.placeOf(tile.id, tile.r, word.place);
  const point = place ? { cell: tile.cell, x: place.x, y: place.y } : placePoint(word.place, guide);
  return {
    title: guide.sayMaybe(`table.place.${kind}`, titled(kind)),
    detail: place
      ? roleOf(word.piece, kind, guide)
      : guide.sayMaybe(`table.enter.${word.place}`, ""),
    piece: word.piece,
    lying: place?.lying === true,
    ...(place ? {} : { named: true }),
    ...(point ? { at: point } : {}),
  };
}

function moveOption(word: Word & { w: "move" }, guide: Guide) {
  const kind = featureOf(word.place);
  const tile = tileAt(word.cell, guide);
  const stand = tile && guide.placeOf(tile.id, tile.r, word.place);
  const [x, y] = word.cell;
  const cell = guide.say("table.cell", { x, y });
  return {
    title: kind === "" ? cell : guide.sayMaybe(`table.place.${kind}`, titled(kind)),
    detail: guide.sayMaybe(`table.piece.${word.piece}`, inWords(word.piece)),
    piece: word.piece,
    lying: stand?.lying === true,
    at: { cell: word.cell, x: stand?.x ?? 100, y: stand?.y ?? 100 },
  };
}

function tileAt(cell: Cell, guide: Guide): { id: string; r: number } | undefined {
  const { laid, view } = guide;
  if (laid && cellKey(laid.cell) === cellKey(cell)) return laid;
  return view.tiles.find((tile) => tile.x === cell[0] && tile.y === cell[1]);
}

/** Where the figure stands that is taken from a tile. */
function figurePoint(cell: Cell, guide: Guide) {
  const figure = takenAt(cell, guide.view);
  const tile = tileAt(cell, guide);
  const place = figure && tile && guide.placeOf(tile.id, tile.r, figure.at.place);
  return { cell, x: place?.x ?? 100, y: place?.y ?? 100 };
}

/** The figure that can be taken from a tile: who stands in the middle comes first. */
export function takenAt(cell: Cell, view: View): Figure | undefined {
  const here = view.now.figures.filter(
    ({ at, seat }) =>
      at.cell &&
      cellKey(at.cell) === cellKey(cell) &&
      (seat ?? view.now.to_act) === view.now.to_act,
  );
  return here.find(({ at }) => !at.place.includes(":")) ?? here[0];
}

/** A place with a name has no cell in it: find the tile that shows it. */
function placePoint(name: string, guide: Guide): Option["at"] {
  for (const tile of guide.view.tiles) {
    const place = guide.placeOf(tile.id, tile.r, name);
    if (place?.named === true) return { cell: [tile.x, tile.y], x: place.x, y: place.y };
  }
  return undefined;
}

/** Options of the same name get the side where they lie: that of all they touch, if it tells them
 * apart, else that of the place where a figure stands. */
function tellApart(options: Option[], guide: Guide): void {
  const alike = new Map<string, Option[]>();
  for (const one of options) {
    if (one.at && !one.none) alike.set(one.title, [...(alike.get(one.title) ?? []), one]);
  }
  for (const [place, ones] of alike) {
    if (ones.length < 2) continue;
    const touched = ones.map(({ word }) => reach(word));
    const apart = !touched.includes("C") && new Set(touched).size === ones.length;
    for (const [i, one] of ones.entries()) {
      const letters = apart ? touched[i] : direction(one.at?.x ?? 100, one.at?.y ?? 100);
      const side = guide.say(`table.side.${letters ?? "C"}` as Key);
      one.title = guide.say("table.place.side", { place, side });
    }
  }
}

/** The halves of a tile's sides, clockwise. */
const HALVES = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];

/** The side on which a field lies by all that it touches of its tile: `field:NL.NR.EL.WR` is north. */
export function reach(word: string): string {
  const halves = (word.split(":").pop() ?? "").split(".").map((half) => HALVES.indexOf(half));
  if (halves.includes(-1)) return "C";
  const mean = (of: (angle: number) => number): number =>
    halves.reduce((sum, half) => sum + of(((half - 2.5) * Math.PI) / 4), 0) / halves.length;
  return direction(100 + 100 * mean(Math.cos), 100 + 100 * mean(Math.sin));
}

/** Where a point of a tile lies, seen from its middle. */
export function direction(x: number, y: number): string {
  const dx = x - 100;
  const dy = y - 100;
  if (Math.hypot(dx, dy) < 18) return "C";
  const names = ["E", "SE", "S", "SW", "W", "NW", "N", "NE"];
  const turn = Math.round(Math.atan2(dy, dx) / (Math.PI / 4));
  return names[(turn + 8) % 8] ?? "C";
}
