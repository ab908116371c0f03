// Words that players bring from elsewhere, with the ones that our rules use. They are looked for,
// never written. The texts have them under `rules.words.`, those of an expansion with its own:
// "theirs theirs = ours", without accents, as they are compared.

/** The usual name of the wooden figures, in every language, and what it is looked up as. */
const FIGURE = ["mee", "ple"].join("");
const KNOWN_AS = "follower";

/** What our rules may call a word that somebody looks for. */
export type Synonyms = (word: string) => readonly string[];

/** Reads the words of a language, by the names of what they are about. */
export function synonymsIn(texts: Iterable<readonly [string, string]>): Synonyms {
  const known = new Map<string, string[]>();
  for (const [name, text] of texts) {
    const [theirs = [], ours = []] = text.split(" = ").map((words) => words.split(" "));
    const wooden = name === KNOWN_AS ? [FIGURE, `${FIGURE}s`] : [];
    for (const word of [...theirs, ...wooden]) {
      known.set(word, [...(known.get(word) ?? []), ...ours.filter((one) => one !== word)]);
    }
  }
  return (word) => known.get(word) ?? [];
}
