// What the pages of people and the boards ask of the server.

import type { Board, Ladder, PersonStats, PlayedGames, Profile, RatingHistory } from "../wire";
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

export const club = {
  profile: (name: string) => json<Profile>("GET", path(name)),
  games: (name: string, wanted: Wanted) =>
    json<PlayedGames>("GET", `${path(name)}/games${queryOf(wanted)}`),
  history: (name: string, ladder: Ladder) =>
    json<RatingHistory>("GET", `${path(name)}/ratings/${ladder}`),
  stats: (name: string, ladder: Ladder | "") =>
    json<PersonStats>("GET", `${path(name)}/stats${queryOf({ ladder })}`),
  board: (ladder: Ladder) => json<Board>("GET", `/api/boards/${ladder}`),
};
