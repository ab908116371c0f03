import { describe, expect, it } from "vitest";
import enLog from "../../messages/en/log.json";
import enTable from "../../messages/en/table.json";
import { format } from "../i18n/format";
import { atRing, endFacts } from "./ring/ends";
import {
  aboutFeature,
  deadCells,
  featureAt,
  featuresOf,
  regionsOf,
  tagOf,
  type OverlayGround,
} from "./overlay";
import type { Feature, Survey, WallEnd } from "../wire";

const messages: Record<string, string> = {
  ...Object.fromEntries(Object.entries(enTable).map(([key, text]) => [`table.${key}`, text])),
  ...Object.fromEntries(Object.entries(enLog).map(([key, text]) => [`log.${key}`, text])),
};
const say = (key: string, values = {}) => format(messages[key] ?? `?${key}`, values, "en");
const sayMaybe = (key: string, fallback: string, values = {}) =>
  key in messages ? say(key, values) : fallback;

const field: Feature = {
  id: 3,
  kind: "field",
  segments: [
    { cell: [0, 0], place: "field:NL" },
    { cell: [1, 0], place: "field:WL" },
  ],
  tiles: 2,
  complete: false,
  lasting: true,
  missing: [],
  strength: [0, 1],
  owners: [1],
  touches: [7, 9],
  worth: { now: 6, points: [0, 6] },
};
const road: Feature = {
  ...field,
  id: 4,
  kind: "road",
  lasting: false,
  segments: [],
  owners: [0, 1],
};
const end: WallEnd = {
  word: "wall:right",
  at: { cell: [2, 0], place: "E" },
  completes: [4],
  points: [0, 3],
  blocks: [[3, 0]],
  row: [[2, 0]],
  public: 2,
  historic: 0,
  guard_worth: 4,
  guard_allowed: true,
};
const survey: Survey = {
  features: [field, road, { ...road, id: 5, complete: true }],
  cells: [
    { x: 5, y: 5, dead: true, cut_off: false, fits: [] },
    { x: 6, y: 5, dead: false, cut_off: false, fits: [["base/D", 1]] },
  ],
  ring: { ends: [end], towers: [], guards: [], open: [], gap: 9, walls_left: 60 },
};

const scene: OverlayGround = {
  view: {
    kinds: [],
    tiles: [
      { id: "base/D", x: 0, y: 0, r: 0 },
      { id: "base/D", x: 1, y: 0, r: 0 },
    ],
    now: { turn: 1, on_turn: 0, part: 1, ask: "lay", figures: [], seats: [], left: 0 },
  },
  colours: [0, 5],
  placeOf: (_id, _r, name) => ({ name, x: 100, y: 60, lying: true, scale: 1, area: "M0 0z" }),
  say,
  sayMaybe,
};

describe("overlays", () => {
  it("show fields apart from open features that somebody owns", () => {
    expect(featuresOf(survey, "fields").map((f) => f.id)).toEqual([3]);
    expect(featuresOf(survey, "owners").map((f) => f.id)).toEqual([4]);
  });

  it("colour every segment in its owner's colour and label the feature once", () => {
    expect(regionsOf(field, scene).map((region) => [region.cell, region.colours])).toEqual([
      [[0, 0], [5]],
      [[1, 0], [5]],
    ]);
    expect(tagOf(field, scene)).toMatchObject({ colours: [5], points: "6", text: "2 cities" });
    expect(aboutFeature(field, scene, String)).toBe("2 tiles · 2 cities · now 6");
  });

  it("count what lies round a monastery, and leave out cities that bring a field nothing", () => {
    const here = { cell: [0, 0] as const, place: "monastery" };
    const missing = [1, 2, 3].map((x) => [x, 0] as const);
    const cloister = { ...road, kind: "monastery", segments: [here], tiles: 1, missing };
    expect(aboutFeature(cloister as unknown as Feature, scene, String)).toMatch(/^6 of 9\b/);
    // The Count's men give a field its worth without any city.
    const bare = { ...field, touches: [], worth: { now: 3, points: [0, 3] } };
    expect(aboutFeature(bare, scene, String)).toBe("2 tiles · now 3");
  });

  it("find dead cells and features", () => {
    expect(deadCells(survey)).toEqual([[5, 5]]);
    expect(featureAt(survey, [1, 0], "field:WL")?.id).toBe(3);
    expect(featureAt(survey, [1, 0], "city:N")).toBeUndefined();
  });
});

describe("ends of the wall", () => {
  const teller = {
    say,
    sayMaybe,
    list: (items: readonly string[]) => items.join(" and "),
    name: (seat: number) => ["Ann", "Raimon"][seat] ?? "",
  };

  it("say what building there would do", () => {
    expect(endFacts(end, survey, teller)).toEqual([
      "Completes a road",
      "Raimon +3",
      "Guard: 2 public buildings, 4 points",
      "Cuts off 1 cell",
    ]);
  });

  it("give the options their places", () => {
    const option = {
      word: "wall:right",
      number: "1",
      title: "",
      detail: "",
      lying: false,
      none: false,
    };
    const both = [option, { ...option, word: "wall:left" }];
    const asked = { ask: "wall", words: [], posts: true };
    const [right, left] = atRing(both, survey, teller, asked) ?? [];
    expect(right?.at).toEqual({ cell: [2, 0], x: 200, y: 100 });
    // Where there is little room only the points of a guard: what he sees is ringed.
    expect(right?.brief).toBe("Completes a road · Raimon +3 · Guard: 4 points · Cuts off 1 cell");
    expect(left?.at).toBeUndefined();
    // Whoever goes on guard is told what there is to see at the end that was chosen.
    const posted = { ask: "guard", words: ["wall:right"], posts: true };
    const [guard] = atRing([{ ...option, word: "guard" }], survey, teller, posted) ?? [];
    expect(guard?.detail).toBe("Guard: 2 public buildings, 4 points");
    expect(atRing([option], survey, teller, { ...asked, ask: "figure" })).toBeUndefined();
  });
});
