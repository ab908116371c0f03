// Searching the rules: every word must be there, or one that means the same, whatever its case and
// accents; a title counts more than a text, an id most of all.

import type { RulesBook, RulesSection } from "../wire";
import type { Found } from "./book";
import type { Synonyms } from "./synonyms";
import { unmarked } from "./text";

/** A part of a text; a hit is shown marked. */
export interface Piece {
  text: string;
  hit: boolean;
}

export interface Hit extends Found {
  title: Piece[];
  /** A line round the first hit. */
  line: Piece[];
  score: number;
}

/** What a word counts for that only means the same. */
const MEANT = 0.6;
/** How many hits are shown. */
const MOST = 24;
/** How much text stands round a hit. */
const ROUND = 70;

/** A letter as it is compared; one for one, so that places in the text stay the same. */
function fold(letter: string): string {
  const plain = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  if (plain === "œ") return "o";
  if (plain === "’") return "'";
  return plain.charAt(0) || " ";
}

/** A text as it is compared. */
export function folded(text: string): string {
  return Array.from(text.replaceAll("œ", "oe").replaceAll("Œ", "Oe"), fold).join("");
}

/** The words that are looked for. */
export function wordsOf(query: string): string[] {
  return folded(query)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word !== "");
}

/** All of a section's text, as it is read. */
export function textOf(section: RulesSection): string {
  const parts = section.blocks.map((block) => {
    if (block.t === "paragraph") return block.text;
    if (block.t === "list") return block.items.join(" ");
    if (block.t === "example") return block.caption;
    return block.pictures.map((picture) => picture.caption).join(" ");
  });
  return unmarked(parts.join(" ")).replaceAll("œ", "oe").replaceAll("Œ", "Oe");
}

/** Where words begin in a text; only at the beginning of a word, so that "cit" finds "city". */
function places(text: string, words: readonly string[]): { at: number; length: number }[] {
  const found: { at: number; length: number }[] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const before = text.charAt(at - 1);
      if (!/[\p{L}\p{N}]/u.test(before)) found.push({ at, length: word.length });
    }
  }
  return found.sort((a, b) => a.at - b.at || b.length - a.length);
}

/** A text in pieces, with the words marked. */
export function marked(text: string, words: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { at, length } of places(folded(text), words)) {
    if (at < done) continue;
    if (at > done) pieces.push({ text: text.slice(done, at), hit: false });
    pieces.push({ text: text.slice(at, at + length), hit: true });
    done = at + length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), hit: false });
  return pieces;
}

function lineOf(text: string, words: readonly string[]): Piece[] {
  const first = places(folded(text), words)[0]?.at ?? 0;
  let from = Math.max(0, first - ROUND);
  if (from > 0) from = text.indexOf(" ", from) + 1 || from;
  const cut = text.slice(from, first + 2 * ROUND);
  const to = from + cut.length < text.length ? cut.lastIndexOf(" ") : cut.length;
  const pieces = marked(cut.slice(0, to > 0 ? to : cut.length), words);
  if (from > 0) pieces.unshift({ text: "… ", hit: false });
  if (to < cut.length) pieces.push({ text: " …", hit: false });
  return pieces;
}

/** The sections that have all the words, best first. */
export function search(
  book: RulesBook,
  query: string,
  synonymsOf: Synonyms,
  inPlay: readonly string[] = [],
): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const shown = [...words, ...words.flatMap(synonymsOf)];
  const hits: Hit[] = [];
  for (const page of book.pages) {
    for (const section of page.sections) {
      const score = scoreOf(section, page.title, words, synonymsOf);
      if (score === 0) continue;
      const text = textOf(section);
      hits.push({
        page,
        section,
        title: marked(section.title, shown),
        line: lineOf(text, shown),
        score: score * (inPlay.length === 0 || inPlay.includes(page.name) ? 1 : 0.4),
      });
    }
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, MOST);
}

function scoreOf(
  section: RulesSection,
  page: string,
  words: readonly string[],
  synonymsOf: Synonyms,
): number {
  const title = folded(section.title);
  const text = folded(textOf(section));
  const book = folded(page);
  const ids = section.ids.map(folded);
  const worth = (word: string): number => {
    let points = 0;
    if (ids.includes(word)) points += 100;
    else if (ids.some((id) => id.startsWith(word))) points += 8;
    if (places(title, [word]).length > 0) points += 30;
    if (places(book, [word]).length > 0) points += 6;
    // Many mentions in a short text mean more than one in a long one.
    const mentions = places(text, [word]).length;
    return points + Math.min(12, (mentions * 900) / (300 + text.length));
  };
  let score = 0;
  for (const word of words) {
    const meant = synonymsOf(word).map((other) => worth(other) * MEANT);
    const points = Math.max(worth(word), ...meant);
    if (points === 0) return 0;
    score += points;
  }
  return score;
}
