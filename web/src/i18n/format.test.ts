import { describe, expect, it } from "vitest";
import { format, holes } from "./format";

describe("format", () => {
  it("fills holes", () => {
    expect(format("{who}, {n} points", { who: "Ann", n: 1200 }, "en")).toBe("Ann, 1,200 points");
  });

  it("chooses plurals as the language does", () => {
    const message = "{n, plural, =0 {none} one {# tile} other {# tiles}}";
    expect(format(message, { n: 0 }, "en")).toBe("none");
    expect(format(message, { n: 1 }, "en")).toBe("1 tile");
    expect(format(message, { n: 2 }, "en")).toBe("2 tiles");
    // In French zero is singular.
    expect(format("{n, plural, one {# tuile} other {# tuiles}}", { n: 0 }, "fr")).toBe("0 tuile");
  });

  it("chooses by a word, with other for the rest", () => {
    const message = "{me, select, yes {You lay} other {{who} lays}} it";
    expect(format(message, { me: "yes", who: "Ann" }, "en")).toBe("You lay it");
    expect(format(message, { me: "no", who: "Ann" }, "en")).toBe("Ann lays it");
  });

  it("keeps a # outside a plural, and the number of the plural around a choice", () => {
    expect(format("#{n}", { n: 3 }, "en")).toBe("#3");
    const nested = "{n, plural, other {{x, select, a {# a} other {# b}}}}";
    expect(format(nested, { n: 4, x: "a" }, "en")).toBe("4 a");
  });

  it("refuses messages that cannot be read", () => {
    expect(() => format("{n, plural, one {x}}", { n: 1 }, "en")).toThrow("without other");
    expect(() => format("{n, plural, other {x}", { n: 1 }, "en")).toThrow("unclosed");
    expect(() => format("{no hole", {}, "en")).toThrow("bad hole");
  });

  it("names the holes of a message", () => {
    expect(holes("{b} {a, plural, other {# {c}}}")).toEqual(["a plural", "b", "c"]);
  });
});
