import { expect, it } from "vitest";
import type { Choices } from "../../wire";
import type { Decision } from "../decision";
import { confirmKey } from "./texts";

/** A decision in which these words were said and something else is asked. */
function asked(words: string[], ...asks: string[]): Decision {
  const points = asks.map((ask, i): Choices => ({
    n: 3,
    seat: 0,
    ask,
    words: words.slice(0, i),
    legal: ["-"],
  }));
  return { seat: 0, after: 3, words, points, turns: {} };
}

it("says what confirming plays where nothing need be chosen", () => {
  expect(confirmKey(asked(["1,0 r0"], "lay", "figure"), "-")).toBe("confirm.none");
  expect(confirmKey(asked(["1,0 r0", "-"], "lay", "figure", "count"), "-")).toBe("confirm.lay");
  expect(confirmKey(asked(["wall:left"], "wall", "guard"), "-")).toBe("confirm.wall");
  expect(confirmKey(asked([], "wall"))).toBe("confirm");
});
