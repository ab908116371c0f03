import { describe, expect, it } from "vitest";
import { boundsOf, cellAt, fit, focus, held, revealed, shows, snapped, zoomTo } from "./camera";

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

it("keeps tiles legible on a narrow screen, and what matters in sight, without gaps", () => {
  const wide = { left: 0, top: 0, right: 19, bottom: 3 };
  const area = { x: 10, y: 0, width: 360, height: 500 };
  expect(fit(wide, area, 132).size).toBe(18);
  const held = fit(wide, area, 132, { least: 40, at: [10, 1] });
  expect(held.size).toBe(40);
  expect(held.x + 10.5 * 40).toBe(190);
  // At the end of the board nothing but board is shown.
  const end = fit(wide, area, 132, { least: 40, at: [19, 1] });
  expect(end.x + 20 * 40).toBe(370);
  // Never larger than the other way allows.
  expect(fit(wide, { ...area, height: 120 }, 132, { least: 40 }).size).toBe(30);
});

it("moves no more than it takes to show a cell", () => {
  const camera = { size: 100, x: 0, y: 0 };
  const area = { x: 0, y: 0, width: 500, height: 300 };
  expect(revealed(camera, [1, 1], area)).toEqual(camera);
  expect(shows(revealed(camera, [2, 3], area), [2, 3], area)).toBe(true);
  expect(revealed(camera, [2, 3], area).x).toBe(0);
  expect(shows(revealed(camera, [-2, 0], area), [-2, 0], area)).toBe(true);
});
