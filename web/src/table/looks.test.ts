import { expect, it } from "vitest";
import { apart, lookOf, turnIn } from "./looks";
import { knowMarks } from "./marks";

it("takes turns with the same segments for one", () => {
  const straight = [["road:EW"], ["road:NS"], ["road:EW"], ["road:NS"]];
  const looks = (r: number): string => lookOf("base/U", straight[r] ?? [], r);
  expect(apart([0, 1, 2, 3], looks)).toEqual([0, 1]);
  expect(apart([1, 2, 3], looks)).toEqual([1, 2]);
  expect(turnIn([0, 1], 3, looks)).toBe(1);
  const monastery = (r: number): string => lookOf("base/B", ["monastery", "field:NL"], r);
  expect(apart([0, 1, 2, 3], monastery)).toEqual([0]);
});

it("keeps turns apart that differ by where a sign lies, and those of which nothing is known", () => {
  knowMarks([["x/two-cities", ["shield"]]]);
  const two = (r: number): string => lookOf("x/two-cities", ["city:N", "city:S"], r);
  expect(apart([0, 2], two)).toEqual([0, 2]);
  const unknown = (r: number): string => lookOf("x/new", [], r);
  expect(apart([0, 2], unknown)).toEqual([0, 2]);
});
