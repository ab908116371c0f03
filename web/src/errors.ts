// A problem as a kind sentence in the language of the page. What we have no words for is said as
// the server said it.

import { t, tMaybe } from "./i18n/index.svelte";
import { Failure } from "./net/api";
import type { Problem } from "./wire";

/** Why it was refused, and what to do. */
export function explain(problem: Problem): string {
  // Refusals of the rules are told by their English sentence (see messages/*/refusals.json).
  if (problem.type === "rules") return tMaybe(`refusals.${problem.detail}`, problem.detail);
  return tMaybe(`errors.${problem.type}`, problem.detail, {
    detail: problem.detail,
    at: problem.at ?? "",
    retry: problem.retry ?? 0,
  });
}

/** The same for anything that was thrown. */
export function explainAny(error: unknown): string {
  if (error instanceof Failure) return explain(error.problem);
  // A part of the page that does not load: the network, or a new version on the server.
  return t("errors.page");
}
