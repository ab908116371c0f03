// The answers to "Why can't I?": what was asked about is tried, and its refusal is the answer.

import { placesOf } from "../board/shapes.svelte";
import { t, tMaybe } from "../i18n/index.svelte";
import { titled } from "../i18n/plain";
import { Failure } from "../net/api";
import type { Oracle } from "../net/oracle";
import type { Problem, Tried } from "../wire";
import { clashesOf, type Clash } from "./clash";
import type { Reason, Why } from "./why.svelte";
import { cellKey, layWord, type Cell } from "./words";

/** Why the tile in hand may not lie on a cell, in each of its turns. */
export async function whyCell(why: Why, cell: Cell): Promise<void> {
  const { desk } = why;
  const id = desk.present.now.hand;
  if (!why.laying || id === undefined) return;
  // Where the table shows no legal cells, one turn is tried, as a draft would.
  const turns = desk.blind ? [desk.preview?.r ?? 0] : [0, 1, 2, 3];
  const about = t("table.cell", { x: cell[0], y: cell[1] });
  const key = `cell ${cellKey(cell)}`;
  if (why.asked === key) return;
  why.asked = key;
  const tried = await tryAll(
    desk.oracle,
    turns.map((r) => [layWord(cell, r)]),
  );
  if (why.asked !== key) return;
  const reasons: Reason[] = [];
  const fits: number[] = [];
  for (const [i, { refused }] of tried.entries()) {
    const r = turns[i] ?? 0;
    if (!refused) fits.push(r);
    else add(reasons, refused, r);
  }
  // Of all turns the one that meets most of what lies beside it.
  const sides = (r: number): Clash[] => clashesOf({ id, cell, r }, desk.present.tiles, placesOf);
  const shown = reasons
    .flatMap((reason) => reason.turns)
    .reduce(
      (best, r) => (sides(r).length < sides(best).length ? r : best),
      reasons[0]?.turns[0] ?? 0,
    );
  why.answer = { about, reasons, fits, tile: { id, cell, r: shown }, clashes: sides(shown) };
}

/** Why a figure may not go to a place; if it may, by another name, it goes. */
export async function whyWord(why: Why, word: string): Promise<void> {
  const { desk } = why;
  const { decision, facing } = desk;
  const one = why.shut.find((shut) => shut.word === word);
  if (!decision || !facing || !one || why.asked === word) return;
  why.asked = word;
  const before = decision.words.slice(0, facing.index);
  const [tried] = await tryAll(desk.oracle, [[...before, word]]);
  if (why.asked !== word) return;
  const { refused, words = [] } = tried ?? {};
  const same = words[facing.index];
  if (!refused) {
    if (same !== undefined) desk.live.choose(same);
    return;
  }
  const about = t("table.why.about", {
    piece: tMaybe(`table.piece.${one.piece}`, titled(one.piece)),
    place: why.named(one),
  });
  why.answer = { about, reasons: [{ problem: refused, turns: [] }], fits: [] };
}

/** Why a figure can go nowhere. */
export async function whyFigure(why: Why, piece: string): Promise<void> {
  const { decision, facing, oracle } = why.desk;
  const places = why.shut;
  const key = `piece ${piece}`;
  if (!decision || !facing || places.length === 0 || why.asked === key) return;
  why.asked = key;
  const before = decision.words.slice(0, facing.index);
  const tried = await tryAll(
    oracle,
    places.map(({ word }) => [...before, word]),
  );
  if (why.asked !== key) return;
  const reasons: Reason[] = [];
  for (const { refused } of tried) if (refused) add(reasons, refused);
  why.answer = { about: tMaybe(`table.piece.${piece}`, titled(piece)), reasons, fits: [] };
}

/** What becomes of words; if nobody can say, that is the reason for all. */
async function tryAll(oracle: Oracle, tries: string[][]): Promise<Tried[]> {
  try {
    return await oracle.why(tries);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { problem } = error;
    return tries.map(() => ({ refused: problem, words: [] }));
  }
}

function add(reasons: Reason[], problem: Problem, turn?: number): void {
  const same = reasons.find(({ problem: one }) => one.detail === problem.detail);
  const turns = turn === undefined ? [] : [turn];
  if (same) same.turns.push(...turns);
  else reasons.push({ problem, turns });
}
