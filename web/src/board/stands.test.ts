import { describe, expect, it, vi } from "vitest";
import type { Figure, Laid } from "../wire";
import { LEAST, MOST } from "./camera";

vi.mock("../art", () => ({ figureArt: (piece: string, seat: number) => `${piece}-${seat}` }));
vi.mock("./shapes.svelte", () => ({
  UNIT: 200,
  known: (id: string) => id !== "new/A",
  placeOf: (id: string, _: number, name: string) =>
    id === "count/castle" && name === "castle"
      ? { name, x: 100, y: 100, lying: false, scale: 0.8, area: "", named: true }
      : undefined,
}));

const { courtsOf, LEGIBLE, SIDE, standsOf, TALL, tallAt } = await import("./stands");

const tile = (id: string, x: number, y: number): Laid => ({ id, x, y, r: 0 });
const figure = (seat: number, place: string): Figure => ({
  seat,
  piece: "follower",
  at: { place },
});
const tiles = [tile("base/D", -1, 0), tile("count/castle", 2, 3)];

describe("places that no tile shows", () => {
  it("are courts below the tiles, with everybody who stands there", () => {
    const figures = [figure(0, "watch"), figure(1, "watch"), figure(2, "castle")];
    expect(courtsOf(figures, tiles)).toEqual([{ name: "watch", cell: [-1, 5] }]);
    const stands = standsOf(figures, tiles, [0, 1, 2], 200);
    const waiting = stands.filter((stand) => stand.key.startsWith("watch/"));
    expect(waiting).toHaveLength(2);
    for (const { x, y, scale } of waiting) {
      const middle = (SIDE * scale) / 400;
      expect(Math.floor(x + middle)).toBe(-1);
      expect(Math.floor(y + middle)).toBe(5);
    }
    expect(stands).toHaveLength(3);
  });

  it("wait until all tiles are known, which may show them", () => {
    const unknown = [...tiles, tile("new/A", 0, 0)];
    expect(courtsOf([figure(0, "watch")], unknown)).toEqual([]);
    expect(courtsOf([figure(0, "castle")], tiles)).toEqual([]);
  });
});

describe("figures on a board", () => {
  const shown = (size: number): number[] =>
    standsOf([figure(0, "castle"), figure(1, "watch")], tiles, [0, 1], size).map(
      ({ scale }) => (TALL / 200) * scale * size,
    );

  it("are legible however far off it is seen", () => {
    for (let size = LEAST; size <= MOST; size += 1) {
      expect(Math.min(...shown(size)), `tiles of ${size} px`).toBeGreaterThanOrEqual(
        LEGIBLE - 0.01,
      );
    }
  });

  it("leave some of a small tile to be seen", () => {
    expect(tallAt(60)).toBe(30);
    for (let size = 30; size <= 60; size += 1) {
      expect(tallAt(size), `tiles of ${size} px`).toBeLessThanOrEqual(size * 0.8);
    }
  });

  it("do not bury tiles that are only a picture", () => {
    expect(tallAt(13, true)).toBe(13);
    expect(tallAt(28, true)).toBe(tallAt(28));
    const [all, modest] = [false, true].map((small) =>
      standsOf([figure(0, "castle"), figure(1, "watch")], tiles, [0, 1], 13, small).map(
        ({ scale }) => scale,
      ),
    );
    expect(Math.max(...(modest ?? []))).toBeLessThan(Math.min(...(all ?? [])));
  });

  it("are as they are drawn on large tiles", () => {
    expect(shown(400).map(Math.round)).toEqual([70, 87]);
  });
});
