import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Eye } from "./eye.svelte";

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** An eye on a stage of 400 by 400 that has found its place. */
function opened(): Eye {
  const eye = new Eye();
  eye.width = 400;
  eye.height = 400;
  eye.go({ size: 100, x: 0, y: 0 }, true);
  return eye;
}

it("never shows more than where it goes to, though a frame began before it did", () => {
  const eye = opened();
  eye.go({ size: 50, x: 0, y: 0 }, false);
  // On a slow phone the time of a frame can lie far behind.
  frames.at(-1)?.(performance.now() - 5000);
  expect(eye.now.size).toBeLessThanOrEqual(100);
  expect(eye.now.size).toBeGreaterThanOrEqual(50);
  frames.at(-1)?.(performance.now() + 5000);
  expect(eye.now.size).toBe(50);
});

it("stays where it is when the same is asked again", () => {
  const eye = opened();
  const scene = {
    bounds: { left: 0, top: 0, right: 3, bottom: 3 },
    area: eye.calm,
    most: 132,
    least: 0,
  };
  eye.follow(scene, true);
  const before = eye.rest;
  eye.follow(scene, true);
  eye.follow({ ...scene, question: { left: 1, top: 1, right: 2, bottom: 2 } }, true);
  expect(eye.rest).toBe(before);
});

it("makes room once for a bar that grows with its choices", () => {
  const eye = opened();
  const bar = (bottom: number): number => {
    eye.inset = { top: 0, right: 0, bottom, left: 0 };
    eye.learn();
    return eye.calm.height;
  };
  expect(bar(80)).toBe(320);
  expect(bar(140)).toBe(260);
  // The choices are gone, and will come again.
  expect(bar(80)).toBe(260);
  // What covers more than half is a sheet that is read, and goes again.
  expect(bar(300)).toBe(100);
  expect(bar(80)).toBe(260);
});

it("shows all of a board at the press of a button, and goes on as before at the next", () => {
  const eye = opened();
  eye.least = 40;
  eye.bounds = { left: 0, top: 0, right: 19, bottom: 3 };
  eye.fit(132, true);
  expect(eye.now.size).toBe(20);
  eye.fit(132, true);
  expect(eye.now.size).toBe(40);
});
