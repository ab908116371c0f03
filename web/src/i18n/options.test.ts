// Every option of the server has words, and no words are left of options that are gone.
// messages/options.json is the server's list; the end-to-end test compares it with /api/menu.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../messages");
const read = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
const list = read<Record<string, string[]>>("options.json");
const wanted = Object.entries(list)
  .flatMap(([key, values]) => [key, `${key}.about`, ...values.map((value) => `${key}.${value}`)])
  .sort();

describe.each(["en", "fr"])("%s", (language) => {
  it("has a name, an explanation and a word for every value of every option", () => {
    expect(Object.keys(read(`${language}/options.json`)).sort()).toEqual(wanted);
  });
});
