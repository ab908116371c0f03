import { expect, it, vi } from "vitest";
import { numeral } from "../i18n/format";
import { briefly, drawnBy, sequelOf, signed } from "./moves";

vi.mock("../board/shapes.svelte", () => ({ placeOf: () => undefined }));
vi.mock("../i18n/index.svelte", () => ({
  t: (key: string) => key,
  tMaybe: (key: string, fallback: string) => (key.startsWith("log.") ? key : fallback),
  number: (n: number, options = {}) => numeral(n, "en", options),
}));

it("writes margins with a sign that is as wide as the other one", () => {
  expect([3.21, -3.21, 0].map(signed)).toEqual(["+3.2", "−3.2", "0.0"]);
});

it("tells a move in a few words, never in those of the record", () => {
  expect(briefly(["4,-5 r2", "follower@road:W"])).toBe("4,−5 · log.piece.follower log.to.road");
  expect(briefly(["0,1 r0", "-"])).toBe("0,1");
  expect(briefly(["wall:left", "guard"])).toBe("wall · Guard");
});

it("shows what follows by the tiles that were thought of", () => {
  expect(drawnBy("base/D")).toBe("base/D");
  expect(drawnBy("4,-5 r2")).toBeUndefined();
  expect(sequelOf(["base/D", "0,-5 r2", "-", "base/J", "0,4 r0", "follower@city:N"])).toEqual([
    { tile: "base/D", text: "0,−5" },
    { tile: "base/J", text: "0,4 · log.piece.follower log.to.city" },
  ]);
});
