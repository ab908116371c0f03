// Every kind of problem that the server's source names has a sentence in our words.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SERVER = join(import.meta.dirname, "../../crates/server/src");
const PATTERNS = [/problem\(\s*\d{3},\s*"([a-z-]+)"/g, /ApiError::new\(\s*[\w:]+,\s*"([a-z-]+)"/g];

function kinds(): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(SERVER, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".rs") || name.includes("test")) continue;
    const source = readFileSync(join(SERVER, name), "utf8");
    for (const pattern of PATTERNS) {
      for (const match of source.matchAll(pattern)) found.add(match[1] ?? "");
    }
  }
  return found;
}

it("has words for every problem", () => {
  const messages = JSON.parse(
    readFileSync(join(import.meta.dirname, "../messages/en/errors.json"), "utf8"),
  ) as Record<string, string>;
  const all = kinds();
  expect(all.size).toBeGreaterThan(20);
  // Refusals of the rules are told by their own sentence.
  all.delete("rules");
  expect([...all].filter((kind) => !(kind in messages))).toEqual([]);
});
