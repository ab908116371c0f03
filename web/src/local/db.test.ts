import { expect, it } from "vitest";
import { tooMany } from "./db";

it("forgets the oldest analyses, and those that do not say how old they are first", () => {
  const all = [{ key: "unknown" }, { key: "new", at: 3 }, { key: "old", at: 1 }];
  expect(tooMany(all, 3)).toEqual([]);
  expect(tooMany(all, 2)).toEqual(["unknown"]);
  expect(tooMany(all, 1)).toEqual(["old", "unknown"]);
});
