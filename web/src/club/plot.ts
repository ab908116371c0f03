// A rating over time as a line.

import type { RatedDay } from "../wire";

/** A rating over time, as a picture of some size has it. */
export interface Plot {
  /** The points of the line. */
  line: string;
  /** What the rating may well have been: a band around the line. */
  band: string;
  /** Where the days are. */
  dots: { x: number; y: number; day: RatedDay }[];
  /** Ratings at which a thin line helps to read. */
  marks: { y: number; points: number }[];
}

/** The least that a plot reaches over, in points: small changes are to look small. */
const LEAST = 100;

/** Steps between the thin lines, the first that gives few enough. */
const STEPS = [25, 50, 100, 200, 500, 1000];

/** The plot of a history in a picture of this width and height. */
export function plotOf(days: readonly RatedDay[], width: number, height: number): Plot {
  const lows = days.map(({ rating }) => rating.points - rating.deviation);
  const highs = days.map(({ rating }) => rating.points + rating.deviation);
  let [low, high] = [Math.min(...lows), Math.max(...highs)];
  const more = Math.max(0, LEAST - (high - low)) / 2;
  [low, high] = [low - more, high + more];
  const [first, last] = [days[0]?.at ?? 0, days.at(-1)?.at ?? 0];
  const x = (at: number): number =>
    last === first ? width / 2 : ((at - first) / (last - first)) * width;
  const y = (points: number): number => height - ((points - low) / (high - low)) * height;
  const round = (n: number): number => Math.round(n * 10) / 10;
  const dots = days.map((day) => ({ x: round(x(day.at)), y: round(y(day.rating.points)), day }));
  const edge = (sign: number) =>
    days.map(({ at, rating }) => {
      const points = rating.points + sign * rating.deviation;
      return `${round(x(at))},${round(y(points))}`;
    });
  const step = STEPS.find((size) => (high - low) / size <= 5) ?? 2000;
  const marks = [];
  for (let points = Math.ceil(low / step) * step; points <= high; points += step)
    marks.push({ y: round(y(points)), points });
  return {
    line: dots.map((dot) => `${dot.x},${dot.y}`).join(" "),
    band: [...edge(1), ...edge(-1).reverse()].join(" "),
    dots,
    marks,
  };
}
