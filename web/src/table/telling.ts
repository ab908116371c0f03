// The log in sentences: what happened, told from events in the language of the page. Names stand
// between two marks, so that the page can set them in bold.

import type { Cause, Event, LogLine, Patch, ScoreItem, Spot } from "../wire";
import type { Key, Values } from "../i18n/index.svelte";
import { inWords, titled } from "../i18n/plain";
import { isSlow } from "../slow";
import { featureOf, type Cell } from "./words";

/** What the sentences need to know of the table and the language. */
export interface Teller {
  say: (key: Key, values?: Values) => string;
  /** The text of a key put together at run time, or the fallback. */
  sayMaybe: (key: string, fallback: string, values?: Values) => string;
  list: (items: readonly string[]) => string;
  name: (seat: number) => string;
  mine: (seat: number) => boolean;
  tile: (id: string) => string;
  /** A tile as it lies, where that is told. */
  lies?: (id: string, r: number) => string;
  /** A place of the board in words, where that is told. */
  where?: (spot: Spot) => string;
}

/** A line of the log as it is shown. */
export interface Entry {
  text: string;
  seat?: number;
  /** The points, as `+8`. */
  points?: string;
  /** How the points came about. */
  why?: string;
  /** The cell it is about, and every place that it speaks of. */
  cell?: Cell;
  places?: Patch[];
  /** Whose the places are. */
  winners?: number[];
}

const NAME_BEGINS = "\uE000";
const NAME_ENDS = "\uE001";

/** A sentence in pieces; every second one is a name. */
export function pieces(text: string): string[] {
  return text.split(/[\uE000\uE001]/);
}

/** A sentence without marks, to be read aloud. */
export function plain(text: string): string {
  return text.replace(/[\uE000\uE001]/g, "");
}

/** The entries of a line of the log; chat has none. */
export function entriesOf(line: LogLine, teller: Teller): Entry[] {
  const events = line.events ?? [];
  const told: Entry[] = [];
  const first = causeEntry(line.cause, teller);
  if (first) told.push(first);
  const by = line.cause.c === "played" ? line.cause.seat : undefined;
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    if (!event) continue;
    const [entry, used] = eventEntry(event, events.slice(i + 1), by, teller);
    if (entry) told.push(entry);
    i += used;
  }
  return told;
}

function who(teller: Teller, seat: number): Values {
  const name = `${NAME_BEGINS}${teller.name(seat)}${NAME_ENDS}`;
  return { who: name, me: teller.mine(seat) ? "yes" : "no" };
}

/** A seat among others: my own is not called by its name. */
function called(teller: Teller, seat: number): string {
  return teller.mine(seat) ? teller.say("log.you") : teller.name(seat);
}

function causeEntry(cause: Cause, teller: Teller): Entry | undefined {
  const by = (key: Key, seat: number, more: Values = {}): Entry => ({
    seat,
    text: teller.say(key, { ...who(teller, seat), ...more }),
  });
  switch (cause.c) {
    case "began":
      return { text: teller.say("log.began") };
    case "sat":
      return by("log.sat", cause.seat);
    case "stood":
      return { text: teller.say("log.stood", { who: cause.name, me: "no" }) };
    case "void":
      return { text: teller.say("log.void") };
    case "resigned":
      return by("log.resigned", cause.seat);
    case "absent":
      // One line for each would say no more: at a table of two there is one.
      return by("log.absent", cause.seats[0] ?? 0);
    case "aborted":
      return by("log.aborted", cause.seat);
    case "flagged":
      return by("log.flagged", cause.seat);
    case "offered":
      return by(`log.offered.${cause.kind}`, cause.seat);
    case "takenback":
      return by("log.takenback", cause.seat);
    case "declined":
      return by("log.declined", cause.seat);
    case "claimed":
      return by(`log.claimed.${cause.want}`, cause.seat, { other: teller.name(cause.away) });
    case "replaced":
      return by("log.replaced", cause.seat);
    case "returned":
      return by("log.returned", cause.seat);
    case "watchers":
      return { text: teller.say(`log.watchers.${cause.chat}`) };
    case "ended":
      // A game played to its end says so by its last event; who gave up or lost on time was told.
      return ["played", "resigned", "flagged", "claimed"].includes(cause.reason)
        ? undefined
        : { text: teller.say(`table.over.reason.${cause.reason}`) };
    case "rematch":
      return { text: teller.say("log.rematch") };
    case "away":
      return { text: teller.say("log.away", { s: Math.round(cause.ms / 1000) }) };
    case "leave":
      return by("log.leave", cause.seat, { days: daysOf(cause.ms) });
    case "gave":
      return by("log.gave", cause.seat, { days: daysOf(cause.ms), other: teller.name(cause.to) });
    case "reclocked":
      return { text: teller.say(`log.reclocked.${isSlow(cause.clock) ? "days" : "live"}`) };
    default:
      return undefined;
  }
}

function daysOf(ms: number): number {
  return Math.round(ms / 86_400_000);
}

/** The entry of an event, and how many of the following events it tells too. */
function eventEntry(
  event: Event,
  rest: readonly Event[],
  by: number | undefined,
  teller: Teller,
): [Entry | undefined, number] {
  switch (event.e) {
    case "laid":
      return laidEntry(event, rest, by, teller);
    case "put":
      return putEntry(event, rest, teller);
    case "moved":
      return [movedEntry(event, teller), 0];
    case "scored":
      return [scoredEntry(event, teller), 0];
    case "lost":
      return [
        {
          seat: event.seat,
          text: teller.say("log.lost", who(teller, event.seat)),
          ...at(event.at),
        },
        0,
      ];
    case "gained": {
      const token = teller.sayMaybe(`log.token.${event.token}`, inWords(event.token));
      const values = { ...who(teller, event.seat), n: event.count, token };
      return [{ seat: event.seat, text: teller.say("log.gained", values) }, 0];
    }
    case "discarded":
      return [{ text: teller.say("log.discarded", { tile: teller.tile(event.tile) }) }, 0];
    case "aside":
      return [{ text: teller.say("log.aside", { tile: teller.tile(event.tile) }) }, 0];
    case "turn":
      if (event.part < 2) return [undefined, 0];
      return [{ seat: event.seat, text: teller.say("log.second", who(teller, event.seat)) }, 0];
    case "told":
      return [toldEntry(event, teller), 0];
    case "over":
      return [{ text: teller.say("log.over") }, 0];
    default:
      return [undefined, 0];
  }
}

function at({ cell, place }: Spot): Pick<Entry, "cell" | "places"> {
  return cell ? { cell, places: [[cell[0], cell[1], place]] } : {};
}

function to(place: string, teller: Teller): string {
  return teller.sayMaybe(`log.to.${featureOf(place)}`, inWords(featureOf(place)));
}

function piece(name: string, teller: Teller): string {
  return teller.sayMaybe(`log.piece.${name}`, inWords(name));
}

function laidEntry(
  event: Event & { e: "laid" },
  rest: readonly Event[],
  by: number | undefined,
  teller: Teller,
): [Entry, number] {
  const cell: Cell = [event.x, event.y];
  const here: Pick<Entry, "cell" | "places"> = { cell, places: [[event.x, event.y, ""]] };
  const tile = teller.lies?.(event.tile, event.r) ?? teller.tile(event.tile);
  const told = { tile, where: teller.where?.({ cell: [event.x, event.y], place: "" }) ?? "" };
  const [next] = rest;
  const settled = next?.e === "put" && next.at.cell?.[0] === event.x && next.at.cell[1] === event.y;
  if (settled && featureOf(next.at.place).length > 1) {
    const values = { piece: piece(next.piece, teller), place: to(next.at.place, teller) };
    const text = teller.say("log.laid.put", { ...who(teller, next.seat), ...values, ...told });
    return [{ seat: next.seat, text, ...here, why: tile }, 1];
  }
  if (by === undefined) return [{ text: tile, ...here }, 0];
  const text = teller.say("log.laid", { ...who(teller, by), ...told });
  return [{ seat: by, text, ...here, why: tile }, 0];
}

function putEntry(
  event: Event & { e: "put" },
  rest: readonly Event[],
  teller: Teller,
): [Entry, number] {
  const base = { seat: event.seat, ...at(event.at) };
  const name = { ...who(teller, event.seat), where: teller.where?.(event.at) ?? "" };
  // A side of a cell is named by one letter: what is put there is built.
  if (event.at.place.length === 1) {
    const [next] = rest;
    const own = `log.built.${event.piece}`;
    const both = next?.e === "put" ? teller.sayMaybe(`${own}.${next.piece}`, "", name) : "";
    if (both !== "") return [{ ...base, text: both }, 1];
    return [{ ...base, text: teller.sayMaybe(own, inWords(event.piece), name) }, 0];
  }
  const values = { ...name, piece: piece(event.piece, teller), place: to(event.at.place, teller) };
  return [{ ...base, text: teller.say("log.put", values) }, 0];
}

function movedEntry(event: Event & { e: "moved" }, teller: Teller): Entry {
  const place = to(event.to.place, teller);
  const where = teller.where?.(event.to) ?? "";
  const values = { ...who(teller, event.seat), place, where, piece: piece(event.piece, teller) };
  const moved = teller.say("log.moved", values);
  // Out of a place with a name, or a piece that has its own way of moving.
  const out = teller.sayMaybe(`log.from.${event.from.place}`, moved, values);
  const known = event.from.cell ? moved : out;
  const text = teller.sayMaybe(`log.moved.${event.piece}`, known, values);
  return { seat: event.seat, text, ...at(event.to) };
}

function toldEntry(event: Event & { e: "told" }, teller: Teller): Entry {
  const key = `log.told.${event.what.replaceAll(" ", "-")}`;
  return { text: teller.sayMaybe(key, event.what, { n: event.count }) };
}

function scoredEntry(event: Event & { e: "scored" }, teller: Teller): Entry {
  const { feature, winners, points } = event;
  const done = event.complete || event.lasting === true;
  const known = teller.sayMaybe(`log.what.${feature}`, inWords(feature));
  const what = done ? known : teller.sayMaybe(`log.what.unfinished.${feature}`, known);
  const [first] = winners;
  const why = whyOf(event, teller);
  const places = { ...(event.extent ? { places: event.extent } : {}), winners };
  const entry = { ...at(event.at), ...places, ...(why === "" ? {} : { why }) };
  if (first === undefined) return { ...entry, text: teller.say("log.scored.nobody", { what }) };
  // My own points come last, as I do in the sentence.
  const mine = winners.filter((seat) => teller.mine(seat));
  const order = [...winners.filter((seat) => !teller.mine(seat)), ...mine];
  const gains = order.map((seat) => points[seat] ?? 0);
  if (winners.length === 1) {
    const text = teller.say("log.scored", { ...who(teller, first), what });
    return { ...entry, seat: first, text, points: `+${gains[0] ?? 0}` };
  }
  const names = teller.list(
    order.map((seat) => `${NAME_BEGINS}${called(teller, seat)}${NAME_ENDS}`),
  );
  const same = gains.every((gain) => gain === gains[0]);
  const shown = same ? `+${gains[0] ?? 0}` : gains.map((gain) => `+${gain}`).join(" · ");
  return {
    ...entry,
    seat: first,
    text: teller.say("log.scored.two", { names, what, me: mine.length > 0 ? "yes" : "no" }),
    points: shown,
  };
}

/** `3 tiles × 2 + 1 shield × 2 = 8.` and who was there. */
export function whyOf(event: Event & { e: "scored" }, teller: Teller): string {
  const { parts, strength, winners, points } = event;
  const value = parts.reduce((sum, part) => sum + part.count * part.each, 0);
  const sentences: string[] = [];
  const sum = sumOf(parts, teller);
  if (sum !== "") sentences.push(`${teller.say("log.sum", { sum, value })}.`);
  for (const seat of winners) {
    const more = (points[seat] ?? 0) - value;
    if (more > 0 && sum !== "") {
      const bonus = teller.say("log.bonus", { n: more });
      const own = teller.sayMaybe(`log.bonus.${event.feature}`, bonus, { n: more });
      sentences.push(
        `${teller.say("log.bonus.of", { who: titled(called(teller, seat)), what: own })}.`,
      );
    }
  }
  const there = strength.flatMap((n, seat) =>
    n > 0 ? [teller.say("log.strength", { who: called(teller, seat), n })] : [],
  );
  if (event.apart !== true && there.length > 1) {
    sentences.push(teller.say("log.majority", { strengths: there.join(" · ") }));
  }
  return sentences.join(" ");
}

/** `3 tiles`. */
export function counted(part: ScoreItem, teller: Teller): string {
  const key = part.why.replaceAll(" ", "-");
  return teller.sayMaybe(`log.why.${key}`, `${part.count} ${part.why}`, { n: part.count });
}

function sumOf(parts: readonly ScoreItem[], teller: Teller): string {
  // A part worth nothing explains a factor; if nothing counts, say of what.
  const worthless = parts.every((part) => part.each === 0);
  const summands = parts.filter((part) => part.each > 0 || worthless);
  const factors = parts.filter((part) => part.each === 0 && !worthless);
  const sum = summands
    .map((part) => teller.say("log.times", { what: counted(part, teller), each: part.each }))
    .join(" + ");
  const because = factors.map((part) => counted(part, teller)).join(", ");
  return because === "" ? sum : `${sum} (${because})`;
}
