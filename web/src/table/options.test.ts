import { describe, expect, it } from "vitest";
import count from "../../messages/en/exp-count.json";
import traders from "../../messages/en/exp-traders.json";
import messages from "../../messages/en/table.json";
import { format } from "../i18n/format";
import type { Choices } from "../wire";
import { direction, optionsOf, piecesOf, reach, type Guide } from "./options";

const table: Record<string, string> = {
  ...Object.fromEntries(Object.entries(messages).map(([key, text]) => [`table.${key}`, text])),
  ...count,
  ...traders,
};
const say = (key: string, values = {}) => format(table[key] ?? `?${key}`, values, "en");

const guide: Guide = {
  say,
  sayMaybe: (key, fallback, values) => (key in table ? say(key, values) : fallback),
  view: {
    kinds: [],
    tiles: [],
    now: { turn: 1, on_turn: 0, part: 1, ask: "figure", figures: [], seats: [], left: 0 },
  },
  laid: { id: "base/U", cell: [1, 2], r: 0 },
  placeOf: (_id, _r, name) => ({
    name,
    x: name.includes("W") ? 40 : 160,
    y: 100,
    lying: name.startsWith("field"),
    scale: 1,
    area: "",
  }),
  left: 3,
};

function choices(ask: string, legal: string[]): Choices {
  return { n: 1, seat: 0, ask, words: [], legal };
}

describe("options", () => {
  it("numbers places, tells fields apart, and has none last under 0", () => {
    const fields = ["follower@field:NR.EL.ER.SL", "follower@field:SR.WL.WR.NL"];
    const list = optionsOf(
      choices("figure", ["-", "follower@road:NS", ...fields]),
      undefined,
      guide,
    );
    expect(list.map((one) => `${one.number} ${one.title}`)).toEqual([
      "1 Road",
      "2 Field east",
      "3 Field west",
      "0 None",
    ]);
    expect(list[1]?.lying).toBe(true);
    expect(list[1]?.at).toEqual({ cell: [1, 2], x: 160, y: 100 });
  });

  it("shows one kind of figure at a time", () => {
    const legal = ["follower@road:NS", "large@road:NS", "builder@road:NS", "-"];
    expect(piecesOf(choices("figure", legal))).toEqual(["follower", "large", "builder"]);
    // Whatever comes first in a list: always in the order of the supply.
    const supply = ["follower", "large", "builder"];
    expect(piecesOf(choices("figure", [...legal].reverse()), supply)).toEqual(supply);
    const list = optionsOf(choices("figure", legal), "large", guide);
    expect(list.map((one) => one.word)).toEqual(["large@road:NS", "-"]);
  });

  it("names every kind of decision", () => {
    const names = (ask: string, legal: string[]) =>
      optionsOf(choices(ask, legal), undefined, guide).map((one) => one.title);
    expect(names("wall", ["wall:left", "wall:right"])).toEqual(["Left end", "Right end"]);
    expect(names("guard", ["guard", "-"])).toEqual(["Post a guard", "No guard"]);
    expect(names("tower", ["tower:left", "-"])).toEqual(["Left end", "No tower"]);
    expect(names("second", ["second", "-"])).toEqual(["Second tile", "No, thank you"]);
    expect(names("count", ["count@castle", "-"])).toEqual(["Castle", "Leave him there"]);
    expect(names("enter", ["follower@market", "-"])).toEqual(["Market", "Stay outside"]);
    expect(names("out", ["large>2,0:city:NW", "-"])).toEqual(["City", "Stay inside"]);
    expect(names("gate", ["gate@1,0:E", "gate@1,0:N"])).toEqual(["Gate east", "Gate north"]);
  });

  it("calls what has no text by its declared name", () => {
    const list = optionsOf(choices("wander", ["beast>1,0", "stay-put", "-"]), undefined, guide);
    expect(list.map((one) => one.title)).toEqual([
      say("table.cell", { x: 1, y: 0 }),
      "Stay put",
      "None",
    ]);
    expect(list[0]?.detail).toBe("beast");
  });

  it("names a field by all that it touches", () => {
    expect(reach("follower@field:NL.NR.EL.WR")).toBe("N");
    expect(reach("follower@field:ER.SL.SR.WL")).toBe("S");
    expect(reach("follower@field:EL.NR")).toBe("NE");
    // What runs across, and what is told by another name, has no side of its own.
    expect(reach("follower@field:EL.ER.WL.WR")).toBe("C");
    expect(reach("follower@road:EW")).toBe("C");
  });

  it("knows the eight directions", () => {
    expect(direction(100, 10)).toBe("N");
    expect(direction(190, 190)).toBe("SE");
    expect(direction(10, 100)).toBe("W");
    expect(direction(105, 95)).toBe("C");
  });
});
