// The board, its tiles and its choices in words.

import { describe, expect, it } from "vitest";
import type { Option } from "../table/options";
import { cellLines, figuresOf, leftLines, rowsOf, standing, wallLines } from "./board";
import { blindGroups, layGroups, only, optionGroups } from "./choices";
import { featureLines, featurePhrase } from "./features";
import { effectOf } from "./joins";
import { atWords, cellWords, lieWords, sideWords } from "./places";
import { BOARD, featureOf, scribeOf, SURVEY, viewOf } from "./testing";

const scribe = scribeOf();
const french = scribeOf("fr");
const lies = (id: string, r = 0, who = scribe): string => lieWords(id, who.places(id, r), who);
const texts = (groups: ReturnType<typeof layGroups>): string[] =>
  groups.flatMap((group) => group.choices.map((choice) => `${choice.number}. ${choice.text}`));

describe("places", () => {
  it("names cells from the start", () => {
    expect(cellWords([3, -2], scribe)).toBe("3 east, 2 north");
    expect(cellWords([-1, 4], french)).toBe("1 ouest, 4 sud");
    expect(atWords([0, 0], scribe)).toBe("at the centre");
    expect(atWords([0, 0], french)).toBe("au centre");
    expect(sideWords([2, 0], "N", scribe)).toBe("the north side of 2 east");
  });

  it("tells how a tile lies", () => {
    expect(lies("base/D")).toBe("city to the north; road from the east to the west");
    expect(lies("base/D", 1)).toBe("city to the east; road from the north to the south");
    expect(lies("base/W")).toBe("3 roads that end here, to the east, south, and west");
    expect(lies("base/F")).toBe("city to the east and west; shield");
    expect(lies("base/B", 0, french)).toBe("monastère");
    expect(lies("river/straight")).toBe("river running to the east and west");
    expect(lies("town/straight-two-fish-grain")).toBe(
      "fish market to the north; grain market to the south; street from the east to the west",
    );
  });
});

describe("joins", () => {
  const taken = new Set(BOARD.map((tile) => `${tile.x},${tile.y}`));

  it("finds what meets at the edges, and whether that is closed", () => {
    const { joins } = effectOf(scribe.places("base/E", 2), [0, -1], SURVEY, taken);
    const city = joins.find((join) => join.kind === "city");
    expect(city?.features.map((feature) => feature.id)).toEqual([1]);
    expect(city?.closes).toBe(true);
    const away = effectOf(scribe.places("base/E", 0), [0, -1], SURVEY, taken);
    expect(away.joins.find((join) => join.kind === "city")?.features).toEqual([]);
  });

  it("keeps open what another cell keeps open", () => {
    const { joins } = effectOf(scribe.places("base/U", 1), [1, -1], SURVEY, taken);
    const road = joins.find((join) => join.kind === "road");
    expect(road?.features.map((feature) => feature.id)).toEqual([0]);
    expect(road?.closes).toBe(false);
  });

  it("knows monasteries that a tile would stand beside", () => {
    const monastery = featureOf({
      kind: "monastery",
      segments: [{ cell: [5, 5], place: "monastery" }],
      missing: [[4, 4]],
    });
    const survey = { ...SURVEY, features: [monastery] };
    expect(effectOf([], [4, 4], survey, taken).around).toEqual([monastery]);
    expect(effectOf([], [4, 5], survey, taken).around).toEqual([]);
  });
});

describe("features", () => {
  it("says whose they are", () => {
    const phrases = SURVEY.features.map((feature) => featurePhrase(feature, scribe));
    expect(phrases).toEqual(["your road (2 tiles)", "the city of Anna (1 tile, 1 shield)"]);
    const shared = featureOf({ kind: "road", segments: [], strength: [1, 1], owners: [0, 1] });
    expect(featurePhrase(shared, scribe)).toBe("the road shared by you and Anna (1 tile)");
    const beaten = featureOf({ kind: "city", segments: [], strength: [1, 2], owners: [1] });
    expect(featurePhrase(beaten, scribe)).toContain("not the strongest");
  });

  it("tells what is the deciding seat’s own first, where several play on one screen", () => {
    const segments = [{ cell: [2, 2] as [number, number], place: "road:EW" }];
    const mine = featureOf({ id: 7, kind: "road", segments, strength: [1, 0], owners: [0] });
    const anna = featureOf({ id: 8, kind: "road", segments, strength: [0, 1], owners: [1] });
    const survey = { ...SURVEY, features: [mine, anna] };
    const first = (own?: (seat: number) => boolean): string =>
      featureLines(survey, "road", { ...scribe, own })[0] ?? "";
    expect(first()).toMatch(/^Your road/);
    // Both sit here: whoever decides hears of theirs first.
    expect(first((seat) => seat === 1)).toMatch(/^The road of Anna/);
    expect(first((seat) => seat === 0)).toMatch(/^Your road/);
  });

  it("says where they go on", () => {
    expect(featureLines(SURVEY, "road", scribe)).toEqual([
      "Your road (2 tiles) at the centre and at 1 east. Open at 1 west and at 1 east, 1 north.",
    ]);
    expect(featureLines(SURVEY, "city", french)).toEqual([
      "La ville tenue par Anna (1 tuile, 1 blason) au centre. À continuer en 1 nord.",
    ]);
  });
});

describe("choices", () => {
  const legal = ["1,-1 r1", "0,-1 r2", "0,1 r1", "0,1 r0"];

  it("groups layings by what they do, and numbers them", () => {
    const groups = layGroups(legal, "base/E", scribe);
    expect(groups.map((group) => group.title)).toEqual(["Completes something", "Elsewhere"]);
    expect(texts(groups)).toEqual([
      "1. 1 north, turned twice. Completes the city of Anna (1 tile, 1 shield).",
      "2. 1 east, 1 north, turned once.",
      "3. 1 south, not turned. City to the north.",
      "4. 1 south, turned once. City to the east.",
    ]);
    expect(only(groups, "city").flatMap((group) => group.choices)).toHaveLength(1);
  });

  it("names a tile once that looks the same from two sides", () => {
    const groups = layGroups(["1,-1 r1", "-1,0 r0", "-1,0 r2"], "base/U", scribe);
    expect(texts(groups)).toEqual([
      "1. 1 east, 1 north, turned once. Continues your road (2 tiles).",
      "2. 1 west, not turned. Continues your road (2 tiles).",
    ]);
  });

  it("says more and less", () => {
    const short = layGroups(legal, "base/E", scribeOf("en", "short"));
    expect(texts(short)[2]).toBe("3. 1 south, not turned.");
    const full = layGroups(legal, "base/E", scribeOf("en", "full"));
    expect(texts(full)[1]).toContain("City to the east.");
  });

  it("tells nothing where the table shows no legal cells", () => {
    const [group] = blindGroups(scribeOf("en", "normal", viewOf(BOARD), undefined));
    expect(group?.choices).toHaveLength(6);
    expect(group?.choices[0]).toMatchObject({ word: "0,-1 r0", text: "1 north" });
  });

  it("names figures by their places, none last with 0", () => {
    const option = (word: string, title: string, detail = "", none = false): Option => ({
      word,
      title,
      detail,
      none,
      number: "",
      lying: false,
    });
    const options = [
      option("follower@road:NS", "Road", "highwayman"),
      option("follower@field:NR.EL.ER.SL", "Field east", "farmer"),
      option("-", "None", "keep your 5", true),
    ];
    const laid = { id: "base/U", cell: [1, -1] as const, r: 1 };
    const groups = optionGroups([{ piece: "follower", options }], laid, scribe);
    expect(texts(groups)).toEqual([
      "1. Follower: road from the north to the south (highwayman). Continues your road (2 tiles).",
      "2. Follower: field east (farmer).",
      "0. None. Keep your 5.",
    ]);
    // Two of one name are told apart by where they begin.
    const twins = [option("follower@field:NR", "Field"), option("follower@field:NL.WR", "Field")];
    expect(texts(optionGroups([{ piece: "follower", options: twins }], laid, scribe))).toEqual([
      "1. Follower: field, at the east part of the north side.",
      "2. Follower: field, at the west part of the north side and at the north part of the west side.",
    ]);
  });
});

describe("the position", () => {
  const figures = [
    { seat: 0, piece: "follower", at: { cell: [0, 0] as [number, number], place: "road:EW" } },
    { seat: 1, piece: "follower", at: { cell: [0, 0] as [number, number], place: "city:N" } },
  ];
  const walls = [
    { at: { cell: [0, 0] as [number, number], place: "S" }, gate: true },
    { at: { cell: [1, 0] as [number, number], place: "S" }, gate: false, guard: 1, tower: 0 },
  ];
  const seen = scribeOf("en", "normal", viewOf(BOARD, { figures, walls, walls_left: [50, 2] }));

  it("reads tiles by row with their figures", () => {
    expect(rowsOf(seen)).toEqual([
      {
        y: 0,
        title: "Middle row",
        tiles: [
          "The centre: city to the north; road from the east to the west. " +
            "A follower of yours on the road. A follower of Anna in the city",
          "1 east: road from the north to the west",
        ],
      },
    ]);
  });

  it("tells everything about a cell", () => {
    expect(cellLines([1, 0], [], seen)).toEqual([
      "1 east: road from the north to the west.",
      "Laid by Anna.",
      "Your road (2 tiles).",
      "A wall on the south side of 1 east, guard: Anna, tower: you.",
    ]);
    expect(cellLines([0, -1], ["0,-1 r2"], seen)).toEqual([
      "1 north: an empty cell.",
      "To the south: the city of Anna (1 tile, 1 shield).",
      "Your tile fits here: turned twice.",
      "4 tiles fit here.",
    ]);
    expect(cellLines([9, 9], [], seen)).toContain("No tile lies beside it.");
  });

  it("tells what each seat has", () => {
    expect(standing(0, seen)).toBe("You: 3 points, 5 followers left");
    expect(standing(1, french)).toBe("Anna\u00a0: 7 points, 5 partisans en réserve");
    expect(figuresOf(0, seen)).toEqual([
      "A follower of yours on the road at the centre: your road (2 tiles)",
    ]);
    expect(figuresOf(1, seen)).toContain("A guard of Anna on the south side of 1 east");
  });

  it("tells what a guard sees", () => {
    const at = { cell: [1, 0] as [number, number], place: "S" };
    const guards = [{ seat: 1, at, row: [], public: 2, historic: 0, worth: 4 }];
    const ring = { ends: [], towers: [], guards, open: [], gap: 30, walls_left: 50 };
    const lines = wallLines({ ...seen, survey: { ...SURVEY, ring } });
    expect(lines).toContain("30 sides of the town are open; the game ends at 5.");
    expect(lines.at(-1)).toBe(
      "A wall on the south side of 1 east, guard: Anna, sees 2 public buildings, 4 points, tower: you.",
    );
  });

  it("tells the wall and the tiles left", () => {
    expect(wallLines(seen).slice(0, 2)).toEqual([
      "1 wall is built, 50 left.",
      "The walls grow now: 2 pieces to go.",
    ]);
    expect(leftLines(seen)).toEqual(["60 tiles left.", "This table plays without counting tiles."]);
  });
});
