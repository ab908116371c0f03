import { expect, it } from "vitest";
import { pillsAlong } from "./pills";

const area = { x: 0, y: 0, width: 300, height: 400 };
const pill = { width: 60, height: 40 };

it("stands in the middle of its edge when nothing is there", () => {
  const [left, right] = pillsAlong(
    [
      { edge: "left", ...pill },
      { edge: "right", ...pill },
    ],
    area,
    [],
  );
  expect(left?.x).toBe(8);
  expect(right?.x).toBe(232);
  expect(Math.abs((left?.y ?? 0) - 180)).toBeLessThan(10);
});

it("moves along its edge away from what is there, and from the others", () => {
  const figure = { x: 0, y: 150, width: 80, height: 100 };
  const [left] = pillsAlong([{ edge: "left", ...pill }], area, [figure]);
  expect((left?.y ?? 0) + 40 <= 150 || (left?.y ?? 0) >= 250).toBe(true);
  const small = { ...area, height: 120 };
  const [top, bottom] = pillsAlong(
    [
      { edge: "top", ...pill },
      { edge: "bottom", ...pill },
    ],
    small,
    [],
  );
  expect(top?.y).toBe(8);
  expect(bottom?.y).toBe(72);
});
