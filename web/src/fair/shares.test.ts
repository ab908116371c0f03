// Each page gives what its seats owe once, also when the server's message is late.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../net/api";
import type { TableInfo } from "../wire";
import { keepCommitment, myValue } from "./keep";
import { Sharer } from "./shares";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
});

const COMMITMENT = "ab".repeat(32);

function tableWith(draws: Partial<TableInfo["draws"]>): TableInfo {
  const person = { sitter: { kind: "person", name: "Alaïs" }, here: true };
  return {
    id: "table",
    status: { kind: "open" },
    seats: [person, person],
    // Its values are given openly: nothing is hashed here.
    config: { clock: { kind: "days" } },
    draws: {
      version: 2,
      round: 1,
      commitment: COMMITMENT,
      order: [],
      shares: ["sealed", "sealed"],
      values: ["", ""],
      hashes: ["", ""],
      ...draws,
    },
  } as unknown as TableInfo;
}

beforeEach(() => {
  vi.useFakeTimers();
  keepCommitment("table", 1, COMMITMENT);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a value is revealed once, and again only if it did not arrive", async () => {
  myValue("table", 1, COMMITMENT, 0);
  const reveal = vi
    .spyOn(api, "reveal")
    .mockRejectedValueOnce(new Error("the line is down"))
    .mockResolvedValue(new Response());
  const table = tableWith({ reveal_until: 1 });
  const sharer = new Sharer(
    () => table,
    () => [0],
  );
  sharer.look();
  await vi.advanceTimersByTimeAsync(10);
  expect(reveal).toHaveBeenCalledTimes(1);
  // It failed and is tried again; then the message about it is long in coming.
  await vi.advanceTimersByTimeAsync(5000);
  sharer.look();
  await vi.advanceTimersByTimeAsync(5000);
  expect(reveal).toHaveBeenCalledTimes(2);
  sharer.close();
});

test("what was taken back is given again", async () => {
  const sit = vi.spyOn(api, "sit").mockResolvedValue(new Response());
  let table = tableWith({ shares: ["none", "sealed"] });
  const sharer = new Sharer(
    () => table,
    () => [0],
  );
  const look = async (shares: TableInfo["draws"]["shares"]): Promise<void> => {
    table = tableWith({ shares });
    sharer.look();
    await vi.advanceTimersByTimeAsync(5000);
  };
  await look(["none", "sealed"]);
  expect(sit).toHaveBeenCalledTimes(1);
  await look(["sealed", "sealed"]);
  await look(["none", "sealed"]);
  expect(sit).toHaveBeenCalledTimes(2);
  sharer.close();
});
