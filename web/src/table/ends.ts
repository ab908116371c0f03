// What building at an end of The City's wall would do, in words: told before any tap.

import type { Key, Values } from "../i18n/index.svelte";
import { sideMiddle } from "../board/model";
import type { Option } from "./options";
import type { Survey, WallEnd } from "../wire";

export interface EndTeller {
  say: (key: Key, values?: Values) => string;
  sayMaybe: (key: string, fallback: string, values?: Values) => string;
  list: (items: readonly string[]) => string;
  name: (seat: number) => string;
}

/** What an end completes, cuts off, and what a guard there sees. */
export function endFacts(end: WallEnd, survey: Survey, teller: EndTeller): string[] {
  const { say } = teller;
  const facts: string[] = [];
  for (const id of end.completes) {
    const feature = survey.features.find((one) => one.id === id);
    if (!feature) continue;
    const what = teller.sayMaybe(`log.what.${feature.kind}`, feature.kind);
    facts.push(say("table.wall.completes", { what }));
  }
  const gains = (end.points ?? []).flatMap((n, seat) =>
    n > 0 ? [say("table.gain", { who: teller.name(seat), n })] : [],
  );
  if (gains.length > 0) facts.push(gains.join(", "));
  if (end.guard_allowed) facts.push(guardFact(end, teller));
  if (end.blocks.length > 0) facts.push(say("table.wall.blocks", { n: end.blocks.length }));
  return facts;
}

/** What a guard at an end would see and earn. */
export function guardFact(end: WallEnd, { say, list }: EndTeller): string {
  const seen: string[] = [];
  if (end.public > 0) seen.push(say("log.why.public-buildings", { n: end.public }));
  if (end.historic > 0) seen.push(say("log.why.historic-buildings", { n: end.historic }));
  if (seen.length === 0) return say("table.wall.sees.none");
  const what = list(seen);
  return end.guard_worth === undefined
    ? say("table.wall.sees", { what })
    : say("table.wall.sees.points", { what, n: end.guard_worth });
}

/** The options of a wall with their places and what they would do. */
export function withEnds(
  options: readonly Option[],
  survey: Survey | undefined,
  teller: EndTeller,
): Option[] {
  const ends = survey?.ring?.ends ?? [];
  return options.map((option) => {
    const end = ends.find((one) => one.word === option.word);
    if (!end?.at.cell || !survey) return option;
    const at = { cell: end.at.cell, ...sideMiddle(end.at.place) };
    return { ...option, at, detail: endFacts(end, survey, teller).join(" · ") };
  });
}

/** The end whose building is chosen, for showing the row that a guard there sees. */
export function chosenEnd(
  survey: Survey | undefined,
  words: readonly string[],
): WallEnd | undefined {
  return survey?.ring?.ends.find((end) => words.includes(end.word));
}
