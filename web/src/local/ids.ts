// Tables that exist on this device alone are told by their ids.

import { chanceShare } from "../net/api";

const START = "local-";

export function isLocal(id: string): boolean {
  return id.startsWith(START);
}

/** An id that nobody else has; it says the family, so that a list can show its picture. */
export function newId(family: string): string {
  return `${START}${family}-${chanceShare().slice(0, 16)}`;
}

/** The family in an id; nothing for a table of a server. */
export function familyIn(id: string): string | undefined {
  return isLocal(id) ? id.split("-")[1] : undefined;
}
