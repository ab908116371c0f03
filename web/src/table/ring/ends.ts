// What building at an end of The City's wall would do, in words: told before any tap.

import type { Key, Values } from "../../i18n/index.svelte";
import { sideMiddle } from "../../board/model";
import { cornerOf } from "./sides";
import type { Option } from "../options";
import type { Survey, WallEnd } from "../../wire";

export interface EndTeller {
  say: (key: Key, values?: Values) => string;
  sayMaybe: (key: string, fallback: string, values?: Values) => string;
  list: (items: readonly string[]) => string;
  name: (seat: number) => string;
}

/** What an end completes, cuts off, and what a guard there sees. */
export function endFacts(
  end: WallEnd,
  survey: Survey,
  teller: EndTeller,
  posts = true,
  guard: (sight: Sight, teller: EndTeller) => string = guardFact,
): string[] {
  const { say } = teller;
  const facts: string[] = [];
  const completed = end.completes.flatMap((id) => {
    const feature = survey.features.find((one) => one.id === id);
    return feature ? [teller.sayMaybe(`log.what.${feature.kind}`, feature.kind)] : [];
  });
  if (completed.length > 0)
    facts.push(say("table.wall.completes", { what: teller.list(completed) }));
  const gains = (end.points ?? []).flatMap((n, seat) =>
    n > 0 ? [say("table.gain", { who: teller.name(seat), n })] : [],
  );
  if (gains.length > 0) facts.push(gains.join(", "));
  if (end.guard_allowed && posts) facts.push(guard(end, teller));
  if (end.blocks.length > 0) facts.push(say("table.wall.blocks", { n: end.blocks.length }));
  return facts;
}

/** What somebody on the wall looks at. */
export interface Sight {
  public: number;
  historic: number;
  guard_worth?: number | undefined;
}

/** What a guard would see and earn; `only` names the sentence without points. */
export function guardFact(
  sight: Sight,
  { say, list }: EndTeller,
  only: "table.wall.sees" | "table.ring.sees" = "table.wall.sees",
): string {
  const seen: string[] = [];
  if (sight.public > 0) seen.push(say("log.why.public-buildings", { n: sight.public }));
  if (sight.historic > 0) seen.push(say("log.why.historic-buildings", { n: sight.historic }));
  if (seen.length === 0) return say(`${only}.none`);
  const what = list(seen);
  return sight.guard_worth === undefined
    ? say(only, { what })
    : say("table.wall.sees.points", { what, n: sight.guard_worth });
}

/** The same where there is little room: what is seen is ringed on the board. */
function guardPoints(sight: Sight, teller: EndTeller): string {
  return sight.guard_worth === undefined || sight.guard_worth === 0
    ? guardFact(sight, teller)
    : teller.say("table.wall.guard", { n: sight.guard_worth });
}

/** The options at the ring with their places and what they would do; nothing for other questions. */
export function atRing(
  options: readonly Option[],
  survey: Survey | undefined,
  teller: EndTeller,
  { ask, words, posts }: { ask: string; words: readonly string[]; posts: boolean },
): Option[] | undefined {
  if (ask === "wall") return withEnds(options, survey, teller, posts);
  if (ask === "tower") return withTowers(options, survey, teller);
  if (ask !== "guard") return undefined;
  const end = survey?.ring?.ends.find(({ word }) => words.includes(word));
  const detail = end ? guardFact(end, teller) : "";
  return options.map((option) => (option.none ? option : { ...option, detail }));
}

/** The options of a wall with their places and what they would do. */
function withEnds(
  options: readonly Option[],
  survey: Survey | undefined,
  teller: EndTeller,
  posts = true,
): Option[] {
  const ends = survey?.ring?.ends ?? [];
  return options.map((option) => {
    const end = ends.find((one) => one.word === option.word);
    if (!end?.at.cell || !survey) return option;
    const at = { cell: end.at.cell, ...sideMiddle(end.at.place) };
    const detail = endFacts(end, survey, teller, posts).join(" · ");
    if (detail === "") return { ...option, at, detail: teller.say("table.wall.nothing") };
    const brief = endFacts(end, survey, teller, posts, guardPoints).join(" · ");
    return { ...option, at, detail, brief };
  });
}

/** The options of a tower with their corners and what they give at once. */
function withTowers(
  options: readonly Option[],
  survey: Survey | undefined,
  { say }: EndTeller,
): Option[] {
  const places = survey?.ring?.towers ?? [];
  return options.map((option) => {
    const place = places.find((one) => one.word === option.word);
    if (!place) return option;
    const at = cornerOf(place.at, option.word === "tower:right");
    const detail =
      place.worth === undefined ? option.detail : say("table.tower.gives", { n: place.worth });
    return { ...option, at, detail, piece: "tower" };
  });
}
