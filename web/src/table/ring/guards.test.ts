import { describe, expect, it, vi } from "vitest";

vi.mock("../../art", () => ({
  figureArt: (piece: string, colour: number) => `${piece}/${colour}`,
  shapesArt: String,
}));
const { SIDE, TALL, tallAt } = await import("../../board/stands");
const { guardsOf } = await import("./guards");

const at = (x: number, place: string) => ({ cell: [x, -1] as [number, number], place });
const walls = [
  { at: at(0, "N"), gate: true },
  { at: at(1, "N"), gate: false, guard: 0 },
];

describe("guards", () => {
  it("stand on their piece of the wall, in the colours of this screen", () => {
    const [guard, ...others] = guardsOf(walls, [4, 1], 100);
    expect(others).toEqual([]);
    expect(guard?.src).toBe("guard/4");
    const across = ((guard?.scale ?? 0) * SIDE) / 200;
    // Over the middle of the northern side of the cell 1,-1, feet on the wall.
    expect((guard?.x ?? 0) + across / 2).toBeCloseTo(1.5);
    expect(guard?.y).toBeLessThan(-1);
  });

  it("are no smaller than whoever stands on the tiles", () => {
    for (const size of [28, 40, 60, 100, 132]) {
      const tall = ((guardsOf(walls, [4, 1], size)[0]?.scale ?? 0) * TALL * size) / 200;
      expect(tall, `tiles of ${size} px`).toBeGreaterThanOrEqual(tallAt(size) - 0.01);
    }
  });
});
