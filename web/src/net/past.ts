// What a person's page asks of the server below its first sight.

import type { Ladder, PersonStats, PlayedGames, RatingHistory } from "../wire";
import { json, part } from "./api";

/** Which games of a person are asked for; what is left out does not matter. */
export interface Wanted {
  ladder?: Ladder | "";
  result?: "won" | "tied" | "lost" | "";
  rated?: "true" | "false" | "";
  rival?: string;
  seats?: string;
  before?: number;
}

/** The query of what is wanted: `?ladder=duel&result=won`, or nothing. */
export function queryOf(wanted: Wanted): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    const text = String(value ?? "").trim();
    if (text !== "") query.set(name, text);
  }
  return query.size > 0 ? `?${query}` : "";
}

const path = (name: string): string => `/api/people/${part(name)}`;

export const past = {
  games: (name: string, wanted: Wanted) =>
    json<PlayedGames>("GET", `${path(name)}/games${queryOf(wanted)}`),
  history: (name: string, ladder: Ladder) =>
    json<RatingHistory>("GET", `${path(name)}/ratings/${ladder}`),
  stats: (name: string, ladder: Ladder | "") =>
    json<PersonStats>("GET", `${path(name)}/stats${queryOf({ ladder })}`),
};
