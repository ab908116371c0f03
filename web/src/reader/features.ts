// Features in words: "your road (3 tiles)", "the city of Anna (4 tiles, 1 shield)".

import type { Values } from "../i18n/index.svelte";
import type { Feature, Survey } from "../wire";
import { cellKey, type Cell } from "../table/words";
import { atWords, cellWords } from "./places";
import { sentence, upper, who, type Scribe } from "./scribe";

/** Whether it stays open to the end. */
export function isLasting(feature: Feature): boolean {
  return feature.lasting === true;
}

/** Whether it stands in the middle of a tile: its places have no sides. */
export function isCentre(feature: Feature): boolean {
  const [first] = feature.segments;
  return first !== undefined && !first.place.includes(":");
}

/** The kinds of feature that are there, in the order in which they are told: first what reaches
 * over tiles, then what stands in the middle of one, then what stays open to the end. */
export function kindsOf(survey: Survey): string[] {
  const rank = (feature: Feature): number => (isLasting(feature) ? 2 : isCentre(feature) ? 1 : 0);
  const sorted = [...survey.features].sort((a, b) => rank(a) - rank(b) || a.id - b.id);
  return [...new Set(sorted.map(({ kind }) => kind))];
}

/** Whether the listener has a figure in it. */
export function mineIn(feature: Feature, scribe: Scribe): boolean {
  const own = scribe.own ?? scribe.mine;
  return feature.strength.some((n, seat) => n > 0 && own(seat));
}

/** Whose a feature is: nobody’s, mine, another’s, or shared. */
function owner(feature: Feature, scribe: Scribe): string {
  const { kind, owners } = feature;
  const [first] = owners;
  /** The sentence for the kind, if it has one of its own. */
  const say = (key: "free" | "shared" | "mine" | "of", values: Values): string =>
    scribe.sayMaybe(
      `reader.feature.${key}.${kind}`,
      scribe.say(`reader.feature.${key}`, values),
      values,
    );
  if (first === undefined) return say("free", { kind });
  if (owners.length > 1) {
    const names = scribe.list(owners.map((seat) => who(scribe, seat)));
    return say("shared", { kind, names });
  }
  if (scribe.mine(first)) return say("mine", { kind });
  return say("of", { kind, name: scribe.name(first) });
}

/** How large it is, and what is drawn in it. */
function size(feature: Feature, scribe: Scribe): string {
  const words: string[] = [];
  const centre = isCentre(feature);
  if (!centre) words.push(scribe.say("table.overlay.tiles", { n: feature.tiles }));
  if (centre && !feature.complete) {
    words.push(scribe.say("reader.missing", { n: feature.missing.length }));
  }
  for (const [sign, n] of feature.signs ?? []) {
    words.push(scribe.sayMaybe(`reader.sign.${sign.replaceAll(" ", "-")}`, `${n} ${sign}`, { n }));
  }
  const touched = feature.touches?.length ?? 0;
  if (isLasting(feature)) {
    const what = scribe.sayMaybe(`reader.touches.${feature.kind}`, "", { n: touched });
    if (what !== "") words.push(what);
  }
  const beaten = mineIn(feature, scribe) && !feature.owners.some((seat) => scribe.mine(seat));
  if (beaten) words.push(scribe.say("reader.feature.beaten"));
  return words.join(", ");
}

/** "your road (3 tiles)". */
export function featurePhrase(feature: Feature, scribe: Scribe): string {
  const about = size(feature, scribe);
  return about === "" ? owner(feature, scribe) : `${owner(feature, scribe)} (${about})`;
}

/** Where a feature lies: its cells if few, else from where to where. */
export function extent(feature: Feature, scribe: Scribe): string {
  const cells = new Map<string, Cell>();
  for (const { cell } of feature.segments) if (cell) cells.set(cellKey(cell), cell);
  const all = [...cells.values()];
  if (all.length <= 3) return scribe.list(all.map((cell) => atWords(cell, scribe)));
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  return scribe.say("reader.extent", {
    from: cellWords([Math.min(...xs), Math.min(...ys)], scribe),
    to: cellWords([Math.max(...xs), Math.max(...ys)], scribe),
  });
}

/** A feature as a line of a list. */
export function featureLine(feature: Feature, scribe: Scribe): string {
  const words = [`${upper(featurePhrase(feature, scribe))} ${extent(feature, scribe)}`];
  if (feature.complete) words.push(scribe.say("reader.closed"));
  else if (feature.missing.length > 0 && feature.missing.length <= 4) {
    const cells = scribe.list(feature.missing.map((cell) => atWords(cell, scribe)));
    words.push(scribe.say("reader.open.at", { cells }));
  } else if (feature.missing.length > 4 && !isCentre(feature)) {
    words.push(scribe.say("reader.missing", { n: feature.missing.length }));
  }
  const about = scribe.verbosity === "short" ? "" : worthWords(feature, scribe);
  if (about !== "") words.push(about);
  return words.join(". ");
}

function worthWords(feature: Feature, scribe: Scribe): string {
  if (!feature.worth) return "";
  if (scribe.verbosity === "full") return scribe.about(feature);
  const { now, complete } = feature.worth;
  return complete === undefined || feature.complete
    ? scribe.say("reader.worth", { n: now })
    : scribe.say("reader.worth.closed", { n: now, closed: complete });
}

/** The features of a kind worth telling, mine first, then others’, then free ones. Of the free
 * ones only those that somebody may still want, unless all is to be said. */
export function telling(survey: Survey, kind: string, scribe: Scribe): Feature[] {
  const rank = (feature: Feature): number =>
    mineIn(feature, scribe) ? 0 : feature.owners.length > 0 ? 1 : 2;
  const lost = (feature: Feature): boolean => isLasting(feature) || isCentre(feature);
  return survey.features
    .filter((feature) => feature.kind === kind)
    .filter((feature) => !feature.complete || feature.owners.length > 0)
    .filter(
      (feature) =>
        scribe.verbosity === "full" || rank(feature) < 2 || (!lost(feature) && feature.tiles > 1),
    )
    .sort((a, b) => rank(a) - rank(b) || b.tiles - a.tiles || a.id - b.id);
}

/** The features of a kind as lines; what is left out is counted. */
export function featureLines(survey: Survey, kind: string, scribe: Scribe): string[] {
  const shown = telling(survey, kind, scribe);
  const small = survey.features.filter(
    (one) => one.kind === kind && !one.complete && !isCentre(one) && !shown.includes(one),
  ).length;
  const lines = shown.map((feature) => sentence(featureLine(feature, scribe)));
  if (small > 0) lines.push(sentence(scribe.say("reader.small", { n: small })));
  return lines;
}
