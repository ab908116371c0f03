import { describe, expect, it } from "vitest";
import {
  boundsOf,
  cellAt,
  fit,
  focus,
  follow,
  framing,
  held,
  opening,
  shows,
  snapped,
  stepOf,
  zoomTo,
  type Camera,
  type Sight,
} from "./camera";
import { frontier } from "./model";

const area = { x: 60, y: 0, width: 800, height: 600 };

describe("the camera", () => {
  it("fits the board into the free area", () => {
    const bounds = boundsOf([
      [-3, -2],
      [4, 5],
    ]);
    const camera = fit(bounds, area, 130);
    expect(camera.size).toBe(75);
    expect(shows(camera, [-3, -2], area)).toBe(true);
    expect(shows(camera, [4, 5], area)).toBe(true);
    expect(fit(bounds, area, 50).size).toBe(50);
  });

  it("shows a whole board however large it is", () => {
    const wide = { left: 0, top: 0, right: 29, bottom: 3 };
    const camera = fit(wide, { x: 10, y: 0, width: 360, height: 500 }, 132);
    expect(camera.size).toBe(12);
  });

  it("zooms about a point", () => {
    const camera = { size: 100, x: 10, y: 20 };
    const before = cellAt(camera, 333, 444);
    const near = zoomTo(camera, 173, 333, 444);
    expect(cellAt(near, 333, 444)).toEqual(before);
    expect((333 - near.x) / near.size).toBeCloseTo((333 - 10) / 100);
    expect(zoomTo(camera, 1e6, 0, 0).size).toBe(400);
  });

  it("rests on whole device pixels", () => {
    const camera = snapped({ size: 71.3, x: 10.26, y: -3.4 }, 2, 100, 100);
    expect(Number.isInteger(camera.size * 2)).toBe(true);
    expect(Number.isInteger(camera.x * 2)).toBe(true);
    expect(Number.isInteger(camera.y * 2)).toBe(true);
  });

  it("brings a cell forward, large enough for a finger", () => {
    const camera = focus({ size: 40, x: 0, y: 0 }, [3, 7], area, 150, 0.6);
    expect(camera.size).toBe(150);
    expect(shows(camera, [3, 7], area)).toBe(true);
    expect(focus({ size: 200, x: 0, y: 0 }, [3, 7], area, 150, 0.6).size).toBe(200);
  });

  it("never loses the board", () => {
    const bounds = boundsOf([[0, 0]]);
    const camera = held({ size: 100, x: 5000, y: -5000 }, bounds, area);
    expect(camera.x).toBe(60 + 800 - 60);
    expect(camera.y).toBe(60 - 100);
  });
});

describe("sizes by themselves", () => {
  it("come in steps, each no larger than what fits", () => {
    for (let size = 12.5; size < 200; size += 0.5) {
      const step = stepOf(size, 132);
      expect(step).toBeLessThanOrEqual(Math.min(size, 132) + 1e-6);
      expect(step).toBeGreaterThan(Math.min(size, 132) * 0.83);
    }
    expect(stepOf(132 * 0.84, 132)).toBeCloseTo(132 * 0.84);
  });

  it("waste little of a narrow screen", () => {
    for (let columns = 9; columns < 14; columns += 1) {
      const room = 370 / columns;
      expect(stepOf(room, 132) / room, `${columns} columns`).toBeGreaterThan(0.91);
    }
  });
});

describe("what is being decided", () => {
  const camera = { size: 100, x: 0, y: 0 };
  const free = { x: 0, y: 0, width: 500, height: 300 };

  it("moves nothing if it is in sight", () => {
    expect(framing(camera, { left: 1, top: 1, right: 2, bottom: 1 }, free)).toEqual(camera);
  });

  it("moves the board no further than it takes", () => {
    const below = framing(camera, { left: 2, top: 3, right: 2, bottom: 3 }, free);
    expect(below).toEqual({ size: 100, x: 0, y: -100 });
    const left = framing(camera, { left: -2, top: 0, right: -2, bottom: 0 }, free);
    expect(left).toEqual({ size: 100, x: 200, y: 0 });
  });

  it("is not hidden by small things over the board", () => {
    const clear = [{ x: 400, y: 220, width: 100, height: 80 }];
    const question = { left: 4, top: 2, right: 4, bottom: 2 };
    const scene = { bounds: question, area: free, most: 132, least: 0, question, clear };
    const seen = follow(camera, scene, true);
    // The tile ended at 300: it goes up by 80, which is nearer than left by 100.
    expect(seen).toEqual({ size: 100, x: 0, y: -80 });
    expect(follow(seen, scene, true)).toEqual(seen);
  });

  it("is shown whole, from further off if it must be: both ends of a wall", () => {
    const ends = { left: -4, top: -3, right: 9, bottom: 6 };
    const both = framing(camera, ends, free);
    expect(both.size).toBeCloseTo(30);
    for (const cell of [
      [-4, -3],
      [9, 6],
    ] as const) {
      expect(shows(both, cell, free)).toBe(true);
    }
  });
});

/** A board that grows like one in a game: each tile beside one that lies. */
function* growing(turns: number, seed: number): Generator<{ x: number; y: number }[]> {
  let state = seed;
  const roll = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const tiles = [{ x: 0, y: 0 }];
  for (let turn = 0; turn < turns; turn += 1) {
    const free = frontier(tiles);
    const cell = free[roll(free.length)] ?? [0, 0];
    tiles.push({ x: cell[0], y: cell[1] });
    yield tiles;
  }
}

const SCREENS = [
  { name: "a desk", area: { x: 76, y: 20, width: 740, height: 500 }, least: 0 },
  { name: "a phone", area: { x: 10, y: 10, width: 370, height: 430 }, least: 40 },
  { name: "a small phone", area: { x: 10, y: 10, width: 300, height: 300 }, least: 40 },
  { name: "a phone on its side", area: { x: 10, y: 10, width: 500, height: 270 }, least: 40 },
];

describe.each(SCREENS)("a whole game on $name", ({ area, least }) => {
  it.each([1, 2, 3, 4, 5])("never comes nearer by itself, and jumps seldom (%i)", (seed) => {
    let camera: Camera | undefined;
    let zooms = 0;
    for (const tiles of growing(60, seed)) {
      const cells = tiles.map(({ x, y }) => [x, y] as const);
      const bounds = boundsOf([...cells, ...frontier(tiles)]);
      const last = cells.at(-1);
      const scene: Sight = { bounds, area, most: 132, least, last };
      const next: Camera = camera ? follow(camera, scene, false) : opening(scene);
      if (camera) {
        expect(next.size).toBeLessThanOrEqual(camera.size + 0.01);
        if (next.size < camera.size - 1) zooms += 1;
      }
      if (last) expect(shows(next, last, area), "what was laid is in sight").toBe(true);
      if (next.size > least + 1) {
        for (const cell of cells) expect(shows(next, cell, area)).toBe(true);
      }
      // Asked the same again, as by a hover or a choice, it stays where it is.
      expect(follow(next, scene, false)).toEqual(next);
      // A question about what is in sight moves nothing either.
      const question = last && { left: last[0], top: last[1], right: last[0], bottom: last[1] };
      expect(follow(next, { ...scene, question }, false)).toEqual(next);
      camera = next;
    }
    expect(zooms).toBeLessThanOrEqual(10);
  });
});

it("respects a hand: only what was laid and what is decided come into sight", () => {
  const bounds = { left: -9, top: -9, right: 9, bottom: 9 };
  const mine = { size: 120, x: 0, y: 0 };
  const scene: Sight = { bounds, area, most: 132, least: 0 };
  expect(follow(mine, scene, true)).toEqual(mine);
  const laid = follow(mine, { ...scene, last: [-2, 1] }, true);
  expect(laid.size).toBe(120);
  expect(shows(laid, [-2, 1], area)).toBe(true);
  const question = { left: 0, top: 0, right: 9, bottom: 0 };
  const asked = follow(mine, { ...scene, question }, true);
  expect(asked.size).toBeCloseTo(80);
});
