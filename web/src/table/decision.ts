// A decision being made: the words chosen so far and the choices after each of them, as the
// server told them. Pure; nothing here knows what is legal.

import type { Choices, Draft } from "../wire";
import { apart, turnIn, type Looks } from "./looks";
import { legalIn, questionAfter } from "./moves";
import { cellKey, layings, layWord, parse, type Cell } from "./words";

/** The decision of one of my seats, until it is confirmed. */
export interface Decision {
  seat: number;
  /** The number to send back as `after`. */
  after: number;
  /** `points[i]` are the choices after `i` words; the last may still be asked for. */
  points: Choices[];
  /** The words chosen so far. */
  words: string[];
  /** What the server says about the words; absent while it is asked. */
  draft?: Draft;
  /** Whether the words are a whole move, as far as the choices foretell it. */
  whole?: boolean;
  /** The turn last used on each cell, to find it again. */
  turns: Record<string, number>;
}

/** A decision that begins. Words of a draft kept by the server are taken up again. */
export function begin(choices: Choices): Decision {
  return { seat: choices.seat, after: choices.n, points: [choices], words: [], turns: {} };
}

/** The choices in front of the seat: those not answered yet, or the last ones if all is said. */
export function facing(decision: Decision): { choices: Choices; index: number } {
  const { points, words } = decision;
  const index = Math.min(words.length, points.length - 1);
  const open = points[index];
  if (!open) throw new Error("a decision always has choices");
  const done = complete(decision) || index < words.length || open.legal.length === 0;
  const last = points[words.length - 1];
  // Laying has its own moment: once only the tile is chosen, nothing else is left to show.
  return done && words.length > 0 && last
    ? { choices: last, index: words.length - 1 }
    : { choices: open, index };
}

/** The word chosen among the choices in front of the seat, if any. */
export function chosen(decision: Decision): string | undefined {
  return decision.words[facing(decision).index];
}

/** Whether the words can be played. */
export function complete({ words, draft, whole }: Decision): boolean {
  return words.length > 0 && (draft?.complete ?? whole === true);
}

/** Whether it is known what follows the words. */
export function known({ words, draft, whole, points }: Decision): boolean {
  return draft !== undefined || whole === true || points.length > words.length;
}

/**
 * The decision with all that its first choices foretell of its words: what can be chosen after each
 * of them, or that nothing is left to decide. What they do not foretell must be asked for.
 */
export function foretold(decision: Decision): Decision {
  const { words, seat, after } = decision;
  const moves = decision.points[0]?.moves;
  if (!moves || words.length === 0) return decision;
  const points = decision.points.slice(0, 1);
  for (let n = 1; n <= words.length; n += 1) {
    const question = questionAfter(moves, words.slice(0, n));
    if (question === null)
      return n === words.length ? { ...decision, points, whole: true } : decision;
    const legal = question && legalIn(moves, question);
    if (!question || !legal) return decision;
    points.push({ n: after, seat, ask: question.ask, words: words.slice(0, n), legal });
  }
  return { ...decision, points };
}

/** The word for doing nothing more, if it is all that is left to say: the tile lies, or something is
 * built, and whoever may be sent there need not be. Any other question comes as a surprise to whoever
 * has just chosen a figure: the press that confirms it must not decline a second tile. */
export function passing(decision: Decision): string | undefined {
  const { words, points } = decision;
  if (words.length === 0 || complete(decision)) return undefined;
  const open = points[words.length];
  const last = parse(words.at(-1) ?? "").w;
  if (open?.ask !== "figure" && last !== "end" && last !== "edge") return undefined;
  return open?.legal.find((word) => parse(word).w === "pass");
}

/** The decision with a word chosen at a point; what followed it is dropped. */
export function choose(decision: Decision, index: number, word: string): Decision {
  const { draft: _, whole: __, ...rest } = decision;
  const words = [...decision.words.slice(0, index), word];
  const points = decision.points.slice(0, index + 1);
  const laid = parse(word);
  const turns =
    laid.w === "lay" ? { ...decision.turns, [cellKey(laid.cell)]: laid.r } : decision.turns;
  return { ...rest, words, points, turns };
}

/** The decision with the server's answer to its words; an answer to other words is ignored. */
export function answered(decision: Decision, draft: Draft): Decision {
  const { words } = decision;
  const asked = draft.choices.words;
  const same = asked.length === words.length && asked.every((word, i) => word === words[i]);
  if (!same || draft.choices.seat !== decision.seat) return decision;
  const points = decision.points.slice(0, words.length);
  // A draft does not tell whole moves again, nor what they are worth.
  const told = decision.points[words.length];
  if (!draft.complete) points.push(told?.moves ? told : draft.choices);
  return { ...decision, points, draft };
}

/** One step back: the last word goes, with the choices after it. */
export function undone(decision: Decision): Decision {
  return cut(decision, decision.words.length - 1);
}

/** The decision with its first words only. */
export function cut(decision: Decision, length: number): Decision {
  const { draft: _, whole: __, ...rest } = decision;
  const words = decision.words.slice(0, Math.max(0, length));
  return { ...rest, words, points: decision.points.slice(0, words.length + 1) };
}

/** The tile as it is previewed. */
export interface Preview {
  index: number;
  cell: Cell;
  r: number;
}

/** Where the decision lays the tile, if it does. */
export function preview(decision: Decision): Preview | undefined {
  for (const [index, text] of decision.words.entries()) {
    const word = parse(text);
    if (word.w === "lay") return { index, cell: word.cell, r: word.r };
  }
  return undefined;
}

/** How a tile is laid: whether the table shows no legal cells, and which of its turns look alike. */
export interface Manner {
  blind: boolean;
  looks: Looks;
}

/** The legal turns of the tile on a cell, those that look alike once; all where the table shows no
 * legal cells. */
export function turnsOn(decision: Decision, index: number, cell: Cell, manner: Manner): number[] {
  const legal = decision.points[index]?.legal ?? [];
  const turns = manner.blind ? [0, 1, 2, 3] : layings(legal).get(cellKey(cell))?.turns;
  return apart(turns ?? [], manner.looks);
}

/** The decision with the tile on a cell: as it lay there last, else in its first legal turn. */
export function layOn(decision: Decision, cell: Cell, manner: Manner): Decision {
  const index = preview(decision)?.index ?? layIndex(decision);
  const turns = turnsOn(decision, index, cell, manner);
  const used = decision.turns[cellKey(cell)];
  const r = used !== undefined && turns.includes(used) ? used : turns[0];
  return r === undefined ? decision : choose(decision, index, layWord(cell, r));
}

/** The decision with the previewed tile turned on to its next (or previous) legal turn. */
export function turned(decision: Decision, by: 1 | -1, manner: Manner): Decision {
  const at = preview(decision);
  if (!at) return decision;
  const turns = turnsOn(decision, at.index, at.cell, manner);
  const next = turns[(turnIn(turns, at.r, manner.looks) + by + turns.length) % turns.length];
  if (next === undefined || turns.length < 2) return decision;
  return choose(decision, at.index, layWord(at.cell, next));
}

/** Where in its words a decision lays the tile. */
export function layIndex(decision: Decision): number {
  const index = decision.points.findIndex((point) => point.ask === "lay");
  return index < 0 ? 0 : index;
}
