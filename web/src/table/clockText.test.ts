// Clocks read as each language writes time.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { format, type Values } from "../i18n/format";

vi.mock("../i18n/index.svelte", () => ({ number: String, t: String }));
const { clockFace } = await import("./clock.svelte");

function shown(language: "en" | "fr", ms: number): string {
  const path = join(import.meta.dirname, "../../messages", language, "common.json");
  const words = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  const say = (key: string, values: Values): string =>
    format(words[key.replace("common.", "")] ?? key, values, language);
  const tenths = new Intl.NumberFormat(language, {
    minimumIntegerDigits: 2,
    minimumFractionDigits: 1,
  });
  return clockFace(ms, say, (seconds) => tenths.format(seconds));
}

it("counts days in the language of the page", () => {
  const time = ((3 * 24 + 4) * 3600 + 5) * 1000;
  expect(shown("en", time)).toBe("3 d 4 h");
  expect(shown("fr", time)).toBe("3 j 4 h");
});

it("has a decimal comma in French", () => {
  expect(shown("en", 9540)).toBe("0:09.5");
  expect(shown("fr", 9540)).toBe("0:09,5");
});

it("is the same everywhere in between", () => {
  expect(shown("fr", 372_000)).toBe("6:12");
  expect(shown("en", 3_723_000)).toBe("1:02:03");
  expect(shown("fr", -5)).toBe("0:00,0");
});
