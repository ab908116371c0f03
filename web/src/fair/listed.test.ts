// The public list, from the line on that a page kept: every line follows from the one before it.

import { afterEach, expect, test, vi } from "vitest";
import { api } from "../net/api";
import type { FairLine } from "../wire";
import { lineHash } from "./hash";
import { chained } from "./listed";

const MINE = "ab".repeat(32);
const OTHER = "cd".repeat(32);

/** A list of lines, chained. */
async function list(kinds: [kind: string, commitment: string][]): Promise<FairLine[]> {
  const lines: FairLine[] = [];
  for (const [at, [kind, commitment]] of kinds.entries()) {
    const line = { n: at + 1, at, kind, commitment };
    lines.push({ ...line, hash: await lineHash(lines.at(-1)?.hash ?? "00".repeat(32), line) });
  }
  return lines;
}

const long = (): [string, string][] => [
  ["shown", OTHER],
  ["shown", MINE],
  ...Array.from({ length: 1500 }, (): [string, string] => ["shown", OTHER]),
  ["ended", MINE],
];

function serve(lines: FairLine[]): void {
  vi.spyOn(api, "fairList").mockImplementation((after, limit) =>
    Promise.resolve({ lines: lines.slice(after, after + limit) }),
  );
}

afterEach(() => vi.restoreAllMocks());

test("the lines of a commitment are found over several pages", async () => {
  const lines = await list(long());
  serve(lines);
  const found = await chained(MINE, { n: 2, hash: lines[1]?.hash ?? "" });
  expect(found).toEqual([lines[1], lines.at(-1)]);
});

test("a list that was written anew is noticed", async () => {
  const lines = await list(long());
  const kept = { n: 2, hash: lines[1]?.hash ?? "" };
  const other = long();
  other[0] = ["shown", MINE];
  serve(await list(other));
  expect(await chained(MINE, kept)).toBe("broken");
  serve(lines.filter(({ n }) => n !== 700));
  expect(await chained(MINE, kept)).toBe("broken");
  serve(lines.map((line) => (line.n === 900 ? { ...line, at: 1 } : line)));
  expect(await chained(MINE, kept)).toBe("broken");
  serve([]);
  expect(await chained(MINE, kept)).toBe("broken");
});

test("a list that cannot be read says nothing", async () => {
  vi.spyOn(api, "fairList").mockRejectedValue(new Error("no line"));
  expect(await chained(MINE, { n: 2, hash: "" })).toBe(undefined);
});
