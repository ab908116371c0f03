// Phrases: what strangers may say to each other. Everybody reads them in its own language.

import { textsUnder, tMaybe } from "../i18n/index.svelte";

/** What was said, as a line of the log has it. */
interface Said {
  text: string;
  phrase?: string;
}

/** Something that was said, in the reader's language if it is a phrase. */
export function wordsOf({ text, phrase }: Said): string {
  return phrase === undefined ? text : tMaybe(`phrases.${phrase}`, text);
}

/** All phrases: names and texts. */
export function phrases(): [string, string][] {
  return textsUnder("phrases.");
}

/** Letters alone, so that capitals, accents and points do not matter. */
function bare(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}

/** The name of the phrase that a text is, or begins, if no other begins so. */
export function phraseOf(text: string, all = phrases()): string | undefined {
  const wanted = bare(text);
  if (wanted === "") return undefined;
  const same = all.find(([name, words]) => bare(words) === wanted || bare(name) === wanted);
  if (same) return same[0];
  const begun = all.filter(([, words]) => bare(words).startsWith(wanted));
  return begun.length === 1 ? begun[0]?.[0] : undefined;
}
