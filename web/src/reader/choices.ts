// The choices in front of a seat as a numbered list in words, in groups. The words come from the
// server; here they only get names.

import { frontier } from "../board/model";
import type { Key } from "../i18n/index.svelte";
import { inWords } from "../i18n/plain";
import { lookOf } from "../table/looks";
import { takenAt, type Option } from "../table/options";
import { featureAt } from "../table/overlay";
import { cellKey, featureOf, layWord, parse, type Cell, type Word } from "../table/words";
import { featurePhrase, isLasting, mineIn } from "./features";
import { effectOf, joinOf, type Effect, type Join } from "./joins";
import { atWords, cellWords, halfWords, lieWords, sideWords, sidesOf, turnWords } from "./places";
import { sentence, upper, type Scribe } from "./scribe";

export interface Choice {
  word: string;
  /** Its number in the list; doing nothing has 0. */
  number: number;
  text: string;
  /** The kinds of feature it is about. */
  kinds: string[];
}

export interface Group {
  key: string;
  title: string;
  choices: Choice[];
}

type Sorted = "closes" | "mine" | "others" | "rest";
const SORTS: readonly Sorted[] = ["closes", "mine", "others", "rest"];

/** What a place on the board would do, in words; and how it is sorted. */
export function effectWords(effect: Effect, scribe: Scribe): { facts: string[]; sort: Sorted } {
  const facts: string[] = [];
  let sort: Sorted = "rest";
  const sorted = (to: Sorted): void => {
    if (SORTS.indexOf(to) < SORTS.indexOf(sort)) sort = to;
  };
  for (const join of effect.joins) {
    const low = join.features.some(isLasting);
    if (join.features.length === 0 || (low && scribe.verbosity !== "full")) continue;
    const held = join.features.some((feature) => feature.owners.length > 0);
    if (scribe.verbosity === "short" && !held && !join.closes) continue;
    facts.push(joinWords(join, scribe));
    if (low) continue;
    if (join.closes) sorted("closes");
    if (join.features.some((feature) => mineIn(feature, scribe))) sorted("mine");
    else if (held) sorted("others");
  }
  for (const feature of effect.around) {
    // Nobody can take a free one any more.
    if (feature.owners.length === 0 && scribe.verbosity !== "full") continue;
    const left = feature.missing.length - 1;
    const what = featurePhrase(feature, scribe);
    facts.push(
      left === 0
        ? scribe.say("reader.does.closes", { what })
        : scribe.say("reader.does.beside", { what }),
    );
    if (feature.owners.length === 0) continue;
    sorted(left === 0 ? "closes" : mineIn(feature, scribe) ? "mine" : "others");
  }
  return { facts, sort };
}

/** "closes your road (3 tiles)", "joins a free city (2 tiles) and the city of Anna (4 tiles)". */
function joinWords(join: Join, scribe: Scribe): string {
  const what = scribe.list(join.features.map((feature) => featurePhrase(feature, scribe)));
  if (join.closes) return scribe.say("reader.does.closes", { what });
  return scribe.say(join.features.length > 1 ? "reader.does.joins" : "reader.does.continues", {
    what,
  });
}

/** The layings of the tile in hand, grouped by what they do. */
export function layGroups(legal: readonly string[], hand: string, scribe: Scribe): Group[] {
  const taken = new Set(scribe.view.tiles.map((tile) => cellKey([tile.x, tile.y])));
  const layings = legal.flatMap((text) => {
    const word = parse(text);
    return word.w === "lay" ? [{ text, cell: word.cell, r: word.r }] : [];
  });
  layings.sort((a, b) => a.cell[1] - b.cell[1] || a.cell[0] - b.cell[0] || a.r - b.r);
  const seen = new Set<string>();
  const groups: Record<Sorted, Choice[]> = { closes: [], mine: [], others: [], rest: [] };
  for (const { text, cell, r } of layings) {
    const places = scribe.places(hand, r);
    const same = `${cellKey(cell)} ${lookOf(hand, places, r)}`;
    if (seen.has(same)) continue;
    seen.add(same);
    const effect = scribe.survey
      ? effectOf(places, cell, scribe.survey, taken)
      : { joins: [], around: [] };
    const { facts, sort } = effectWords(effect, scribe);
    const several = layings.some(
      (one) =>
        cellKey(one.cell) === cellKey(cell) &&
        `${cellKey(cell)} ${lookOf(hand, scribe.places(hand, one.r), one.r)}` !== same,
    );
    const lies = scribe.verbosity === "full" || (several && scribe.verbosity === "normal");
    const head = [cellWords(cell, scribe), turnWords(r, scribe)].join(", ");
    if (lies) facts.push(lieWords(hand, places, scribe));
    const kinds = [
      ...effect.joins.filter((join) => join.features.length > 0).map((join) => join.kind),
      ...effect.around.map((feature) => feature.kind),
    ];
    groups[sort].push({ word: text, number: 0, text: told(head, facts), kinds });
  }
  return numbered(
    SORTS.map((sort) => ({
      key: sort,
      title: scribe.say(`reader.group.${sort}`),
      choices: groups[sort],
    })),
  );
}

/** Where the table shows no legal cells: every free cell, the tile as it was drawn. */
export function blindGroups(scribe: Scribe): Group[] {
  const free = frontier(scribe.view.tiles);
  const cells: Cell[] = free.length > 0 ? free : [[0, 0]];
  cells.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const choices = cells.map((cell) => ({
    word: layWord(cell, 0),
    number: 0,
    text: upper(cellWords(cell, scribe)),
    kinds: [],
  }));
  return numbered([{ key: "rest", title: scribe.say("reader.group.cells"), choices }]);
}

/** The tile being laid, for naming the places on it. */
export interface Laid {
  id: string;
  cell: Cell;
  r: number;
}

/** Options of other questions, grouped by the figure that they move. */
export function optionGroups(
  kinds: readonly { piece: string | undefined; options: readonly Option[] }[],
  laid: Laid | undefined,
  scribe: Scribe,
): Group[] {
  const taken = new Set(scribe.view.tiles.map((tile) => cellKey([tile.x, tile.y])));
  const fresh = laid !== undefined && !taken.has(cellKey(laid.cell));
  const effect =
    fresh && scribe.survey
      ? effectOf(scribe.places(laid.id, laid.r), laid.cell, scribe.survey, taken)
      : undefined;
  const groups: Group[] = [];
  const others: Choice[] = [];
  const seen = new Set<string>();
  for (const { piece, options } of kinds) {
    const own: Choice[] = [];
    for (const option of options) {
      if (seen.has(option.word)) continue;
      seen.add(option.word);
      const word = parse(option.word);
      const twin = options.some((one) => one !== option && one.title === option.title);
      const choice = {
        word: option.word,
        number: 0,
        text: optionWords(option, word, effect, twin, scribe),
        kinds: "place" in word ? [featureOf(word.place)] : [],
      };
      const placed = word.w === "put";
      (kinds.length > 1 && placed ? own : others).push(choice);
    }
    const title =
      piece === undefined ? "" : scribe.sayMaybe(`table.piece.${piece}`, inWords(piece));
    if (own.length > 0) groups.push({ key: piece ?? "", title, choices: own });
  }
  if (others.length > 0) {
    const title =
      groups.length > 0 ? scribe.say("reader.group.else") : scribe.say("reader.group.all");
    groups.push({ key: "else", title, choices: others });
  }
  return numbered(groups);
}

function numbered(groups: Group[]): Group[] {
  let number = 0;
  for (const group of groups) {
    for (const choice of group.choices) choice.number = choice.word === "-" ? 0 : ++number;
  }
  return groups.filter((group) => group.choices.length > 0);
}

function told(head: string, facts: readonly string[]): string {
  return [head, ...facts].map(sentence).join(" ");
}

/** The place of a figure on the tile: roads and cities by their sides, others by where they lie. */
function placeWords(place: string, title: string, twin: boolean, scribe: Scribe): string {
  const kind = featureOf(place);
  if (kind !== "road" && kind !== "street" && kind !== "city") {
    const name = title.charAt(0).toLocaleLowerCase() + title.slice(1);
    // Two of the same name: where each begins tells them apart.
    const half = twin || scribe.verbosity === "full" ? halfWords(place, scribe) : "";
    return half === "" ? name : `${name}, ${half}`;
  }
  return lieWords("", [`${kind}:${sidesOf(place).join("")}`], scribe);
}

function optionWords(
  option: Option,
  word: Word,
  effect: Effect | undefined,
  twin: boolean,
  scribe: Scribe,
): string {
  const piece = (name: string): string => scribe.sayMaybe(`table.piece.${name}`, inWords(name));
  const at = (cell: Cell, place: string): string => {
    const feature = scribe.survey && featureAt(scribe.survey, cell, place);
    return feature ? featurePhrase(feature, scribe) : "";
  };
  const facts = option.detail === "" ? [] : [option.detail];
  switch (word.w) {
    case "put": {
      if (option.named === true) return told(namedWords(option, word.piece, scribe), facts);
      const place = placeWords(word.place, option.title, twin, scribe);
      const role = option.detail === "" ? "" : ` (${option.detail})`;
      const join = effect && joinOf(effect, word.place);
      const alone = join?.closes === true ? [scribe.say("reader.does.alone")] : [];
      const grown = join && join.features.length > 0 ? [joinWords(join, scribe)] : alone;
      return told(`${piece(word.piece)}${scribe.say("reader.colon")}${place}${role}`, grown);
    }
    case "take": {
      const figure = takenAt(word.cell, scribe.view);
      const what = figure ? at(word.cell, figure.at.place) : "";
      return told(`${option.title} ${atWords(word.cell, scribe)}`, [what, ...facts]);
    }
    case "move": {
      const head = `${piece(word.piece)}${scribe.say("reader.colon")}${option.title}`;
      return told(`${head} ${atWords(word.cell, scribe)}`, [at(word.cell, word.place)]);
    }
    case "edge":
      return sentence(sideWords(word.cell, word.side, scribe));
    case "end":
      return endWords(option, facts, scribe);
    default:
      return told(option.title, facts);
  }
}

/** A place with a name; who goes there is told if it is a figure of a seat. */
function namedWords(option: Option, piece: string, scribe: Scribe): string {
  const own = scribe.view.now.seats.some(({ supply }) => supply.some(([name]) => name === piece));
  if (!own) return option.title;
  const who = scribe.sayMaybe(`table.piece.${piece}`, inWords(piece));
  return `${who}${scribe.say("reader.colon")}${option.title}`;
}

/** An end of the wall: where that is, and what building or a tower there would do. */
function endWords(option: Option, facts: readonly string[], scribe: Scribe): string {
  const ring = scribe.survey?.ring;
  const tower = ring?.towers.find((one) => one.word === option.word);
  const at = (ring?.ends.find((one) => one.word === option.word) ?? tower)?.at;
  const where = at?.cell ? `, ${sideWords(at.cell, at.place, scribe)}` : "";
  const worth = tower?.worth === undefined ? [] : [scribe.say("reader.points", { n: tower.worth })];
  const does = facts.flatMap((text) => text.split(" · "));
  return told(`${option.title}${where}`, [...does, ...worth]);
}

/** The choices about a kind of feature only. */
export function only(groups: readonly Group[], kind: string): Group[] {
  return groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter((choice) => choice.kinds.includes(kind)),
    }))
    .filter((group) => group.choices.length > 0);
}

/** A word in the list’s own words, for saying what was chosen. */
export function wordText(text: string, groups: readonly Group[], scribe: Scribe): string {
  const word = parse(text);
  if (word.w === "lay") return `${cellWords(word.cell, scribe)}, ${turnWords(word.r, scribe)}`;
  const choice = groups.flatMap((group) => group.choices).find((one) => one.word === text);
  return choice?.text ?? scribe.sayMaybe(`table.${text as Key}`, text);
}
