// The words of the command line, in both languages at once: whoever has learnt one may keep it.
// The first word of each language is the one that the help shows.

export const COMMANDS = [
  "help",
  "choices",
  "confirm",
  "undo",
  "takeback",
  "pass",
  "turn",
  "lay",
  "tile",
  "me",
  "scores",
  "last",
  "log",
  "board",
  "where",
  "survey",
  "figures",
  "walls",
  "left",
  "clock",
  "repeat",
  "say",
  "short",
  "normal",
  "full",
] as const;

export type Name = (typeof COMMANDS)[number];

export const WORDS: Record<Name, { en: readonly string[]; fr: readonly string[] }> = {
  help: { en: ["help", "h", "?"], fr: ["aide", "commandes"] },
  choices: { en: ["choices", "c", "options", "list"], fr: ["choix", "liste"] },
  confirm: { en: ["confirm", "ok", "yes", "y"], fr: ["valider", "valide", "oui", "confirmer"] },
  undo: { en: ["undo", "u", "back"], fr: ["annuler", "annule", "retour"] },
  takeback: { en: ["takeback", "retract"], fr: ["reprendre", "reprends"] },
  pass: { en: ["pass", "none", "no", "skip"], fr: ["passer", "passe", "aucun", "aucune", "non"] },
  turn: { en: ["turn", "rotate", "r"], fr: ["tourner", "tourne"] },
  lay: { en: ["lay", "place", "play"], fr: ["poser", "pose", "placer", "jouer"] },
  tile: { en: ["tile", "t", "hand"], fr: ["tuile", "main"] },
  me: { en: ["me", "mine", "supply"], fr: ["moi", "reserve"] },
  scores: { en: ["scores", "s", "score", "points"], fr: ["points", "score"] },
  last: { en: ["last", "l", "since", "news"], fr: ["dernier", "derniers", "depuis"] },
  log: { en: ["log", "history"], fr: ["journal", "historique"] },
  board: { en: ["board", "b", "tiles", "scan"], fr: ["plateau", "tuiles"] },
  where: { en: ["where", "w", "cell", "look"], fr: ["ou", "case", "voir"] },
  survey: { en: ["survey", "features", "f", "open"], fr: ["bilan", "ouvert"] },
  figures: { en: ["figures", "followers"], fr: ["figures", "partisans"] },
  walls: { en: ["walls", "ring"], fr: ["murs", "enceinte"] },
  left: { en: ["left", "bag", "remaining"], fr: ["reste", "pioche"] },
  clock: { en: ["clock", "clocks", "time"], fr: ["pendule", "pendules", "temps"] },
  repeat: { en: ["repeat", "again"], fr: ["repeter", "repete", "encore"] },
  say: { en: ["say", "chat"], fr: ["dire", "dis"] },
  short: { en: ["short", "brief"], fr: ["bref", "court"] },
  normal: { en: ["normal"], fr: ["normal"] },
  full: { en: ["full", "detailed"], fr: ["complet", "detail"] },
};

/** Names of kinds of feature and of figures, of both languages, without accents. */
export const KIND_WORDS: Record<string, readonly string[]> = {};
export const PIECE_WORDS: Record<string, readonly string[]> = {};

/** Learns these words from the texts: `piece.NAME` and `kind.NAME`, each with its words of both
 * languages. */
export function learnWords(texts: Iterable<readonly [string, string]>): void {
  for (const [key, words] of texts) {
    const [table, name] = key.split(".");
    if (name === undefined) continue;
    (table === "kind" ? KIND_WORDS : PIECE_WORDS)[name] = words.split(" ");
  }
}

/** Directions, of both languages, without accents. */
export const SIDE_WORDS: Record<string, readonly string[]> = {
  N: ["n", "north", "nord"],
  E: ["e", "east", "est"],
  S: ["s", "south", "sud"],
  W: ["w", "o", "west", "ouest"],
};

/** The ends of a wall that grows. */
export const END_WORDS: Record<string, readonly string[]> = {
  left: ["left", "gauche"],
  right: ["right", "droit", "droite"],
};

/** Lower case, without accents and without needless spaces. */
export function simple(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[’']/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The key under which a word stands in a table of words. */
export function keyOf(word: string, table: Record<string, readonly string[]>): string | undefined {
  return Object.keys(table).find((key) => table[key]?.includes(word));
}
