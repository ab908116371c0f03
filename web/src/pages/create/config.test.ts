import { expect, it } from "vitest";
import type { Menu, OptionChoice } from "../../wire";
import {
  canBeRated,
  firstConfig,
  limits,
  movedSeat,
  needsNobody,
  optionsInPlay,
  optionValue,
  withExpansion,
  withFamily,
  withOption,
  withRated,
} from "./config";

const small: OptionChoice = {
  key: "OPT-SMALLCITY",
  family: "country",
  values: ["4", "2"],
  about: "",
};
const inn: OptionChoice = {
  key: "OPT-INNS-FINAL",
  family: "country",
  expansion: "inns",
  values: ["zero", "ignore"],
  about: "",
};
const street: OptionChoice = {
  key: "OPT-CITY-ROAD4",
  family: "city",
  values: ["from-4", "more-than-4"],
  about: "",
};
const expansion = (name: string, sixth: boolean) => ({ name, title: name, about: "", sixth });
const menu: Menu = {
  families: [
    { name: "country", title: "", about: "", seats: { least: 2, most: 5 } },
    { name: "city", title: "", about: "", seats: { least: 2, most: 4 } },
  ],
  expansions: [expansion("river", false), expansion("inns", true)],
  options: [small, inn, street],
  levels: [],
  tile_sets: ["one", "two"],
  presets: [],
  revision: 2,
  format: 2,
};
const start = firstConfig(false, []);

it("shows the options of what is chosen only", () => {
  expect(optionsInPlay(menu, start.plan)).toEqual([small]);
  const inns = withExpansion(menu, start, "inns", true);
  expect(optionsInPlay(menu, inns.plan)).toEqual([small, inn]);
  expect(optionsInPlay(menu, withFamily(menu, start, "city").plan)).toEqual([street]);
});

it("writes down only options that differ from the usual", () => {
  const changed = withOption(start.plan, small, "2");
  expect(changed.options).toEqual([["OPT-SMALLCITY", "2"]]);
  expect(optionValue(changed, small)).toBe("2");
  expect(withOption(changed, small, "4").options).toEqual([]);
});

it("forgets the options of an expansion that is taken out", () => {
  const inns = withExpansion(menu, start, "inns", true);
  const changed = { ...inns, plan: withOption(inns.plan, inn, "ignore") };
  expect(withExpansion(menu, changed, "inns", false).plan.options).toEqual([]);
});

it("lets six play with an expansion that adds a seat, and takes seats away without it", () => {
  const inns = withExpansion(menu, start, "inns", true);
  expect(limits(menu, inns.plan).most).toBe(6);
  const six = { ...inns, seats: Array.from({ length: 6 }, () => ({ kind: "anyone" }) as const) };
  expect(withExpansion(menu, six, "inns", false).seats).toHaveLength(5);
  expect(withFamily(menu, six, "city").seats).toHaveLength(4);
});

it("keeps expansions in the order of the menu", () => {
  const both = withExpansion(menu, withExpansion(menu, start, "inns", true), "river", true);
  expect(both.plan.expansions).toEqual(["river", "inns"]);
});

it("takes the first tile set of The City", () => {
  expect(withFamily(menu, start, "city").plan.tiles).toBe("one");
  expect(withFamily(menu, withFamily(menu, start, "city"), "country").plan.tiles).toBeUndefined();
});

it("starts at once when nobody is awaited", () => {
  expect(needsNobody(start)).toBe(false);
  expect(needsNobody(firstConfig(true, ["Ann", "Bob"]))).toBe(true);
});

it("moves seats", () => {
  const seats = [{ kind: "me" }, { kind: "anyone" }, { kind: "link" }] as const;
  expect(movedSeat(seats, 2, 1).map((seat) => seat.kind)).toEqual(["me", "link", "anyone"]);
});

it("makes a rated game what it must be, and knows when it is not any more", () => {
  const first = firstConfig(true, ["Ann", "Bob"]);
  expect(canBeRated(first)).toBe(false);
  const rated = withRated({ ...first, aids: "beginner", order: "given" }, true);
  expect(canBeRated(rated)).toBe(true);
  expect(rated).toMatchObject({ rated: true, order: "random", aids: "standard", takeback: "off" });
  expect(rated.clock).toEqual({ kind: "total", seconds: 300, increment: 10 });
  expect(rated.seats.some(({ kind }) => kind === "screen")).toBe(false);
  const days = withRated({ ...first, clock: { kind: "days", days: 3 } }, true);
  expect(days.clock).toEqual({ kind: "days", days: 3 });
  for (const change of [
    { clock: { kind: "none" } },
    { clock: { kind: "total", seconds: 179, increment: 60 } },
    { aids: "beginner" },
    { hints: "on" },
    { takeback: "on" },
    { order: "given" },
    { flagged: "computer" },
    { seats: [{ kind: "me" }, { kind: "computer", level: "engine:fox" }] },
  ] as const)
    expect(canBeRated({ ...rated, ...change } as typeof rated)).toBe(false);
  expect("rated" in withRated(rated, false)).toBe(false);
});
