import { describe, expect, it } from "vitest";
import { actionFor, bind, keyFor, readBindings } from "./bindings";

describe("keys", () => {
  it("do what they always did until they are changed", () => {
    expect(actionFor("R", {})).toBe("turn");
    expect(actionFor("=", {})).toBe("in");
    expect(actionFor("?", {})).toBe("help");
    expect(actionFor("q", {})).toBeUndefined();
  });

  it("can be given to something else, which frees the old one", () => {
    const bound = bind("turn", "Q", {});
    expect(bound).toEqual({ kind: "bound", bindings: { turn: "q" } });
    const bindings = bound.kind === "bound" ? bound.bindings : {};
    expect(keyFor("turn", bindings)).toBe("q");
    expect(actionFor("r", bindings)).toBeUndefined();
    expect(bind("fields", "r", bindings)).toMatchObject({ kind: "bound" });
    // Back to its own key: nothing is left to remember.
    expect(bind("turn", "r", bindings)).toEqual({ kind: "bound", bindings: {} });
  });

  it("are refused if they do something else, or are no keys to choose", () => {
    expect(bind("turn", "f", {})).toEqual({ kind: "taken", by: "fields" });
    for (const key of ["1", " ", "Enter", "ArrowUp", ""]) {
      expect(bind("turn", key, {})).toEqual({ kind: "unfit" });
    }
  });

  it("are read from storage only as far as they make sense", () => {
    expect(readBindings({ turn: "q", fields: "q", nonsense: "z", owners: 3, dead: "7" })).toEqual({
      turn: "q",
    });
    expect(readBindings(null)).toEqual({});
  });
});
