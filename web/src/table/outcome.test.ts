import { expect, it, vi } from "vitest";
import en from "../../messages/en/table.json";
import { format, type Values } from "../i18n/format";
import type { Status } from "../wire";
import { outcomeReason } from "./outcome";
import type { TableState } from "./state";
import { past, table } from "./testing";

vi.mock("../i18n/index.svelte", () => ({
  t: (key: string, values: Values = {}) =>
    format(en[key.replace("table.", "") as keyof typeof en], values, "en"),
  list: (names: string[]) => names.join(" and "),
}));
vi.mock("./names.svelte", () => ({ seatName: (_: unknown, seat: number) => ["Ann", "Bob"][seat] }));

function ended(reason: "resigned" | "flagged" | "claimed", by: number, mine: number[]): string {
  const status = { kind: "over", reason, points: [0, 0], ranks: [[1 - by], [by]] } as Status;
  const seats = table.seats.map((seat, i) => (i === by ? { ...seat, left: reason } : seat));
  const you = { ...past.you, seats: mine };
  return outcomeReason({
    ...past,
    you,
    table: { ...table, status, seats },
  } as unknown as TableState);
}

it("tells whoever gave up that they did, and the others who it was", () => {
  expect(ended("resigned", 0, [0])).toBe("You gave up.");
  expect(ended("resigned", 0, [1])).toBe("Ann gave up.");
  expect(ended("resigned", 1, [])).toBe("Bob gave up.");
});

it("tells whose time ran out", () => {
  expect(ended("flagged", 0, [0])).toBe("Your time ran out.");
  expect(ended("flagged", 1, [0])).toBe("Bob ran out of time.");
});
