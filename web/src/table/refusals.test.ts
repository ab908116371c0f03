import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import refusals from "../../messages/fr/refusals.json";

const CRATES = join(import.meta.dirname, "../../../crates");

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".rs"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

/** A reason as the server tells it: a sentence. */
function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

describe("refusals", () => {
  it("has a sentence for every refusal of the engines", () => {
    const text = ["country/src", "city/src", "games/src"]
      .flatMap((folder) => sources(join(CRATES, folder)))
      .join("\n");
    const told = [
      ...text.matchAll(/\b(?:refusal|no)\(\s*"[A-Z0-9-]+",\s*"([^"]+)"/g),
      ...text.matchAll(/\breason: "([^"]+)"/g),
    ].map((match) => sentence(match[1] ?? ""));
    expect(told.length).toBeGreaterThan(50);
    expect(told.filter((text) => !(text in refusals))).toEqual([]);
  });
});
