// Moves that the engine would play, as things to show: words, a tile that lies in thought, a figure
// on it. Which moves are good the engine says; nothing here knows.

import { placeOf } from "../board/shapes.svelte";
import { number, t, tMaybe } from "../i18n/index.svelte";
import { inWords, titled } from "../i18n/plain";
import { optionsOf } from "../table/options";
import { featureOf, parse, type Cell, type Word } from "../table/words";
import type { View } from "../wire";

export interface ShownMove {
  key: string;
  /** "Column 2, row −1 · Road: brigand". */
  text: string;
  /** The tile where it would lie. */
  tile?: { id: string; cell: Cell; r: number };
  /** The figure where it would stand: a cell and a point in it, 0..200. */
  figure?: { piece: string; cell: Cell; x: number; y: number; lying: boolean };
}

/** A move that glows on the board. */
export interface Glowing extends ShownMove {
  rank: number;
  /** What is expected of it. */
  label: string;
}

/** "+3.2". */
export function signed(points: number): string {
  return number(points, {
    signDisplay: "exceptZero",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** The tile that a word of chance draws, if it draws one. */
export const drawnBy = (word: string | undefined): string | undefined =>
  /^\S+\/\S+/.exec(word ?? "")?.[0];

/** A move in a few words, without the board that it is made on: "2,−1 · a follower to the road". */
export function briefly(words: readonly string[]): string {
  return words
    .map((text) => brief(parse(text)))
    .filter((text) => text !== "")
    .join(" · ");
}

function brief(word: Word): string {
  const place = ([x, y]: Cell): string => `${number(x)},${number(y)}`;
  const choice = (name: string): string => tMaybe(`table.choice.${name}`, titled(name));
  switch (word.w) {
    case "lay":
      return place(word.cell);
    case "put": {
      const piece = tMaybe(`log.piece.${word.piece}`, inWords(word.piece));
      const kind = featureOf(word.place);
      return `${piece} ${tMaybe(`log.to.${kind}`, inWords(kind))}`;
    }
    case "move":
      return `${tMaybe(`log.piece.${word.piece}`, inWords(word.piece))} ${place(word.cell)}`;
    case "take":
      return choice(word.verb);
    case "edge": {
      const side = tMaybe(`table.side.${word.side}`, word.side);
      return tMaybe(`table.choice.${word.piece}`, inWords(word.piece), { side });
    }
    case "end":
      return tMaybe(`engine.brief.${word.piece}.${word.end}`, inWords(word.piece));
    case "choose":
      return choice(word.name);
    case "pass":
      return "";
    case "other":
      return word.text;
  }
}

/** What follows a move, as far as the engine looked: the tiles that it thought of, and the moves. */
export interface Sequel {
  tile?: string;
  text: string;
}
export function sequelOf(line: readonly string[]): Sequel[] {
  const sequel: Sequel[] = [];
  for (const word of line) {
    const tile = drawnBy(word);
    const last = sequel.at(-1);
    if (tile !== undefined) sequel.push({ tile, text: "" });
    else if (last) last.text = [last.text, briefly([word])].filter(Boolean).join(" · ");
    else sequel.push({ text: briefly([word]) });
  }
  return sequel.filter(({ tile, text }) => tile !== undefined || text !== "");
}

/** A move of whoever must decide in a view. */
export function shownMove(words: readonly string[], view: View): ShownMove {
  const move: ShownMove = { key: words.join(" "), text: "" };
  const texts: string[] = [];
  const { hand, last } = view.now;
  const lies = last && view.tiles.find((tile) => tile.x === last[0] && tile.y === last[1]);
  for (const text of words) {
    const word = parse(text);
    if (word.w === "lay") {
      texts.push(t("table.cell", { x: word.cell[0], y: word.cell[1] }));
      if (hand) move.tile = { id: hand, cell: word.cell, r: word.r };
    } else if (word.w === "pass") {
      // Only the last "none" is told, where nothing else is.
      if (texts.length < 2 && text === words.at(-1)) texts.push(t("engine.none"));
    } else {
      const laid =
        move.tile ?? (lies && { id: lies.id, cell: [lies.x, lies.y] as const, r: lies.r });
      const choices = { n: 0, seat: 0, ask: "figure", words: [], legal: [text] };
      const guide = { say: t, sayMaybe: tMaybe, view, laid, placeOf, left: 0 };
      const [option] = optionsOf(choices, undefined, guide);
      if (!option) continue;
      const own = word.w === "put" && word.piece !== "follower";
      const piece = own ? tMaybe(`table.piece.${word.piece}`, inWords(word.piece)) : "";
      texts.push([option.title, piece || option.detail].filter(Boolean).join(", "));
      if (option.at && option.piece)
        move.figure = { piece: option.piece, ...option.at, lying: option.lying };
    }
  }
  move.text = texts.join(" · ");
  return move;
}
