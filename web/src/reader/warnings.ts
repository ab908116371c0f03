// When a clock deserves a word.

/** Seconds left at which a seat is warned, the most first. */
export const MINE: readonly number[] = [3600, 600, 300, 60, 30, 10];
export const OTHERS: readonly number[] = [60, 10];

/** The warning between two looks at a clock, in seconds; the least if several were passed. */
export function warned(
  before: number | undefined,
  now: number,
  marks: readonly number[],
): number | undefined {
  if (before === undefined || now <= 0) return undefined;
  return marks.findLast((mark) => before > mark * 1000 && now <= mark * 1000);
}
