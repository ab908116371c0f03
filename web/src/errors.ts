// A problem as a kind sentence in the language of the page. What we have no words for is said as
// the server said it, which speaks the language of the page, too (see net/api.ts).

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

const PLACE = /^line (\d+), column (\d+)$/;

/** What is wrong with a record, and where in its text. */
export function explainRecord(problem: Problem, text: string): string {
  if (problem.status === 413) return t("errors.record.large");
  const [, line, column] = PLACE.exec(problem.at ?? "")?.map(Number) ?? [];
  if (problem.type !== "record" || line === undefined || column === undefined) {
    return explain(problem);
  }
  if (!/^\s*\[Trencavel/.test(text)) return t("errors.record.start");
  const rest = text.split("\n")[line - 1]?.slice(column - 1) ?? "";
  const word = /^\s*(\[[^\]]*\]?|\S+)/.exec(rest)?.[1]?.slice(0, 40);
  if (problem.rule !== undefined) {
    const why = tMaybe(`refusals.${problem.detail}`, problem.detail);
    return t("errors.record.illegal", { line, column, word: word ?? "", why }).trim();
  }
  if (word === undefined) return t("errors.record.end", { line });
  return t("errors.record.here", { line, column, word });
}

/** The same for anything that was thrown. */
export function explainAny(error: unknown): string {
  if (error instanceof Failure) return explain(error.problem);
  // A part of the page that does not load: the network, or a new version on the server.
  return t("errors.page");
}
