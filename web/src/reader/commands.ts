// The command line: what was typed becomes a command, or a clear word about what is wrong. Words
// of docs/notation.md are taken as they stand; friendly ones are looked up among the choices.

import { cellKey, featureOf, layings, layWord, parse, type Cell } from "../table/words";
import type { Group } from "./choices";
import {
  COMMANDS,
  END_WORDS,
  keyOf,
  KIND_WORDS,
  PIECE_WORDS,
  SIDE_WORDS,
  simple,
  WORDS,
  type Name,
} from "./vocabulary";
import { sidesOf } from "./places";

const SMALL_WORDS = ["on", "the", "to", "in", "sur", "dans", "le", "la", "au", "a", "l"];

/** What a typed line asks for. */
export type Command =
  | { c: "choose"; word: string }
  | { c: "ask"; name: Exclude<Name, "lay" | "say" | "where">; argument: string }
  | { c: "where"; cell: Cell }
  | { c: "say"; text: string }
  | { c: "wrong"; why: Wrong; what: string };

/** What may be wrong with a line; each has a text. */
export type Wrong = "unknown" | "number" | "cell" | "turns" | "several" | "nothing" | "empty";

/** What the line is read against. */
export interface Reading {
  /** The numbered choices in front of the seat; none while it waits. */
  groups: readonly Group[];
  /** The words that may come next, as far as the table shows them. */
  legal: readonly string[];
  /** Whether the table shows no legal cells. */
  blind: boolean;
}

const TURNS = /^(?:r|turned |tournee? |x)?([0-3])(?: fois| times?)?$/;
const TURN_WORDS: Record<string, number> = {
  once: 1,
  twice: 2,
  "une fois": 1,
  "deux fois": 2,
  "trois fois": 3,
};
const NOTATION = /^(?:-?\d+,-?\d+ r[0-3]|[a-z]+@.+|[a-z]+>.+|[a-z]+:(?:left|right)|-)$/i;

/** Reads a line. */
export function readCommand(line: string, reading: Reading): Command {
  const text = line.trim();
  const plain = simple(text);
  if (plain === "") return wrong("empty", "");
  if (/^\d+$/.test(plain)) return byNumber(Number(plain), reading);
  if (plain === "-") return pass(reading);
  if (NOTATION.test(text)) return byNotation(text, reading);
  const [head = "", ...more] = plain.split(" ");
  const rest = more.join(" ");
  const name = commandOf(head, rest, reading);
  switch (name) {
    case undefined:
      return byWords(plain, reading);
    case "lay":
      return lay(rest, reading);
    case "where": {
      const found = readCell(rest);
      return found && found.rest === "" ? { c: "where", cell: found.cell } : wrong("cell", rest);
    }
    case "say": {
      const said = text.slice(text.search(/\s|$/)).trim();
      return said === "" ? wrong("empty", "") : { c: "say", text: said };
    }
    case "pass":
      return pass(reading);
    default:
      return { c: "ask", name, argument: rest };
  }
}

function wrong(why: Wrong, what: string): Command {
  return { c: "wrong", why, what };
}

/** The command that a first word names; a choice of the moment goes before. */
function commandOf(head: string, rest: string, reading: Reading): Name | undefined {
  const name = COMMANDS.find((one) => WORDS[one].en.includes(head) || WORDS[one].fr.includes(head));
  // "left" is an end of the wall while a wall is built, else the tiles that are left.
  const end = keyOf(head, END_WORDS);
  if (end !== undefined && reading.legal.some((word) => word.endsWith(`:${end}`))) return undefined;
  return name === "figures" && rest !== "" ? undefined : name;
}

function byNumber(number: number, { groups }: Reading): Command {
  const all = groups.flatMap((group) => group.choices);
  if (all.length === 0) return wrong("nothing", String(number));
  const found = all.find((choice) => choice.number === number);
  return found ? { c: "choose", word: found.word } : wrong("number", String(number));
}

function pass(reading: Reading): Command {
  return reading.legal.includes("-") ? { c: "choose", word: "-" } : wrong("nothing", "-");
}

/** Words in small letters, sides in capitals: `follower@field:NL`. */
function canonical(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/:[nesw][neswlr.]*$/, (sides) => sides.toUpperCase());
}

/** A word of the notation; one side is enough where it names one place. */
function byNotation(text: string, reading: Reading): Command {
  const word = canonical(text);
  if (reading.legal.includes(word)) return { c: "choose", word };
  const wanted = parse(word);
  if (wanted.w === "put" || wanted.w === "move") {
    const kind = featureOf(wanted.place);
    const edges = wanted.place.slice(kind.length + 1).split(".");
    const fits = reading.legal.filter((one) => {
      const legal = parse(one);
      if (legal.w !== wanted.w || legal.piece !== wanted.piece) return false;
      if (featureOf(legal.place) !== kind) return false;
      if (legal.cell?.join() !== wanted.cell?.join()) return false;
      return edges.every((edge) => legal.place.slice(kind.length + 1).includes(edge));
    });
    if (fits.length > 1) return wrong("several", text);
    if (fits[0] !== undefined) return { c: "choose", word: fits[0] };
  }
  // Perhaps it is not legal: the server says why.
  return { c: "choose", word };
}

/** "2,-1", "2 east 1 north", "2e 1n", "centre": the cell, and what follows it. */
export function readCell(text: string): { cell: Cell; rest: string } | undefined {
  const plain = simple(text);
  let m = /^(-?\d+)\s*,\s*(-?\d+)(?:\s+|$)(.*)$/.exec(plain);
  if (m) return { cell: [Number(m[1]), Number(m[2])], rest: m[3] ?? "" };
  m = /^(?:centre|center|start|depart)(?:\s+|$)(.*)$/.exec(plain);
  if (m) return { cell: [0, 0], rest: m[1] ?? "" };
  let rest = plain.replaceAll(",", " ").replace(/\s+/g, " ");
  let cell: [number, number] | undefined;
  for (let part = 0; part < 2; part++) {
    m = /^(\d+) ?([a-z]+)(?:\s+|$)(.*)$/.exec(rest);
    const side = m && keyOf(m[2] ?? "", SIDE_WORDS);
    if (!m || !side) break;
    cell ??= [0, 0];
    const n = side === "N" || side === "W" ? -Number(m[1]) : Number(m[1]);
    cell[side === "E" || side === "W" ? 0 : 1] += n;
    rest = m[3] ?? "";
  }
  return cell && { cell, rest };
}

/** The turns asked for: "r2", "turned twice", "2"; absent if none are. */
function readTurns(text: string): number | "bad" | undefined {
  if (text === "") return undefined;
  const plain = text.replace(/^(?:turned|tournee?) /, "");
  const m = TURNS.exec(text);
  if (m) return Number(m[1]);
  return TURN_WORDS[plain] ?? "bad";
}

function lay(rest: string, reading: Reading): Command {
  if (/^\d+$/.test(rest)) return byNumber(Number(rest), reading);
  const found = readCell(rest);
  if (!found) return wrong("cell", rest);
  const turns = readTurns(found.rest);
  if (turns === "bad") return wrong("turns", found.rest);
  const { cell } = found;
  if (turns !== undefined) return { c: "choose", word: layWord(cell, turns) };
  const key = cellKey(cell);
  // The list names a tile once that looks the same from two sides.
  const listed = reading.groups.flatMap((group) => group.choices.map((choice) => choice.word));
  const ways = layings(listed).get(key)?.turns ?? layings(reading.legal).get(key)?.turns ?? [];
  if (!reading.blind && ways.length > 1) return wrong("several", rest);
  return { c: "choose", word: layWord(cell, (reading.blind ? 0 : ways[0]) ?? 0) };
}

/** "follower road west", "2e 1n": whichever choice has all of it. */
function byWords(plain: string, reading: Reading): Command {
  const cell = readCell(plain);
  const laying = reading.legal.some((word) => parse(word).w === "lay");
  if (cell && (laying || reading.blind)) return lay(plain, reading);
  const said = plain.split(" ").filter((word) => !SMALL_WORDS.includes(word));
  // A kind of follower is one figure: "grand partisan".
  const pieces = said.map((word) => keyOf(word, PIECE_WORDS));
  const special = pieces.some((piece) => piece !== undefined && piece !== "follower");
  const words = said.filter((_, i) => !special || pieces[i] !== "follower");
  const all = reading.groups.flatMap((group) => group.choices);
  const known = words.every(
    (word) =>
      keyOf(word, KIND_WORDS) !== undefined ||
      keyOf(word, PIECE_WORDS) !== undefined ||
      keyOf(word, SIDE_WORDS) !== undefined ||
      keyOf(word, END_WORDS) !== undefined,
  );
  if (!known) return wrong("unknown", plain);
  if (all.length === 0) return wrong("nothing", plain);
  const fits = all.filter((choice) => words.every((word) => matches(choice.word, word)));
  const [first] = fits;
  if (first === undefined) return wrong("nothing", plain);
  return fits.length > 1 ? wrong("several", plain) : { c: "choose", word: first.word };
}

/** Whether a typed word is about a choice. */
function matches(text: string, typed: string): boolean {
  const word = parse(text);
  const piece = keyOf(typed, PIECE_WORDS);
  if (piece !== undefined) {
    if (word.w === piece || ("name" in word && word.name === piece)) return true;
    if (word.w === "take" && word.verb === piece) return true;
    if ("piece" in word && word.piece === piece) return true;
  }
  const kind = keyOf(typed, KIND_WORDS);
  if (kind !== undefined) {
    if ("place" in word && featureOf(word.place) === kind) return true;
  }
  const end = keyOf(typed, END_WORDS);
  if (end !== undefined && "end" in word && word.end === end) return true;
  const side = keyOf(typed, SIDE_WORDS);
  if (side === undefined) return false;
  if (word.w === "edge") return word.side === side;
  return "place" in word && sidesOf(word.place).includes(side);
}
