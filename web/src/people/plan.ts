// A game to be played, in a few words.

import { t, tMaybe } from "../i18n/index.svelte";
import { titled } from "../i18n/plain";
import type { Clock, TableConfig } from "../wire";

function pace(clock: Clock | undefined): string {
  switch (clock?.kind) {
    case "total":
      return t("people.clock.total", {
        minutes: Math.round(clock.seconds / 60),
        seconds: clock.increment,
      });
    case "days":
      return t("people.clock.days", { n: clock.days });
    default:
      return t("people.clock.none");
  }
}

/** What a family of games is called here. */
export function familyName(family: string): string {
  return tMaybe(`people.family.${family}`, titled(family));
}

/** Which game, with what, and how fast. */
export function describePlan(config: TableConfig): string {
  return [familyName(config.plan.family), pace(config.clock)].join(" · ");
}
