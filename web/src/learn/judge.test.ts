import { describe, expect, it } from "vitest";
import type { LessonStep } from "../wire";
import { judge, rightSoFar, scenes } from "./judge";

const step = (words: string[], more: Partial<LessonStep> = {}): LessonStep => ({
  before: 0,
  words,
  yours: true,
  same: [],
  accept: [],
  point: [],
  ...more,
});

describe("judge", () => {
  it("takes the lesson's own words", () => {
    expect(judge(step(["1,0 r0"]), ["1,0 r0"])).toBe("right");
    expect(judge(step(["1,0 r0"]), ["1,0 r1"])).toBe("wrong");
    expect(judge(step(["1,0 r0", "-"]), ["1,0 r0"])).toBe("wrong");
    expect(judge(step(["1,0 r0", "-"]), ["1,0 r0", "follower@road:EW"])).toBe("wrong");
  });

  it("takes a tile that looks the same, with the same places", () => {
    const lay = step(["1,0 r0", "follower@field:NL.NR"], { same: ["1,0 r2"] });
    expect(judge(lay, ["1,0 r2", "follower@field:NL.NR"])).toBe("right");
    expect(judge(lay, ["1,0 r2", "follower@field:SL.SR"])).toBe("wrong");
    expect(judge(lay, ["1,0 r2", "large@field:NL.NR"])).toBe("wrong");
    expect(judge(lay, ["1,0 r0", "follower@field:SL.SR"])).toBe("wrong");
  });

  it("knows what serves as well", () => {
    const lay = step(["2,0 r0", "-"], { accept: ["2,0 r1"] });
    expect(judge(lay, ["2,0 r1", "-"])).toBe("otherwise");
    expect(judge(lay, ["2,0 r3", "-"])).toBe("wrong");
    const put = step(["2,0 r0", "follower@city:N"], { accept: ["2,0 r1"] });
    expect(judge(put, ["2,0 r1", "follower@city:E"])).toBe("otherwise");
    expect(judge(put, ["2,0 r1", "follower@road:S"])).toBe("wrong");
    expect(judge(put, ["2,0 r1", "large@city:E"])).toBe("wrong");
  });

  it("knows what serves as well behind the first word", () => {
    const put = step(["2,0 r0", "follower@city:E"], { accept: ["follower@city:W"] });
    expect(judge(put, ["2,0 r0", "follower@city:W"])).toBe("otherwise");
    expect(judge(put, ["2,0 r0", "-"])).toBe("wrong");
    expect(judge(put, ["2,0 r1", "follower@city:W"])).toBe("wrong");
  });
});

it("knows how much of it is right", () => {
  const lay = step(["1,0 r0", "-"], { same: ["1,0 r2"] });
  expect(rightSoFar(lay, ["1,0 r1", "-"])).toBe(0);
  expect(rightSoFar(lay, ["1,0 r2", "follower@road:EW"])).toBe(1);
  expect(rightSoFar(lay, ["1,0 r0", "-"])).toBe(2);
});

describe("scenes", () => {
  it("shows draws and moves one by one", () => {
    expect(scenes(["base/E.g", "0,1 r2", "follower@city:S", "base/W"])).toEqual([
      ["base/E.g"],
      ["0,1 r2", "follower@city:S"],
      ["base/W"],
    ]);
    expect(scenes(["base/C x", "base/U"])).toEqual([["base/C x"], ["base/U"]]);
    expect(scenes(["wall:left", "-"])).toEqual([["wall:left", "-"]]);
    expect(scenes([])).toEqual([]);
  });
});
