import { describe, expect, it } from "vitest";
import { featureOf, layings, parse } from "./words";

describe("words", () => {
  it("takes every kind of word of the notation apart", () => {
    expect(parse("0,-1 r2")).toEqual({ w: "lay", cell: [0, -1], r: 2 });
    expect(parse("follower@city:S")).toEqual({ w: "put", piece: "follower", place: "city:S" });
    expect(parse("follower@monastery")).toEqual({
      w: "put",
      piece: "follower",
      place: "monastery",
    });
    expect(parse("recall@3,-2")).toEqual({ w: "take", verb: "recall", cell: [3, -2] });
    expect(parse("large>2,0:city:NW")).toEqual({
      w: "move",
      piece: "large",
      cell: [2, 0],
      place: "city:NW",
    });
    expect(parse("follower@castle")).toEqual({ w: "put", piece: "follower", place: "castle" });
    expect(parse("follower@2,-1:city:N")).toEqual({
      w: "put",
      piece: "follower",
      place: "city:N",
      cell: [2, -1],
    });
    expect(parse("gate@1,0:E")).toEqual({ w: "edge", piece: "gate", cell: [1, 0], side: "E" });
    expect(parse("wall:right")).toEqual({ w: "end", piece: "wall", end: "right" });
    expect(parse("tower:left")).toEqual({ w: "end", piece: "tower", end: "left" });
    expect(parse("guard")).toEqual({ w: "choose", name: "guard" });
    expect(parse("second")).toEqual({ w: "choose", name: "second" });
    expect(parse("-")).toEqual({ w: "pass" });
  });

  it("tells a market of The City from the quarter of Carcassonne", () => {
    expect(parse("follower@market:NL.NR")).toEqual({
      w: "put",
      piece: "follower",
      place: "market:NL.NR",
    });
    expect(featureOf("market:NL.NR")).toBe("market");
  });

  it("keeps a word that it does not know", () => {
    expect(parse("base/E")).toEqual({ w: "other", text: "base/E" });
  });

  it("gathers the legal turns of each cell, in order", () => {
    const cells = layings(["0,1 r3", "0,1 r0", "-1,0 r2", "-"]);
    expect([...cells.keys()]).toEqual(["0,1", "-1,0"]);
    expect(cells.get("0,1")?.turns).toEqual([0, 3]);
  });
});
