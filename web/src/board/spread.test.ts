import { describe, expect, it } from "vitest";
import { spread, unstack, within } from "./spread";

const box = { left: -10, top: -10, right: 110, bottom: 110 };

describe("spread", () => {
  it("keeps chips apart and in their box", () => {
    const points = [
      { x: 50, y: 50 },
      { x: 50, y: 50 },
      { x: 52, y: 48 },
      { x: 100, y: 100 },
      { x: 95, y: 99 },
    ];
    const moved = spread(points, 44, box);
    for (const [i, a] of moved.entries()) {
      expect(a.x).toBeGreaterThanOrEqual(-10);
      expect(a.y).toBeLessThanOrEqual(110);
      for (const b of moved.slice(i + 1)) {
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(38);
      }
    }
  });

  it("leaves alone what is apart already", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 100, y: 100 },
    ];
    expect(spread(points, 44, box)).toEqual(points);
  });
});

describe("unstack", () => {
  it("moves labels that cover each other", () => {
    const label = { x: 0, y: 0, width: 80, height: 30 };
    const [a, b, c] = unstack([label, { ...label, y: 5 }, { ...label, x: 300 }], 4);
    expect(Math.abs((a?.y ?? 0) - (b?.y ?? 0))).toBeGreaterThanOrEqual(34);
    expect(c).toEqual({ x: 300, y: 0 });
  });
});

it("keeps a label whole on the screen if its place is there", () => {
  expect(within(380, 60, 10, 380)).toBe(350);
  expect(within(12, 60, 10, 380)).toBe(40);
  expect(within(200, 60, 10, 380)).toBe(200);
  // What is told of something out of sight does not wander over what is in sight.
  expect(within(500, 60, 10, 380)).toBe(500);
});
