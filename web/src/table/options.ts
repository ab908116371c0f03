// The choices in front of a player as things to show: a name, a second line, a place on the board.

import type { Choices, View } from "../wire";
import type { Key, Values } from "../i18n/index.svelte";
import type { Place } from "../board/shapes.svelte";
import { sideMiddle } from "../board/model";
import { cellKey, featureOf, parse, QUARTERS, type Cell, type Word } from "./words";

export interface Option {
  word: string;
  /** The key that chooses it; empty if there are too many. */
  number: string;
  title: string;
  detail: string;
  /** The figure it moves. */
  piece?: string;
  lying: boolean;
  /** Whether it is "do nothing". */
  none: boolean;
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
  placeOf: (id: string, r: number, name: string) => Place | undefined;
  /** Followers in the supply of the deciding seat. */
  left: number;
}

/** The kinds of figure that the choices put, in the order of the words. */
export function piecesOf(choices: Choices): string[] {
  const kinds = new Set<string>();
  for (const text of choices.legal) {
    const word = parse(text);
    if (word.w === "put" || word.w === "enter") kinds.add(word.piece);
  }
  return [...kinds];
}

/** The options to show; of figures only those of one kind. */
export function optionsOf(choices: Choices, piece: string | undefined, guide: Guide): Option[] {
  const kinds = piecesOf(choices);
  const shown = kinds.length > 1 ? (piece ?? kinds[0]) : undefined;
  const options: Option[] = [];
  for (const text of choices.legal) {
    const word = parse(text);
    if (word.w === "lay") continue;
    if (shown && (word.w === "put" || word.w === "enter") && word.piece !== shown) continue;
    options.push(option(text, word, choices.ask, guide));
  }
  if (choices.ask !== "gate") tellApart(options, guide);
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
    case "enter":
    case "count":
      return { ...base, ...quarterOption(word, guide) };
    case "recall":
      return {
        ...base,
        title: say("table.choice.recall"),
        detail: say("table.choice.recall.how"),
        piece: "abbot",
        at: figurePoint("abbot", word.cell, guide),
      };
    case "out":
      return { ...base, ...outOption(word, guide) };
    case "gate": {
      const title = say("table.choice.gate", { side: say(`table.side.${word.side}` as Key) });
      const detail = say("table.cell", { x: word.cell[0], y: word.cell[1] });
      return { ...base, title, detail, at: { cell: word.cell, ...sideMiddle(word.side) } };
    }
    case "wall":
    case "tower":
      return {
        ...base,
        title: say(`table.choice.${word.end}`),
        detail: say(`table.choice.${word.end}.how`),
      };
    case "guard":
      return { ...base, title: say("table.choice.guard"), piece: "guard" };
    case "second":
      return {
        ...base,
        title: say("table.choice.second"),
        detail: say("table.choice.second.how"),
        piece: "builder",
      };
    case "pass":
      return { ...base, none: true, ...passOption(ask, guide) };
    default:
      return { ...base, title: text };
  }
}

function passOption(ask: string, { say, left }: Guide): { title: string; detail: string } {
  switch (ask) {
    case "second":
      return { title: say("table.choice.second.no"), detail: say("table.choice.second.no.how") };
    case "out":
      return { title: say("table.choice.out.no"), detail: say("table.choice.out.no.how") };
    case "enter":
      return { title: say("table.choice.enter.no"), detail: "" };
    case "count":
      return { title: say("table.choice.count.no"), detail: "" };
    case "guard":
      return { title: say("table.choice.guard.no"), detail: "" };
    case "tower":
      return { title: say("table.choice.tower.no"), detail: "" };
    default:
      return {
        title: say("table.none"),
        detail: left > 0 ? say("table.choice.none.follower", { n: left }) : say("table.none.keep"),
      };
  }
}

function putOption(word: Word & { w: "put" }, guide: Guide) {
  const kind = featureOf(word.place);
  const place = guide.laid && guide.placeOf(guide.laid.id, guide.laid.r, word.place);
  const abbot = word.piece === "abbot" ? "garden" : kind;
  const helper = word.piece === "builder" || word.piece === "pig";
  return {
    title: guide.sayMaybe(`table.place.${kind}`, kind),
    detail: helper ? "" : guide.sayMaybe(`table.role.${abbot}`, ""),
    piece: word.piece,
    lying: place?.lying === true && word.piece !== "pig",
    ...(guide.laid && place ? { at: { cell: guide.laid.cell, x: place.x, y: place.y } } : {}),
  };
}

function quarterOption(word: Word & { w: "enter" | "count" }, guide: Guide) {
  const { quarter } = word;
  const point = quarterPoint(quarter, guide);
  return {
    title: guide.sayMaybe(`table.place.${quarter}`, quarter),
    detail: guide.sayMaybe(`table.role.${quarter === "market" ? "quarter-market" : quarter}`, ""),
    piece: word.w === "count" ? "count" : word.piece,
    ...(point ? { at: point } : {}),
  };
}

function outOption(word: Word & { w: "out" }, guide: Guide) {
  const kind = featureOf(word.place);
  const place = guide.sayMaybe(`table.place.${kind}`, kind);
  const tile = tileAt(word.cell, guide);
  const stand = tile && guide.placeOf(tile.id, tile.r, word.place);
  return {
    title: place,
    detail: guide.sayMaybe(`table.piece.${word.piece}`, word.piece),
    piece: word.piece,
    lying: stand?.lying === true,
    ...(stand ? { at: { cell: word.cell, x: stand.x, y: stand.y } } : {}),
  };
}

function tileAt(cell: Cell, guide: Guide): { id: string; r: number } | undefined {
  const { laid, view } = guide;
  if (laid && cellKey(laid.cell) === cellKey(cell)) return laid;
  return view.tiles.find((tile) => tile.x === cell[0] && tile.y === cell[1]);
}

function figurePoint(piece: string, cell: Cell, guide: Guide) {
  const figure = guide.view.now.figures.find(
    (one) => one.piece === piece && one.at.cell && cellKey(one.at.cell) === cellKey(cell),
  );
  const tile = tileAt(cell, guide);
  const place = figure && tile && guide.placeOf(tile.id, tile.r, figure.at.place);
  return { cell, x: place?.x ?? 100, y: place?.y ?? 100 };
}

/** A quarter of Carcassonne has no cell in its name: find the tile that holds it. */
function quarterPoint(quarter: string, guide: Guide): Option["at"] {
  if (!(QUARTERS as readonly string[]).includes(quarter)) return undefined;
  for (const tile of guide.view.tiles) {
    if (!tile.id.startsWith("count/")) continue;
    const place = guide.placeOf(tile.id, tile.r, quarter);
    if (place) return { cell: [tile.x, tile.y], x: place.x, y: place.y };
  }
  return undefined;
}

/** Options of the same name get the side where they lie. */
function tellApart(options: Option[], guide: Guide): void {
  const names = new Map<string, number>();
  for (const one of options) names.set(one.title, (names.get(one.title) ?? 0) + 1);
  for (const one of options) {
    if ((names.get(one.title) ?? 0) < 2 || !one.at || one.none) continue;
    const side = guide.say(`table.side.${direction(one.at.x, one.at.y)}` as Key);
    one.title = guide.say("table.place.side", { place: one.title, side });
  }
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
