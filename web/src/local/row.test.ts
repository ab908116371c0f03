import { expect, it } from "vitest";
import { past, step, table } from "../table/testing";
import { opened, update } from "../table/update";
import { familyIn, isLocal, newId } from "./ids";
import { rowOf } from "./row";

it("shows a table of this device as lists show tables", () => {
  const from = "a long record";
  const begun = opened({ ...past, table: { ...table, config: { ...table.config, from } } }, 0);
  const row = rowOf(begun);
  expect(row).toMatchObject({ id: "abc", to_act: 0, mine: [0], left: 70, points: [0, 0] });
  expect(row.config.from).toBeUndefined();
  const next = update(begun, { t: "step", ...step(4, 0, 1) }, 0);
  expect(next && rowOf(next)).toMatchObject({ to_act: 1, points: [4, 4], changed: 4 });
});

it("knows its own tables by their ids, and their families", () => {
  const id = newId("city");
  expect(isLocal(id)).toBe(true);
  expect(familyIn(id)).toBe("city");
  expect(isLocal("0123456789abcdef")).toBe(false);
  expect(familyIn("0123456789abcdef")).toBeUndefined();
});
