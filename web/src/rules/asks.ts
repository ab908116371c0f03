// Which rule to read for a decision, so that a question leads to its section. The texts of an
// expansion say it for what the expansion asks: `rules.of.ask.NAME`, `rules.of.set.TILES`.

import { tMaybe } from "../i18n/index.svelte";

/** The section to read for a decision of a family: an id of one of its rules. */
const SECTIONS: Record<string, string> = {
  lay: "BASE-17",
  figure: "BASE-21",
  gate: "CITY-38",
  wall: "CITY-42",
  guard: "CITY-49",
  tower: "CITY-53",
};

/** The id of a rule that tells what a decision is about. */
export function ruleOfAsk(ask: string, family: string, hand: string | undefined): string {
  if (family === "city") {
    if (ask === "lay") return "CITY-12";
    if (ask === "figure") return "CITY-18";
  }
  const own = ask === "lay" ? `set.${hand?.split("/", 1)[0] ?? ""}` : `ask.${ask}`;
  const section = SECTIONS[ask] ?? (family === "city" ? "CITY-10" : "BASE-15");
  return tMaybe(`rules.of.${own}`, section);
}

/** All ids that decisions lead to, for the test that they exist. */
export const ASK_RULES: readonly string[] = [
  ...Object.values(SECTIONS),
  "CITY-10",
  "CITY-12",
  "CITY-18",
  "BASE-15",
];
