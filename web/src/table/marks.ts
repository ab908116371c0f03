// What tiles carry beyond their segments, for naming them in words. marks.json has the marks of each
// tile that has any, in the order of its file: copied from the tile files, which marks.test.ts
// compares. It comes with the first shapes of tiles, before which no tile is named.

import { words } from "../net/file";
import address from "./marks.json?url";

let marks: ReadonlyMap<string, string> = new Map();
let asked: Promise<void> | undefined;

export function knowMarks(all: ReadonlyMap<string, string>): void {
  marks = all;
}

/** Fetches them once. Without them tiles have shorter names. */
export function loadMarks(): Promise<void> {
  asked ??= words(address).then(knowMarks, () => {
    asked = undefined;
  });
  return asked;
}

/** The marks of a tile. */
export function marksOf(id: string): string[] {
  return marks.get(id)?.split(" ") ?? [];
}
