import { expect, it } from "vitest";
import { queryOf } from "../net/past";
import type { RatedDay } from "../wire";
import { plotOf } from "./plot";
import { changeText, ratingText } from "./ratings";

const day = (at: number, points: number, deviation = 50): RatedDay => ({
  at,
  rating: { points, deviation },
  games: 1,
});

it("shows a rating that is not certain with a question mark", () => {
  expect(ratingText({ points: 1530, deviation: 120, provisional: true })).toBe("1530?");
  expect(ratingText({ points: 1530, deviation: 60 })).toBe("1530");
});

it("tells what changed with its sign", () => {
  expect(changeText(1500, 1512)).toBe("+12");
  expect(changeText(1512, 1500)).toBe("−12");
  expect(changeText(1500, 1500)).toBe("±0");
});

it("draws from the first day to the last, higher ratings higher", () => {
  const plot = plotOf([day(0, 1500), day(50, 1600), day(100, 1550)], 200, 100);
  expect(plot.dots.map(({ x }) => x)).toEqual([0, 100, 200]);
  const [first, second, third] = plot.dots.map(({ y }) => y);
  expect(second).toBeLessThan(third ?? 0);
  expect(third).toBeLessThan(first ?? 0);
  expect(plot.dots.every(({ y }) => y >= 0 && y <= 100)).toBe(true);
  expect(plot.marks.length).toBeLessThanOrEqual(6);
  expect(plot.band.split(" ")).toHaveLength(6);
});

it("draws one day in the middle and no day at all", () => {
  const plot = plotOf([day(7, 1500, 5)], 200, 100);
  expect(plot.dots.map(({ x, y }) => [x, y])).toEqual([[100, 50]]);
  expect(plotOf([], 200, 100).dots).toEqual([]);
});

it("asks for what was chosen only", () => {
  expect(queryOf({})).toBe("");
  expect(queryOf({ ladder: "", result: "won", rival: " Ada B " })).toBe("?result=won&rival=Ada+B");
  expect(queryOf({ before: 7, rated: "true" })).toBe("?before=7&rated=true");
});
