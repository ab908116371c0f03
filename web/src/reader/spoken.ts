// What happened, in full sentences to be heard: the sentences of the log with places and points in
// words. Where messages/reader.json has a spoken form of a log sentence, that is used.

import { counted, entriesOf, plain, whyOf, type Teller } from "../table/telling";
import type { Cause, Event, LogLine } from "../wire";
import { parse } from "../table/words";
import { atWords, lieWords, sideWords } from "./places";
import { sentence, who, type Scribe } from "./scribe";

type Scored = Event & { e: "scored" };

/** The teller of the log, with places in words. */
export function spokenTeller(scribe: Scribe): Teller {
  const short = scribe.verbosity === "short";
  return {
    say: (key, values) => {
      const at = short ? `reader.short.${key}` : `reader.${key}`;
      return scribe.sayMaybe(at, scribe.say(key, values), values);
    },
    sayMaybe: (key, fallback, values) =>
      scribe.sayMaybe(`reader.${key}`, scribe.sayMaybe(key, fallback, values), values),
    list: scribe.list,
    name: scribe.name,
    mine: scribe.mine,
    tile: (id) => lieWords(id, scribe.places(id, 0), scribe),
    lies: (id, r) => lieWords(id, scribe.places(id, r), scribe),
    where: ({ cell, place }) => {
      if (!cell) return "";
      return place.length === 1 ? sideWords(cell, place, scribe) : atWords(cell, scribe);
    },
  };
}

/** What was said; a phrase in the listener's language. */
function heard({ text, phrase }: Cause & { c: "said" }, scribe: Scribe): string {
  return phrase === undefined ? text : scribe.sayMaybe(`phrases.${phrase}`, text);
}

/** A line of the log in sentences. */
export function spokenOf(line: LogLine, scribe: Scribe): string[] {
  const { cause } = line;
  if (cause.c === "said") {
    return [scribe.say("reader.said", { who: cause.name, text: heard(cause, scribe) })];
  }
  const teller = spokenTeller(scribe);
  const told: string[] = [];
  let run: Event[] = [];
  let first = true;
  const flush = (): void => {
    // The cause is told once, before everything.
    const own = first ? cause : cause.c === "played" ? cause : { c: "made" as const };
    for (const entry of entriesOf({ ...line, cause: own, events: run }, teller)) {
      told.push(sentence(plain(entry.text)));
    }
    if (first) told.push(...takenBack(cause, teller));
    run = [];
    first = false;
  };
  for (const event of line.events ?? []) {
    if (event.e !== "scored") {
      run.push(event);
      continue;
    }
    if (first || run.length > 0) flush();
    told.push(...scoredSentences(event, teller, scribe));
  }
  if (first || run.length > 0) flush();
  if (told.length === 0 && cause.c === "played") {
    const me = scribe.mine(cause.seat) ? "yes" : "no";
    told.push(sentence(scribe.say("reader.passed", { me, who: scribe.name(cause.seat) })));
  }
  return told;
}

/** Taking a figure back has no event of its own. */
function takenBack(cause: Cause, teller: Teller): string[] {
  if (cause.c !== "played") return [];
  const word = cause.words.map(parse).find((one) => one.w === "take");
  if (word?.w !== "take") return [];
  const me = teller.mine(cause.seat) ? "yes" : "no";
  const piece = teller.sayMaybe(`log.taken.${word.verb}`, teller.say("log.taken"));
  return [sentence(teller.say("log.home", { who: teller.name(cause.seat), me, piece }))];
}

/** "a road of 4 tiles". */
function scoredWhat(event: Scored, teller: Teller, scribe: Scribe): string {
  const { feature, parts } = event;
  const lasting = event.lasting === true;
  const known = scribe.sayMaybe(`log.what.${feature}`, feature);
  const what =
    event.complete || lasting ? known : scribe.sayMaybe(`log.what.unfinished.${feature}`, known);
  const shown = parts.filter((part) => part.why !== "points" && part.count > 0);
  if (scribe.verbosity === "short" || shown.length === 0) return what;
  // What tokens bring lies nowhere.
  if (!event.at.cell) return what;
  const list = scribe.list(shown.map((part) => counted(part, teller)));
  const key = shown[0]?.why === "tiles" ? "reader.of" : "reader.with";
  const values = { what, parts: list };
  return scribe.sayMaybe(`${key}.${feature}`, scribe.say(key, values), values);
}

/** "Anna scores 4 points for a road of 4 tiles." One sentence for each different gain. */
export function scoredSentences(event: Scored, teller: Teller, scribe: Scribe): string[] {
  const what = scoredWhat(event, teller, scribe);
  const { winners, points, at } = event;
  if (winners.length === 0) return [sentence(scribe.say("log.scored.nobody", { what }))];
  const gains = new Map<number, number[]>();
  for (const seat of winners) {
    const n = points[seat] ?? 0;
    gains.set(n, [...(gains.get(n) ?? []), seat]);
  }
  const told = [...gains].map(([n, seats]) => {
    const [first = 0] = seats;
    if (seats.length === 1) {
      const me = scribe.mine(first) ? "yes" : "no";
      return sentence(scribe.say("reader.scores", { who: scribe.name(first), me, n, what }));
    }
    const names = scribe.list(seats.map((seat) => who(scribe, seat)));
    return sentence(scribe.say("reader.scores.each", { names, n, what }));
  });
  if (scribe.verbosity === "full") {
    const why = whyOf(event, teller).replaceAll("×", scribe.say("reader.times"));
    const where = at.cell ? sentence(atWords(at.cell, scribe)) : "";
    told.push(...[where, why].filter((text) => text !== ""));
  }
  return told;
}

/** What a draft would bring, in sentences: "You would score …" is told as "You score …". */
export function gainsOf(events: readonly Event[], scribe: Scribe): string[] {
  const teller = spokenTeller(scribe);
  return events.flatMap((event) =>
    event.e === "scored" ? scoredSentences(event, teller, scribe) : [],
  );
}
