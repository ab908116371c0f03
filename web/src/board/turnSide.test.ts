import { expect, test } from "vitest";
import { turnSide } from "./turnSide";

const camera = { x: 0, y: 0, size: 100 };
const area = { x: 0, y: 0, width: 500, height: 400 };
const none = new Set<string>();

test("the button stands on the left, or where it is free", () => {
  expect(turnSide(camera, [2, 1], area, none)).toBe("left");
  expect(turnSide(camera, [2, 1], area, new Set(["1,1"]))).toBe("right");
  expect(turnSide(camera, [2, 1], area, new Set(["1,1", "3,1"]))).toBe("top");
});

test("it is never under the bar or outside of the board", () => {
  expect(turnSide(camera, [0, 1], area, none)).toBe("right");
  // The neighbour is half under the bar, the button is not.
  expect(turnSide(camera, [2, 3], { ...area, height: 380 }, new Set(["2,2"]))).toBe("left");
  // Tiles all round in the last row: rather over one of them.
  expect(turnSide(camera, [2, 3], area, new Set(["1,3", "3,3", "2,2"]))).toBe("left");
});

test("on small tiles it reaches into the second cell", () => {
  const small = { x: 0, y: 0, size: 50 };
  expect(turnSide(small, [4, 4], area, new Set(["2,4"]))).toBe("right");
});
