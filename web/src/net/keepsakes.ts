// A game to keep or to share, as pictures.

import { ask, part } from "./api";

export const keepsakes = {
  /** A finished game as an animated picture. */
  animation: async (id: string, query: string) =>
    (await ask("GET", `/api/tables/${part(id)}/picture.gif?${query}`)).blob(),
  /** A game as a card with its names and points. */
  card: async (id: string, lang: string) =>
    (await ask("GET", `/api/tables/${part(id)}/card.png?lang=${lang}`)).blob(),
};
