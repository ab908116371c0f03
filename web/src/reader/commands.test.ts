// The command line: both languages, friendly words and notation, and clear words where it fails.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answerTo, wrongLine, type Asked } from "./answers";
import { layGroups, type Group } from "./choices";
import { readCell, readCommand, type Reading } from "./commands";
import { scribeOf } from "./testing";
import { COMMANDS, WORDS } from "./vocabulary";

const scribe = scribeOf();
const lays = ["0,-1 r2", "0,1 r0", "0,1 r1"];
const laying: Reading = { groups: layGroups(lays, "base/E", scribe), legal: lays, blind: false };
const waiting: Reading = { groups: [], legal: [], blind: false };

function group(words: string[]): Group {
  let number = 0;
  const choices = words.map((word) => ({
    word,
    number: word === "-" ? 0 : ++number,
    text: word,
    kinds: [],
  }));
  return { key: "all", title: "", choices };
}
function among(...words: string[]): Reading {
  return { groups: [group(words)], legal: words, blind: false };
}
const figures = among(
  "follower@road:EW",
  "follower@field:NL.NR.EL.WR",
  "follower@field:ER.SL.SR.WL",
  "large@road:EW",
  "-",
);

describe("cells", () => {
  it.each([
    ["2,1", [2, 1]],
    ["-2 , 1", [-2, 1]],
    ["2 east 1 north", [2, -1]],
    ["2e 1n", [2, -1]],
    ["1 NORD", [0, -1]],
    ["3 ouest, 2 sud", [-3, 2]],
    ["3o 2s", [-3, 2]],
    ["centre", [0, 0]],
  ])("reads %s", (text, cell) => {
    expect(readCell(text)).toEqual({ cell, rest: "" });
  });

  it("leaves what follows, and refuses what is no cell", () => {
    expect(readCell("2e 1n r2")).toEqual({ cell: [2, -1], rest: "r2" });
    expect(readCell("here")).toBeUndefined();
  });
});

describe("choosing", () => {
  it.each([
    ["1", "0,-1 r2"],
    ["lay 1", "0,-1 r2"],
    ["LAY 0,-1", "0,-1 r2"],
    ["lay 1 north", "0,-1 r2"],
    ["poser 1 nord", "0,-1 r2"],
    ["1n", "0,-1 r2"],
    ["0,-1 r2", "0,-1 r2"],
    ["lay 1s r1", "0,1 r1"],
    ["lay 1 south turned once", "0,1 r1"],
    ["pose 1 sud tournée une fois", "0,1 r1"],
  ])("%s lays", (line, word) => {
    expect(readCommand(line, laying)).toEqual({ c: "choose", word });
  });

  it.each([
    ["2", "follower@field:NL.NR.EL.WR"],
    ["0", "-"],
    ["pass", "-"],
    ["aucun", "-"],
    ["-", "-"],
    ["large", "large@road:EW"],
    ["grand partisan", "large@road:EW"],
    ["follower road", "follower@road:EW"],
    ["partisan sur la route", "follower@road:EW"],
    ["follower@road:E", "follower@road:EW"],
    ["Follower@Field:SL", "follower@field:ER.SL.SR.WL"],
    ["follower field north", "follower@field:NL.NR.EL.WR"],
  ])("%s puts a figure", (line, word) => {
    expect(readCommand(line, figures)).toEqual({ c: "choose", word });
  });

  it.each([
    ["left", among("wall:left", "wall:right"), "wall:left"],
    ["right", among("wall:left", "wall:right"), "wall:right"],
    ["gauche", among("wall:left", "wall:right"), "wall:left"],
    ["guard", among("guard", "-"), "guard"],
    ["garde", among("guard", "-"), "guard"],
    ["second", among("second", "-"), "second"],
    ["castle", among("follower@castle", "follower@market", "-"), "follower@castle"],
    ["château", among("count@castle", "count@market", "-"), "count@castle"],
    ["recall", among("recall@3,-2", "-"), "recall@3,-2"],
    ["gate@1,0:E", among("gate@1,0:E", "gate@1,0:N"), "gate@1,0:E"],
    ["tower right", among("tower:left", "tower:right", "-"), "tower:right"],
  ])("%s answers other questions", (line, reading, word) => {
    expect(readCommand(line, reading)).toEqual({ c: "choose", word });
  });

  it("sends a word that may be illegal, so that the server says why", () => {
    expect(readCommand("9,9 r0", laying)).toEqual({ c: "choose", word: "9,9 r0" });
    const blind: Reading = { groups: [], legal: [], blind: true };
    expect(readCommand("lay 2e", blind)).toEqual({ c: "choose", word: "2,0 r0" });
  });
});

describe("asking", () => {
  it("knows every word of both languages, in any case and without accents", () => {
    for (const name of COMMANDS) {
      for (const word of [...WORDS[name].en, ...WORDS[name].fr]) {
        if (["lay", "where", "say", "pass"].includes(name)) continue;
        const command = readCommand(word.toUpperCase(), waiting);
        expect(command.c === "ask" ? command.name : command, word).toBe(name);
      }
    }
    expect(readCommand("Répéter", waiting)).toMatchObject({ name: "repeat" });
    expect(readCommand("left", waiting)).toMatchObject({ c: "ask", name: "left" });
  });

  it("gives no word to two commands of one language", () => {
    for (const language of ["en", "fr"] as const) {
      const words = COMMANDS.flatMap((name) => WORDS[name][language]);
      expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
    }
  });

  it("takes cells, kinds and what is said", () => {
    expect(readCommand("where 2,1", waiting)).toEqual({ c: "where", cell: [2, 1] });
    expect(readCommand("où 1 nord", waiting)).toEqual({ c: "where", cell: [0, -1] });
    expect(readCommand("choices Roads", waiting)).toMatchObject({ argument: "roads" });
    expect(readCommand("say Hello, World", waiting)).toEqual({ c: "say", text: "Hello, World" });
  });
});

describe("what fails", () => {
  it.each([
    ["", waiting, "empty"],
    ["frobnicate", laying, "unknown"],
    ["99", laying, "number"],
    ["1", waiting, "nothing"],
    ["lay somewhere", laying, "cell"],
    ["lay 1s", laying, "several"],
    ["lay 1n upside", laying, "turns"],
    ["follower", figures, "several"],
    ["follower@field:E", figures, "several"],
    ["abbot", figures, "nothing"],
    ["pass", laying, "nothing"],
    ["where", laying, "cell"],
    ["say", laying, "empty"],
  ])("“%s” says what is wrong", (line, reading, why) => {
    const command = readCommand(line, reading);
    expect(command).toMatchObject({ c: "wrong", why });
    if (command.c === "wrong") {
      expect(wrongLine(command.why, command.what, asked)).not.toContain("reader.");
    }
  });
});

const asked: Asked = {
  scribe,
  language: "en",
  groups: laying.groups,
  legal: lays,
  question: ["Your turn."],
  since: ["Anna laid a tile."],
  log: () => ["One.", "Two.", "Three."],
  clocks: [],
  seats: 2,
  me: 0,
  blind: false,
};

describe("answers", () => {
  it("answers every question with something", () => {
    for (const name of COMMANDS) {
      if (["lay", "say", "where", "confirm", "undo", "pass", "turn"].includes(name)) continue;
      const { title, lines } = answerTo(name as "help", "", asked);
      expect(title, name).not.toBe("");
      expect(lines.join(" "), name).not.toBe("");
    }
  });

  it("helps with every command, or with one", () => {
    expect(answerTo("help", "", asked).lines).toHaveLength(COMMANDS.length + 2);
    expect(answerTo("help", "board", asked).lines[0]).toContain("board, b, tiles, scan");
  });

  it("lists choices, of one kind if asked", () => {
    expect(answerTo("choices", "", asked).lines).toHaveLength(5);
    expect(answerTo("choices", "cities", asked).lines).toHaveLength(2);
    expect(answerTo("choices", "streets", asked).lines[0]).toContain("nothing like that");
  });

  it("cuts the log and the board to what is asked", () => {
    expect(answerTo("log", "2", asked).lines).toEqual(["Two.", "Three."]);
    expect(answerTo("board", "0", asked).lines).toHaveLength(3);
    expect(answerTo("board", "5 north", asked).lines[0]).toContain("No tile");
    expect(answerTo("survey", "", { ...asked, blind: true }).lines[0]).toContain("without aids");
  });
});

it("the guide names every command in both languages", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../../docs/text-view.md"), "utf8");
  for (const name of COMMANDS) {
    for (const language of ["en", "fr"] as const) {
      expect(guide, name).toContain(`\`${WORDS[name][language][0] ?? ""}`);
    }
  }
});
