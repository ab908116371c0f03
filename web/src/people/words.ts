// Words that several of these pages use.

import { language, t } from "../i18n/index.svelte";

export { t };

/** A day with its hour. */
export function day(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(
    at,
  );
}
