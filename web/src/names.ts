// Names for guests: given names of the Occitan Middle Ages, which suit the land we build.

const NAMES = [
  "Aliénor",
  "Azalaïs",
  "Bernat",
  "Blanca",
  "Clara",
  "Esclarmonde",
  "Estèla",
  "Fabrisse",
  "Faydit",
  "Flors",
  "Garsende",
  "Gauceran",
  "Guilhem",
  "Huguette",
  "Isarn",
  "Jordana",
  "Loba",
  "Mondine",
  "Orbria",
  "Peire",
  "Pons",
  "Raimon",
  "Rixende",
  "Rogièr",
  "Saura",
  "Sicard",
  "Tibors",
  "Vidal",
];

/** One of them, by chance. */
export function randomName(chance: () => number = Math.random): string {
  return NAMES[Math.floor(chance() * NAMES.length)] ?? "Raimon";
}

/** One that is not taken yet: the server wants different names on one screen. */
export function freshName(taken: readonly string[]): string {
  const free = NAMES.filter((name) => !taken.includes(name));
  return free[Math.floor(Math.random() * free.length)] ?? randomName();
}
