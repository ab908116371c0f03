import { expect, it } from "vitest";
import { FORMAT } from "../wire";
import { isNewer, loadAnew } from "./format";

it("knows tables of its own and of earlier formats", () => {
  expect([undefined, 1, FORMAT, FORMAT + 1].map(isNewer)).toEqual([false, false, false, true]);
});

it("loads the page anew once", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  let loads = 0;
  const reload = () => void loads++;
  expect(loadAnew(3, reload, () => storage)).toBe(true);
  expect(loadAnew(3, reload, () => storage)).toBe(false);
  expect(loads).toBe(1);
  expect(loadAnew(4, reload, () => storage)).toBe(true);
  const blocked = (): never => {
    throw new Error("no storage here");
  };
  expect(loadAnew(5, reload, blocked)).toBe(false);
  expect(loads).toBe(2);
});
