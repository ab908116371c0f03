// A game to be played, in a few words.

import { t } from "../i18n/index.svelte";
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

/** Which game, with what, and how fast. */
export function describePlan(config: TableConfig): string {
  const family = config.plan.family === "city" ? "city" : "country";
  return [t(`people.family.${family}`), pace(config.clock)].join(" · ");
}
