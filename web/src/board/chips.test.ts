import { describe, expect, it } from "vitest";
import { LEAST, MOST } from "./camera";
import { LEAST_TARGET, placeChips, standBeside, type Placed, type Spot } from "./chips";

/** Places as tiles have them: along the edges, in rows, in corners, on one point. */
const ROWS: [string, [number, number][]][] = [
  ["one edge", [20, 60, 100, 140, 180].map((x) => [x, 190])],
  ["a row in the middle", [90, 100, 110].map((x) => [x, 100])],
  ["one point", Array.from({ length: 7 }, () => [100, 100])],
  ["the corner of a field and its road", [[10, 190], [30, 170], [10, 150], [40, 190]]],
  ["all eight half edges and the middle", [
    [60, 10], [140, 10], [190, 60], [190, 140], [140, 190], [60, 190], [10, 140], [10, 60],
    [100, 100], [100, 20], [180, 100], [100, 180], [20, 100],
  ]],
]; // prettier-ignore

const SIZES = Array.from({ length: 60 }, (_, i) => LEAST + Math.round((i / 59) * (MOST - LEAST)));

function nearest(placed: readonly Placed<Spot>[]): number {
  let least = Infinity;
  for (const [i, a] of placed.entries()) {
    for (const b of placed.slice(i + 1)) {
      const gap = Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y) - (a.across + b.across) / 2;
      least = Math.min(least, gap);
    }
  }
  return least;
}

function spots(places: readonly [number, number][], cells: readonly (readonly [number, number])[]) {
  return cells.flatMap((cell) =>
    places.map(([x, y], i): Spot => ({ cell: [cell[0], cell[1]], x, y, shut: i % 3 === 2 })),
  );
}

describe("chips at every zoom", () => {
  for (const [name, places] of ROWS) {
    for (const coarse of [false, true]) {
      it(`can be touched and do not cover each other: ${name}${coarse ? ", fingers" : ""}`, () => {
        for (const size of SIZES) {
          for (const cells of [
            [[0, 0]],
            [
              [0, 0],
              [1, 0],
              [0, 1],
            ],
          ] as const) {
            const placed = placeChips(spots(places, cells), size, coarse);
            expect(placed.length).toBeGreaterThan(0);
            for (const { across } of placed) expect(across).toBeGreaterThanOrEqual(LEAST_TARGET);
            expect(nearest(placed), `tiles of ${size}`).toBeGreaterThan(1);
          }
        }
      });
    }
  }

  it("are the same for any places by chance", () => {
    let state = 1;
    const roll = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * 201);
    };
    for (let round = 0; round < 300; round += 1) {
      const places = Array.from({ length: 1 + (round % 12) }, (): [number, number] => [
        roll(),
        roll(),
      ]);
      const placed = placeChips(spots(places, [[0, 0]]), SIZES[round % 60] ?? 100, round % 2 === 0);
      expect(nearest(placed)).toBeGreaterThan(1);
    }
  });

  it("stay where they belong when there is room", () => {
    const two: Spot[] = [
      { cell: [2, 1], x: 20, y: 20 },
      { cell: [2, 1], x: 180, y: 180 },
    ];
    const [a, b] = placeChips(two, 200, false);
    expect([a?.at, b?.at]).toEqual([
      { x: 420, y: 220 },
      { x: 580, y: 380 },
    ]);
    expect([a?.corner, b?.corner]).toEqual(["tl", "br"]);
  });

  it("leave a small tile in sight, and say which place they stand for", () => {
    const places = ROWS.flatMap(([, row]) => row);
    for (const coarse of [false, true]) {
      for (const size of SIZES.filter((one) => standBeside(one, coarse))) {
        for (const { at, across, tie } of placeChips(spots(places, [[0, 0]]), size, coarse)) {
          const out = Math.max(Math.abs(at.x - size / 2), Math.abs(at.y - size / 2));
          expect(out - across / 2, `tiles of ${size}`).toBeGreaterThanOrEqual(size / 2 - 0.01);
          expect(tie).toBeDefined();
        }
      }
    }
  });

  it("stand on the side of the tile where their place is", () => {
    const sides: Spot[] = [
      { cell: [0, 0], x: 100, y: 20 },
      { cell: [0, 0], x: 180, y: 100 },
      { cell: [0, 0], x: 100, y: 180 },
      { cell: [0, 0], x: 20, y: 100 },
    ];
    const [n, e, s, w] = placeChips(sides, 60, false).map(({ at }) => at);
    expect(n?.x).toBeCloseTo(30);
    expect(n?.y).toBeLessThan(0);
    expect(e?.x).toBeGreaterThan(60);
    expect(e?.y).toBeCloseTo(30);
    expect(s?.y).toBeGreaterThan(60);
    expect(w?.x).toBeLessThan(0);
  });

  it("stand outside of the town at an end of its wall, at every size", () => {
    for (const size of [40, 90, 160]) {
      const [end] = placeChips([{ cell: [0, 0], x: 200, y: 100 }], size, false);
      expect((end?.at.x ?? 0) - (end?.across ?? 0) / 2).toBeGreaterThanOrEqual(size);
    }
  });
});

it("no chip stands half outside of the screen while its place is to be seen", () => {
  const field = { cell: [0, 0] as const, x: 180, y: 20 };
  const sight = { left: -200, top: -200, right: 122, bottom: 400 };
  const [away] = placeChips([field], 110, true);
  expect(away?.at.x).toBeGreaterThan(sight.right - 18);
  const [held] = placeChips([field], 110, true, sight);
  expect(held?.at.x).toBeLessThanOrEqual(sight.right - 18);
  // One whose tile is out of sight stays with its tile.
  const far = { cell: [4, 0] as const, x: 180, y: 20 };
  expect(placeChips([far], 110, true, sight)).toEqual(placeChips([far], 110, true));
});

it("no chip stands under the tools of a phone", () => {
  const field = { cell: [0, 0] as const, x: 180, y: 180 };
  const sight = { left: -200, top: -200, right: 400, bottom: 400 };
  const [away] = placeChips([field], 110, true, sight);
  const tools = { x: 112, y: 60 };
  expect((away?.at.x ?? 0) + 18).toBeGreaterThan(tools.x);
  expect((away?.at.y ?? 0) + 18).toBeGreaterThan(tools.y);
  const [beside] = placeChips([field], 110, true, { ...sight, clear: [tools] });
  expect((beside?.at.x ?? 0) + 18).toBeLessThanOrEqual(tools.x);
});
