// Numbers of The City's wall, counted from what the server tells.

/** How many pieces each seat still builds in this phase. */
export function leftToBuild(builders: readonly number[], seats: number): number[] {
  const left = Array.from({ length: seats }, () => 0);
  for (const seat of builders) left[seat] = (left[seat] ?? 0) + 1;
  return left;
}

/** A part in percent, from 0 to 100. */
export function share(part: number, all: number): number {
  return all <= 0 ? 0 : Math.max(0, Math.min(100, (part / all) * 100));
}
