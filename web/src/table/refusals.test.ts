import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { areasJoined } from "../i18n/join";

const CRATES = join(import.meta.dirname, "../../../crates");

function sources(folder: string): string[] {
  return (
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".rs"))
      // The expansion made up for the tests has no texts.
      .filter((entry) => !entry.parentPath.includes("/exp/trial"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
  );
}

/** A reason as the server tells it: a sentence. */
function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

const MESSAGES = join(import.meta.dirname, "../../messages/fr");
const refusals = areasJoined(
  readdirSync(MESSAGES).map((file): [string, Record<string, string>] => [
    file,
    JSON.parse(readFileSync(join(MESSAGES, file), "utf8")) as Record<string, string>,
  ]),
);

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
    expect(told.filter((text) => !(`refusals.${text}` in refusals))).toEqual([]);
  });
});
