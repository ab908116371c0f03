import { expect, it } from "vitest";
import { labelAt, type At } from "./sides";

const size = 33;
const seen = { left: -200, top: -300, right: 170, bottom: 300 };
const [wide, high] = [74, 32];

/** Whether a label covers the chip that stands 18 px beyond a side. */
function covers({ x, y }: At, chip: At): boolean {
  return Math.abs(x - chip.x) < wide / 2 + 12 && Math.abs(y - chip.y) < high / 2 + 12;
}

it("puts a label beyond the chip at an end of the wall", () => {
  const at = labelAt({ cell: [0, 0], place: "E" }, size, wide, high, seen);
  expect(at).toEqual({ x: size + 46 + wide / 2, y: size / 2 });
});

it("puts it beside the chip where the screen ends", () => {
  for (const [cell, place, chip] of [
    [[4, 0], "E", { x: 5 * size + 18, y: size / 2 }],
    [[-6, 0], "W", { x: -6 * size - 18, y: size / 2 }],
    [[4, -9], "N", { x: 4.5 * size, y: -9 * size - 18 }],
    [[4, 8], "S", { x: 4.5 * size, y: 9 * size + 18 }],
    [[4, 8], "E", { x: 5 * size + 18, y: 8.5 * size }],
  ] as const) {
    const at = labelAt({ cell: [cell[0], cell[1]], place }, size, wide, high, seen);
    expect(covers(at, chip), `${cell.join()} ${place}`).toBe(false);
    expect(at.x - wide / 2).toBeGreaterThanOrEqual(seen.left);
    expect(at.x + wide / 2).toBeLessThanOrEqual(seen.right);
    expect(at.y - high / 2).toBeGreaterThanOrEqual(seen.top);
    expect(at.y + high / 2).toBeLessThanOrEqual(seen.bottom);
  }
});
