import { describe, expect, it, vi } from "vitest";
import { rowTitle } from "../describe";
import { silentAfterwards, speak } from "../i18n/testing";
import { rowOf } from "../local/row";
import type { TableInfo, TableRow } from "../wire";
import { tableTitle } from "./facts";
import type { TableState } from "./state";
import { past, table } from "./testing";

// Only a browser has this.
vi.mock("../board/shapes.svelte", () => ({ placesOf: () => [] }));
silentAfterwards();

/** A table as its players see it, and its line in the lobby, both as the server tells them. */
function both(title: string, change: Partial<TableInfo> = {}): [string, string] {
  const info = { ...table, ...change, title };
  const sitters = info.seats.map(({ sitter }) => sitter);
  const row = { id: info.id, name: title, config: info.config, seats: sitters, mine: [] };
  return [tableTitle(info), rowTitle(row as unknown as TableRow)];
}

describe("the name of a table", () => {
  it("is the same in the lobby and at the table", async () => {
    const named = { config: { ...table.config, name: "Evening" } };
    const paired = {
      paired: true,
      config: { ...table.config, start: { kind: "full" as const, within: 60 } },
    };
    for (const [language, owned] of [
      ["en", "Zoé’s table"],
      ["fr", "Chez Zoé"],
    ] as const) {
      await speak(language);
      expect(both("Evening", named)).toEqual(["Evening", "Evening"]);
      // Called after its owner, who need not sit there.
      expect(both("Zoé")).toEqual([owned, owned]);
      expect(both("Ann · Bob", paired)).toEqual(["Ann · Bob", "Ann · Bob"]);
    }
  });

  it("is the same for a table of this device, which nobody else was told of", async () => {
    await speak("en");
    const row = rowOf({ ...past, frames: [] } as unknown as TableState);
    expect(rowTitle(row)).toBe(tableTitle(table));
    expect(rowTitle(row)).toContain("Ann");
  });
});
