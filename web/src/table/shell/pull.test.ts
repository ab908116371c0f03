import { expect, it } from "vitest";
import { opens } from "./pull.svelte";

const ends = { closed: 200, open: 600 };

it("goes to the nearer end when it is let go", () => {
  expect(opens(250, ends, 0)).toBe(false);
  expect(opens(500, ends, 0)).toBe(true);
});

it("goes where it is thrown, wherever it is", () => {
  expect(opens(250, ends, 0.8)).toBe(true);
  expect(opens(580, ends, -0.8)).toBe(false);
});
