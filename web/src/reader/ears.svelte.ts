// What makes the text view speak: every new line of the log, the question when it is mine, refusals,
// the connection, clocks, people who leave and come back.

import { untrack } from "svelte";
import { needShapes } from "../board/shapes.svelte";
import { t } from "../i18n/index.svelte";
import { settings } from "../settings.svelte";
import { leftOf, now, useTime } from "../table/clock.svelte";
import { seatName } from "../table/names.svelte";
import { outcomeTitle } from "../table/outcome";
import type { Draft } from "../wire";
import type { Reader } from "./reader.svelte";
import { sentence } from "./scribe";
import { MINE, OTHERS, warned } from "./warnings";

/** A short break of the connection is not worth a word. */
const PATIENCE = 1200;

/** What the page does with its focus when something was decided. */
export interface Focus {
  /** It is my turn now. */
  turn: () => void;
  /** The server has answered what was tried. Tells whether whoever types must be told. */
  answered: () => boolean;
}

/** Listens as long as the calling component lives. */
export function listen(reader: Reader, focus: Focus): void {
  const { desk, voice } = reader;
  useTime();
  $effect(() => needShapes(desk.present.kinds.map((kind) => kind.id)));
  $effect(() => {
    if (!desk.blind && desk.position > 0) void desk.look();
  });
  hearLog(reader);
  hearTurn(reader, focus);
  hearDraft(reader, focus);
  $effect(() => {
    if (desk.live.refused) untrack(() => reader.refused());
  });
  hearLink(reader);
  hearClocks(reader);
  hearPeople(reader);
  $effect(() => () => voice.close());
}

/** By the numbers of the log, so that nothing that came at once or while away is left out. */
function hearLog(reader: Reader): void {
  const { desk, voice } = reader;
  let told = untrack(() => desk.table.n);
  let over = untrack(() => desk.table.table.status.kind === "over");
  $effect(() => {
    const { log, table } = desk.table;
    if (!reader.ready) return;
    untrack(() => {
      for (const line of log) {
        if (line.n <= told || line.cause.c === "made") continue;
        told = line.n;
        const words = reader.spoken(line);
        if (line.cause.c === "ended" && !over) {
          over = true;
          words.push(sentence(outcomeTitle(desk.table)));
        }
        voice.say(words.join(" "), line.n);
      }
      if (table.status.kind !== "over" || over) return;
      over = true;
      voice.say(sentence(outcomeTitle(desk.table)));
    });
  });
}

function hearTurn(reader: Reader, focus: Focus): void {
  // Choices come again after an undo or a reconnection: that is no new turn.
  let asked = "";
  $effect(() => {
    const { position, live } = reader.desk;
    if (!reader.ready || !reader.surveyed || !live.decision) return;
    const key = `${position} ${live.decision.seat}`;
    if (key === asked) return;
    asked = key;
    untrack(() => {
      reader.voice.say(reader.question());
      focus.turn();
    });
  });
}

function hearDraft(reader: Reader, focus: Focus): void {
  let heard: Draft | undefined;
  let words = 0;
  $effect(() => {
    const draft = reader.desk.live.decision?.draft;
    if (draft === heard) return;
    heard = draft;
    if (!draft) return;
    const undone = draft.choices.words.length < words;
    words = draft.choices.words.length;
    untrack(() => {
      if (!focus.answered()) return;
      const first = undone ? t("reader.undone") : "";
      const said = [first, ...reader.chosen, reader.question()];
      reader.voice.say(said.filter((text) => text !== "").join(" "));
    });
  });
}

function hearLink(reader: Reader): void {
  let lost = false;
  $effect(() => {
    const { kind } = reader.desk.live.connection;
    if (kind === "connected" && lost) {
      lost = false;
      reader.voice.say(t("reader.back"));
    }
    if (kind !== "lost" || lost) return undefined;
    const timer = setTimeout(() => {
      lost = true;
      reader.voice.say(t("reader.lost"));
    }, PATIENCE);
    return () => clearTimeout(timer);
  });
}

function hearClocks({ desk, voice }: Reader): void {
  const before = new Map<number, number>();
  $effect(() => {
    const time = now();
    untrack(() => {
      const { table, you } = desk.table;
      for (const seat of table.seats.keys()) {
        const left = leftOf(desk.table, seat, time);
        if (left === undefined || table.status.kind !== "playing") continue;
        const mine = you.seats.includes(seat);
        const marks = mine ? MINE : settings.verbosity === "full" ? OTHERS : [];
        const mark = warned(before.get(seat), left, marks);
        before.set(seat, left);
        if (mark === undefined) continue;
        const only = mine && you.seats.length === 1;
        const words =
          mark < 60
            ? t("reader.warn.seconds", { n: mark })
            : t("reader.warn.minutes", { n: mark / 60 });
        const who = seatName(table, seat);
        voice.say(sentence(t("reader.warn", { me: only ? "yes" : "no", who, time: words })));
      }
    });
  });
}

function hearPeople({ desk, voice }: Reader): void {
  const away = untrack(() => desk.table.table.seats.map((seat) => seat.away_since !== undefined));
  $effect(() => {
    const { table, you } = desk.table;
    untrack(() => {
      for (const [seat, { away_since: since, sitter }] of table.seats.entries()) {
        const gone = since !== undefined && sitter.kind === "person";
        if (gone === away[seat] || you.seats.includes(seat)) continue;
        away[seat] = gone;
        const who = seatName(table, seat);
        voice.say(t(gone ? "reader.away" : "reader.here", { who }));
      }
    });
  });
}
