// Which rule to read for a decision, so that a question leads to its section. The texts say it:
// `rules.of.FAMILY.ASK`, for an expansion `rules.of.ask.NAME` and `rules.of.set.TILES`.

import { tMaybe } from "../i18n/index.svelte";

/** The id of a rule that tells what a decision is about. */
export function ruleOfAsk(ask: string, family: string, hand: string | undefined): string {
  const general = tMaybe(`rules.of.${family}`, "");
  const section = tMaybe(`rules.of.${family}.${ask}`, general);
  const own = ask === "lay" ? `set.${hand?.split("/", 1)[0] ?? ""}` : `ask.${ask}`;
  return tMaybe(`rules.of.${own}`, section);
}
