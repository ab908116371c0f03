// Ratings as words.

import type { ShownRating } from "../wire";

/** "1530", or "1530?" while it is not certain. */
export function ratingText({ points, provisional }: ShownRating): string {
  return provisional === true ? `${points}?` : `${points}`;
}

/** "+12", "−3", "±0". */
export function changeText(before: number, after: number): string {
  const change = after - before;
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}
