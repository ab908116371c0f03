import { describe, expect, it } from "vitest";
import { wallsQuery } from "./walls";

const at = (x: number, place: string) => ({ cell: [x, -1] as [number, number], place });
const walls = [
  { at: at(0, "W"), gate: false, tower: 1 },
  { at: at(0, "N"), gate: true },
  { at: at(1, "N"), gate: false, guard: 0 },
  { at: at(2, "N"), gate: false, ghost: true },
];

describe("the question for the wall's picture", () => {
  it("names every piece with its marks, in the colours of this screen", () => {
    expect(wallsQuery(walls, [4, 1])).toBe("0,-1,W,wt1;0,-1,N,g;1,-1,N,w;2,-1,N,w?");
  });
});
