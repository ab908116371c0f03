// What tiles carry beyond their segments, for naming them in words. It comes with their shapes, before
// which no tile is named.

const marks = new Map<string, readonly string[]>();

/** Takes note of the marks of tiles. */
export function knowMarks(all: Iterable<readonly [string, readonly string[]]>): void {
  for (const [id, own] of all) marks.set(id, own);
}

/** The marks of a tile, each as often as it is there. */
export function marksOf(id: string): readonly string[] {
  return marks.get(id) ?? [];
}
