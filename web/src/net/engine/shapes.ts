// Where things stand on the tiles of a set, by the engine of this page: tile by tile, after everything
// that somebody waits for. A whole set would keep it from answering for half a second.

import { Failure } from "../api";
import { drawn } from "./painter";

export const SHAPES = "/art/shapes/";

/** What a server has under the same address: by its part, then by tile. */
type Sheet = Record<string, object>;

/** The tile with this number in the set; nothing behind the last one. */
async function one(path: string, number: number): Promise<Sheet | undefined> {
  try {
    return JSON.parse(await drawn(`${path}&tile=${number}`, "last")) as Sheet;
  } catch (error) {
    if (number > 0 && error instanceof Failure && error.problem.status === 404) return undefined;
    throw error;
  }
}

/** The shapes of all tiles of a set. */
export async function shapes(path: string): Promise<Sheet> {
  const all: Sheet = {};
  for (let number = 0; ; number += 1) {
    const sheet = await one(path, number);
    if (!sheet) return all;
    for (const [part, tiles] of Object.entries(sheet)) all[part] = { ...all[part], ...tiles };
  }
}
