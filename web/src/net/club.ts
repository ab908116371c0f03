// What the pages of people and the boards ask of the server at first.

import type { Board, Ladder, Profile } from "../wire";
import { json, part } from "./api";

export const club = {
  profile: (name: string) => json<Profile>("GET", `/api/people/${part(name)}`),
  board: (ladder: Ladder) => json<Board>("GET", `/api/boards/${ladder}`),
};
