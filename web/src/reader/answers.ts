// Answers to questions of the command line, in lines.

import type { Key } from "../i18n/index.svelte";
import { cellLines, figuresOf, leftLines, rowsOf, standing, wallLines } from "./board";
import { only, type Group } from "./choices";
import type { Command, Wrong } from "./commands";
import { featureLines, kindsOf } from "./features";
import { sentence, upper, type Scribe } from "./scribe";
import { COMMANDS, keyOf, KIND_WORDS, SIDE_WORDS, WORDS, type Name } from "./vocabulary";

export interface Answer {
  title: string;
  lines: string[];
}

/** What an answer may need to know. */
export interface Asked {
  scribe: Scribe;
  language: "en" | "fr";
  groups: readonly Group[];
  /** The words that may come next, as far as the table shows them. */
  legal: readonly string[];
  /** The question, its tile and what is chosen, in sentences. */
  question: string[];
  /** What happened since my last turn. */
  since: string[];
  /** Everything that happened, the newest last. */
  log: () => string[];
  clocks: string[];
  seats: number;
  me: number | undefined;
  /** Whether the table shows no aids at all. */
  blind: boolean;
}

type Question = Exclude<Name, "lay" | "say" | "where" | "confirm" | "undo" | "pass" | "turn">;

/** The answer to a question. */
export function answerTo(name: Question, argument: string, asked: Asked): Answer {
  const { scribe } = asked;
  const title = scribe.say(`reader.command.${name}`);
  const or = (lines: string[], none: Key = "reader.none"): Answer => ({
    title,
    lines: lines.length > 0 ? lines : [scribe.say(none)],
  });
  switch (name) {
    case "help":
      return or(helpLines(asked, argument));
    case "choices":
      return or(choiceLines(asked, argument), "reader.none.choices");
    case "tile":
      return or(asked.question);
    case "me":
      return or(myLines(asked));
    case "scores":
      return or(seatsOf(asked).map((seat) => sentence(standing(seat, scribe))));
    case "last":
      return or(asked.since, "reader.none.since");
    case "log":
      return or(asked.log().slice(-(Number(argument) || 10)), "log.empty");
    case "board":
      return or(boardLines(asked, argument), "reader.none.row");
    case "survey":
      return surveyLines(asked, argument, title);
    case "figures":
      return or(
        [...seatsOf(asked), undefined].flatMap((seat) => figuresOf(seat, scribe)).map(sentence),
      );
    case "walls":
      return or(wallLines(scribe), "reader.none.walls");
    case "left":
      return or(leftLines(scribe));
    case "clock":
      return or(asked.clocks, "common.clock.none");
    default:
      return or([]);
  }
}

function seatsOf({ seats }: Asked): number[] {
  return Array.from({ length: seats }, (_, seat) => seat);
}

/** Every command with what it does, or one of them with all its words. */
function helpLines({ scribe, language }: Asked, argument: string): string[] {
  const line = (name: Name): string => {
    const words = WORDS[name][language];
    const about = scribe.say(`reader.help.${name}`);
    return argument === "" ? `${words[0]}: ${about}` : `${words.join(", ")}: ${about}`;
  };
  const wanted = COMMANDS.filter(
    (name) => argument === "" || [...WORDS[name].en, ...WORDS[name].fr].includes(argument),
  );
  const lines = wanted.map(line);
  return argument === ""
    ? [
        scribe.say("reader.help.first"),
        ...lines,
        scribe.say("reader.help.notation", { word: "follower@road:E" }),
      ]
    : lines;
}

function choiceLines({ groups, scribe }: Asked, argument: string): string[] {
  const kind = argument === "" ? undefined : keyOf(argument, KIND_WORDS);
  if (argument !== "" && kind === undefined) return [];
  return (kind === undefined ? groups : only(groups, kind)).flatMap((group) => [
    `${group.title}${scribe.say("reader.colon").trimEnd()}`,
    ...group.choices.map((choice) => `${choice.number}. ${choice.text}`),
  ]);
}

function myLines({ me, scribe }: Asked): string[] {
  if (me === undefined) return [scribe.say("table.wait.watch")];
  return [standing(me, scribe), ...figuresOf(me, scribe)].map(sentence);
}

/** All rows, or one: "board 2 north", "board -2". */
function boardLines({ scribe }: Asked, argument: string): string[] {
  const m = /^(-?\d+) ?([a-z]*)$/.exec(argument);
  const north = m?.[2] !== undefined && keyOf(m[2], SIDE_WORDS) === "N";
  const y = m ? (north ? -Number(m[1]) : Number(m[1])) : undefined;
  return rowsOf(scribe)
    .filter((row) => argument === "" || row.y === y)
    .flatMap((row) => [
      `${row.title}${scribe.say("reader.colon").trimEnd()}`,
      ...row.tiles.map(sentence),
    ]);
}

/** The features, of one kind or of all. */
function surveyLines({ scribe, blind }: Asked, argument: string, title: string): Answer {
  if (blind) return { title, lines: [scribe.say("reader.none.aids")] };
  const kind = argument === "" ? undefined : keyOf(argument, KIND_WORDS);
  const { survey } = scribe;
  if (!survey) return { title, lines: [scribe.say("table.asking")] };
  const kinds = argument === "" ? kindsOf(survey) : kind === undefined ? [] : [kind];
  const lines = kinds.flatMap((one) => {
    const found = featureLines(survey, one, scribe);
    const name = scribe.sayMaybe(`table.over.kind.${one}`, one);
    return found.length > 0 ? [`${name}${scribe.say("reader.colon").trimEnd()}`, ...found] : [];
  });
  return { title, lines: lines.length > 0 ? lines : [scribe.say("reader.none")] };
}

/** Everything about a cell. */
export function aboutCell(command: Command & { c: "where" }, asked: Asked): Answer {
  const { scribe, legal, blind } = asked;
  const title = scribe.say("reader.command.where");
  return { title, lines: cellLines(command.cell, blind ? [] : legal, scribe) };
}

/** What is wrong with a line, and what would be right. */
export function wrongLine(why: Wrong, what: string, asked: Asked): string {
  const { scribe, groups } = asked;
  const most = groups
    .flatMap((group) => group.choices)
    .reduce((n, one) => Math.max(n, one.number), 0);
  const text = scribe.say(`reader.wrong.${why}`, { what, most });
  return upper(text);
}
