// The text view of a table: the desk in words, the command line, and what is said aloud. It plays
// through the same live table as the board does.

import { known, placesOf } from "../board/shapes.svelte";
import { explain } from "../errors";
import { language, list, t, textsUnder, tMaybe } from "../i18n/index.svelte";
import { set, settings } from "../settings.svelte";
import { clockText, leftOf } from "../table/clock.svelte";
import type { Desk } from "../table/desk.svelte";
import { isMuted } from "../table/muted.svelte";
import { seatName, tellerOf } from "../table/names.svelte";
import { phraseOf } from "../table/phrases";
import { say } from "../table/saying";
import { lastPlayed } from "../table/state";
import { parse } from "../table/words";
import type { LogLine } from "../wire";
import { aboutCell, answerTo, wrongLine, type Answer, type Asked } from "./answers";
import { blindGroups, layGroups, optionGroups, wordText, type Group, type Laid } from "./choices";
import { readCommand } from "./commands";
import { headingOf } from "./heading";
import { lieWords } from "./places";
import { sentence, type Scribe } from "./scribe";
import { gainsOf, spokenOf } from "./spoken";
import { learnWords } from "./vocabulary";
import { Voice } from "./voice.svelte";

export class Reader {
  readonly voice = new Voice();
  answer = $state.raw<Answer | undefined>();
  /** How many answers were given: the same one twice is told twice. */
  answers = $state(0);
  /** Whether the last answer is that something did not work. */
  failed = $state(false);

  constructor(readonly desk: Desk) {
    learnWords(textsUnder("reader.words."));
  }

  /** Whether the tiles can be put in words yet, and the choices with what they do. */
  readonly ready = $derived.by(() => {
    const { kinds } = this.desk.present;
    return kinds.length > 0 && kinds.every((kind) => known(kind.id));
  });
  readonly surveyed = $derived.by(
    () => this.desk.blind || this.desk.surveyed === this.desk.position,
  );

  readonly scribe = $derived.by((): Scribe => {
    const { desk } = this;
    const teller = tellerOf(desk.table);
    return {
      say: t,
      sayMaybe: tMaybe,
      list,
      name: teller.name,
      mine: teller.mine,
      own: (seat) => (desk.decision ? seat === desk.decision.seat : teller.mine(seat)),
      places: (id, r) => placesOf(id, r).map((place) => place.name),
      about: (feature) => desk.about(feature).replaceAll(" · ", ", "),
      verbosity: settings.verbosity,
      view: desk.view,
      survey: desk.survey,
    };
  });

  /** The words that may be told to the player: none where the table shows no legal cells. */
  readonly legal = $derived.by((): readonly string[] => {
    const { decision, facing, blind } = this.desk;
    if (!decision || !facing) return [];
    // The tile may still be laid elsewhere while its figure is asked.
    const lay = decision.points.find((point) => point.ask === "lay");
    const lays = blind ? [] : (lay?.legal ?? []);
    const own = facing.choices.ask === "lay" ? [] : facing.choices.legal;
    return [...own, ...lays];
  });

  readonly groups = $derived.by((): Group[] => {
    const { desk, scribe } = this;
    const choices = desk.facing?.choices;
    if (!choices || !this.ready || !this.surveyed || desk.live.sent !== undefined) return [];
    const hand = desk.present.now.hand;
    if (choices.ask === "lay") {
      if (desk.blind) return blindGroups(scribe);
      return hand ? layGroups(choices.legal, hand, scribe) : [];
    }
    const kinds = desk.pieces.length > 0 ? desk.pieces : [undefined];
    const options = kinds.map((piece) => ({ piece, options: desk.optionsFor(piece) }));
    return optionGroups(options, this.#laid, scribe);
  });

  get #laid(): Laid | undefined {
    const { preview, present } = this.desk;
    const hand = present.now.hand;
    return preview && hand ? { id: hand, cell: preview.cell, r: preview.r } : undefined;
  }

  /** Whose turn it is, or what is asked. */
  readonly title = $derived.by((): string => headingOf(this.desk));

  /** The tile in hand in words. */
  readonly tile = $derived.by((): string => {
    const hand = this.desk.present.now.hand;
    if (!hand || !this.ready) return "";
    return sentence(
      t("reader.hand", { tile: lieWords(hand, this.scribe.places(hand, 0), this.scribe) }),
    );
  });

  /** What goes with the question: the tile, what there is to do, what I have. */
  readonly details = $derived.by((): string[] => {
    const { desk } = this;
    const { decision, facing } = desk;
    if (!decision || !facing) return [this.tile].filter((text) => text !== "");
    const { ask } = facing.choices;
    const lines: string[] = [];
    if (desk.complete) return [];
    if (ask === "lay") {
      lines.push(this.tile);
      const supply = desk.present.now.seats[decision.seat]?.supply ?? [];
      const n = supply.find(([name]) => name === "follower")?.[1] ?? 0;
      lines.push(t("reader.have", { n, left: desk.present.now.left }));
    } else {
      const { on_turn } = desk.present.now;
      const how = tMaybe(`table.ask.${ask}.how`, "");
      const who = seatName(desk.table.table, on_turn);
      const own = on_turn === decision.seat;
      lines.push(own ? how : tMaybe(`table.ask.${ask}.turn`, how, { who }));
    }
    return lines.filter((text) => text !== "");
  });

  /** What is chosen so far, and what it would bring. */
  readonly chosen = $derived.by((): string[] => {
    const { decision } = this.desk;
    if (!decision || decision.words.length === 0 || !this.ready) return [];
    const words = decision.words.map((word) => wordText(word, this.groups, this.scribe));
    const gains = gainsOf(decision.draft?.events ?? [], this.scribe);
    return [sentence(t("reader.chosen", { what: words.map(sentence).join(" ") })), ...gains];
  });

  /** What happened since my last turn, in sentences. */
  readonly since = $derived.by((): { n: number; text: string }[] => {
    const { desk } = this;
    if (!this.ready) return [];
    const after = lastPlayed(desk.table.log, desk.me);
    return desk.table.log
      .filter((line) => line.n > after && line.cause.c !== "made")
      .flatMap((line) => this.spoken(line).map((text) => ({ n: line.n, text })))
      .slice(-40);
  });

  /** A line of the log in sentences. */
  spoken(line: LogLine): string[] {
    const { cause } = line;
    if (cause.c === "said" && isMuted(this.desk.table.table.id, cause)) return [];
    return spokenOf(line, this.scribe);
  }

  get #asked(): Asked {
    const { desk } = this;
    const { table } = desk.table;
    return {
      scribe: this.scribe,
      language: language(),
      groups: this.groups,
      legal: this.legal,
      question: [this.title, ...this.details, ...this.chosen].map(sentence),
      since: this.since.map(({ text }) => text),
      log: () => desk.table.log.flatMap((line) => this.spoken(line)),
      clocks: table.seats.flatMap((_, seat) => {
        const left = leftOf(desk.table, seat, Date.now());
        return left === undefined
          ? []
          : [`${seatName(table, seat)}${t("reader.colon")}${clockText(left)}`];
      }),
      seats: table.seats.length,
      me: desk.me,
      blind: desk.blind,
    };
  }

  /** The question in one breath: for who types, or when a turn begins. */
  question(): string {
    const n = this.groups.reduce((sum, group) => sum + group.choices.length, 0);
    const choices = n > 0 && !this.desk.complete ? t("reader.choices.n", { n }) : "";
    return [this.title, ...this.details, choices]
      .filter((text) => text !== "")
      .map(sentence)
      .join(" ");
  }

  #tell(title: string, lines: string[], failed = false): void {
    this.answers += 1;
    this.answer = { title, lines };
    this.failed = failed;
  }

  #hush(): void {
    this.answer = undefined;
    this.failed = false;
  }

  #wrong(text: string): void {
    this.#tell(t("reader.wrong"), [text], true);
  }

  /** Says why something was refused, and takes back what cannot be. */
  refused(): void {
    const { live } = this.desk;
    const problem = live.refused;
    if (!problem) return;
    this.#wrong(explain(problem));
    const tried = live.decision?.words.length ?? 0;
    if (tried > 0 && live.decision?.draft === undefined) live.undo();
  }

  /** Does what was typed. */
  run(line: string): void {
    const { desk } = this;
    const asked = this.#asked;
    const command = readCommand(line, {
      groups: this.groups,
      legal: this.legal,
      blind: desk.blind,
    });
    switch (command.c) {
      case "wrong":
        this.#wrong(wrongLine(command.why, command.what, asked));
        break;
      case "where": {
        const { title, lines } = aboutCell(command, asked);
        this.#tell(title, lines);
        break;
      }
      case "say":
        // What is a phrase is said as one: everybody reads it in its own language.
        void say(desk.live.link, desk.table.you, command.text, () => {}, phraseOf(command.text));
        this.#tell(t("reader.command.say"), [t("reader.said.done")]);
        break;
      case "choose":
        this.choose(command.word);
        break;
      default:
        this.#ask(command.name, command.argument);
    }
  }

  #ask(
    name: Extract<ReturnType<typeof readCommand>, { c: "ask" }>["name"],
    argument: string,
  ): void {
    const { desk } = this;
    switch (name) {
      case "confirm":
        this.confirm();
        break;
      case "undo":
        this.undo();
        break;
      case "takeback":
        this.#takeBack();
        break;
      case "turn":
        if (desk.preview) desk.live.turn(1);
        else this.#wrong(t("reader.wrong.turn"));
        break;
      case "short":
      case "normal":
      case "full":
        set({ verbosity: name });
        this.#tell(t("reader.verbosity"), [t(`reader.verbosity.${name}`)]);
        break;
      case "repeat":
        this.#tell(t("reader.command.repeat"), [this.voice.last || t("reader.none")]);
        break;
      case "pass":
        break;
      default: {
        const { title, lines } = answerTo(name, argument, this.#asked);
        this.#tell(title, lines);
      }
    }
  }

  /** Chooses a word; a laying replaces the one before. */
  choose(word: string): void {
    const { live } = this.desk;
    if (!live.decision) {
      this.#wrong(t("reader.wrong.wait"));
      return;
    }
    this.#hush();
    if (parse(word).w === "lay") live.layAs(word);
    else live.choose(word);
  }

  /** Takes my last move back, or asks the others to agree. */
  #takeBack(): void {
    const { desk } = this;
    if (!desk.mayTakeBack) {
      this.#wrong(t("errors.no-takeback"));
      return;
    }
    this.#hush();
    desk.live.takeBack(desk.me);
    if (!desk.alone) this.#tell(t("reader.command.takeback"), [t("reader.takeback.asked")]);
  }

  /** One step back. */
  undo(): void {
    const { desk } = this;
    if ((desk.decision?.words.length ?? 0) === 0) this.#wrong(t("reader.wrong.undo"));
    else {
      this.#hush();
      desk.live.undo();
    }
  }

  /** Plays what was chosen. */
  confirm(): void {
    const { desk } = this;
    if (desk.ready) {
      this.#hush();
      desk.live.confirm();
    } else if (desk.decision) this.#wrong(t("reader.wrong.confirm"));
    else this.#wrong(t("reader.wrong.wait"));
  }
}
