// Words that players bring from elsewhere, with the ones that our rules use. They are looked for,
// never written. Without accents, as they are compared.

const WORDS: readonly (readonly [theirs: string, ours: string])[] = [
  // French
  ["rempart remparts fortification fortifications", "muraille enceinte mur"],
  ["champ champs prairie prairies ferme fermes", "pre"],
  ["abbaye abbayes cloitre cloitres eglise eglises couvent", "monastere"],
  ["pion pions bonhomme bonshommes pieces", "partisan figure"],
  ["fermier fermiers agriculteur agriculteurs", "paysan"],
  ["voleur voleurs bandit bandits", "brigand"],
  ["bouclier boucliers ecusson ecussons ecu", "blason"],
  ["chemin chemins sentier", "route"],
  ["carte cartes piece", "tuile"],
  ["village hameau croisement", "carrefour village"],
  ["maison maisons demeure demeures quartier", "habitation"],
  ["gardien gardiens sentinelle soldat", "garde"],
  ["beffroi donjon tourelle", "tour"],
  ["portail entree", "porte"],
  ["pile pioche sac", "pile pioche"],
  ["score scores marquer", "point compt"],
  ["fleuve ruisseau", "riviere"],
  ["macon batisseuse constructeur", "batisseur"],
  // English
  ["rampart ramparts fortification", "wall"],
  ["farm farms meadow meadows pasture", "field"],
  ["abbey abbeys cloister cloisters church churches", "monastery"],
  ["pawn pawns man men piece pieces", "follower figure"],
  ["robber robbers thief thieves bandit", "highwayman"],
  ["pennant pennants crest coat arms", "shield"],
  ["path paths way", "road"],
  ["card cards", "tile"],
  ["house houses dwelling dwellings", "home"],
  ["sentry sentinel soldier watchman", "guard"],
  ["town towns castle", "city"],
  ["stack stacks deck bag", "pile"],
  ["scoring score", "point score"],
];
/** The usual name of the wooden figures, in every language. */
const FIGURE = ["mee", "ple"].join("");

const KNOWN = new Map<string, readonly string[]>([
  [FIGURE, ["partisan", "follower"]],
  [`${FIGURE}s`, ["partisan", "follower"]],
]);
for (const [theirs, ours] of WORDS) {
  for (const word of theirs.split(" ")) {
    const before = KNOWN.get(word) ?? [];
    KNOWN.set(word, [...before, ...ours.split(" ").filter((one) => one !== word)]);
  }
}

/** What our rules may call a word that somebody looks for. */
export function synonymsOf(word: string): readonly string[] {
  return KNOWN.get(word) ?? [];
}
