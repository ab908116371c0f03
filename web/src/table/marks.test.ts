import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import drawn from "./marks.json";

const MARKS: Readonly<Record<string, string>> = drawn;
const CRATES = join(import.meta.dirname, "../../../crates");

function tileFiles(): string[] {
  const folders = ["country/src", "city/src/tiles"].map((folder) => join(CRATES, folder));
  const expansions = join(CRATES, "country/src/exp");
  for (const entry of readdirSync(expansions, { withFileTypes: true })) {
    if (entry.isDirectory()) folders.push(join(expansions, entry.name));
  }
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".toml"))
      .map((name) => join(folder, name)),
  );
}

/** How often a mark stands in the text of a tile, as the file writes it. */
function written(block: string, mark: string): number {
  const count = (pattern: RegExp) => [...block.matchAll(pattern)].length;
  switch (mark) {
    case "shield":
      return [...block.matchAll(/pennants = (\d)/g)].reduce((sum, m) => sum + Number(m[1]), 0);
    case "cathedral":
    case "inn":
      return count(new RegExp(`\\b${mark} = true`, "g"));
    case "wine":
    case "grain":
    case "cloth":
      return count(new RegExp(`goods = "${mark}"`, "g"));
    case "fishmarket":
    case "grainmarket":
    case "livestockmarket":
      return count(new RegExp(`kind = "${mark.replace("market", "")}"`, "g"));
    default:
      return count(new RegExp(`building = "${mark}"`, "g"));
  }
}

const COUNTED = [
  ...["shield", "cathedral", "inn", "wine", "grain", "cloth"],
  ...["fishmarket", "grainmarket", "livestockmarket", "public", "historic"],
];

describe("marks", () => {
  it("are those of the tile files", () => {
    const seen = new Set<string>();
    for (const file of tileFiles()) {
      for (const block of readFileSync(file, "utf8").split("[[tile]]").slice(1)) {
        const id = /^id = "([^"]+)"/m.exec(block)?.[1] ?? "";
        seen.add(id);
        const marks = (MARKS[id] ?? "").split(" ");
        for (const mark of COUNTED) {
          const told = marks.filter((other) => other === mark).length;
          expect(`${id} ${mark} ${told}`).toBe(`${id} ${mark} ${written(block, mark)}`);
        }
        const water = marks.some((mark) => ["river", "spring", "lake"].includes(mark));
        expect(`${id} ${water}`).toBe(`${id} ${/^rivers = /m.test(block)}`);
      }
    }
    expect(seen.size).toBeGreaterThan(200);
    expect(Object.keys(MARKS).filter((id) => !seen.has(id))).toEqual([]);
  });
});
