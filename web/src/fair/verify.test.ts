// The page's check of a finished game, with the example of docs/fair-draws.md.

import { describe, expect, it } from "vitest";
import type { Cause, Draws, DrawSheet, FairLine } from "../wire";
import { commitmentOf, sealOf, spareValue } from "./hash";
import type { Kept } from "./keep";
import { bagHolds, check, verdict, type Evidence, type FairCheck } from "./verify";

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const COMMITMENT = "5fa76279b955ef62740cb167a3460ab352cd6225fed35b479b4d8fb9b7ed6211";
const HASH = "faa3fc67c9b83015a9ca3388acfe1952e86fd8afb1eb00d3357ec88678dcd0b3";
const MINE = "00112233445566778899aabbccddeeff";
const OTHER = "ffeeddccbbaa9988776655440000538e";
const COUNTS =
  "A:2 B:4 C:1 D:3 E:4 E.g:1 F:2 G:1 H:2 H.g:1 I:1 I.g:1 J:3 K:3 L:3 M:1 M.g:1 N:2 N.g:1 O:2 " +
  "P:3 Q:1 R:2 R.g:1 S:2 T:1 U:7 U.g:1 V:8 V.g:1 W:4 X:1";

const counts = COUNTS.split(" ").map((pair): [string, number] => {
  const [name = "", n = "0"] = pair.split(":");
  return [`base/${name}`, Number(n)];
});
const words = counts.map(([word]) => word).sort();

function sheet(): DrawSheet {
  const bag = new Map(counts);
  const draws = ["base/W", "base/L", "base/B", "base/V"].map((drawn) => {
    const odds = words
      .map((word, i): [number, number] => [i, bag.get(word) ?? 0])
      .filter(([, n]) => n > 0);
    bag.set(drawn, (bag.get(drawn) ?? 0) - 1);
    return { word: words.indexOf(drawn), odds };
  });
  return { words, draws };
}

/** The same bag with fewer tiles of a kind, from the first draw on. */
function without(word: string, fewer: number): DrawSheet {
  const { draws, ...rest } = sheet();
  const less = ([one, n]: [number, number]): [number, number] =>
    words[one] === word ? [one, n - fewer] : [one, n];
  return {
    ...rest,
    draws: draws.map((draw) => ({
      ...draw,
      odds: draw.odds.map(less).filter(([, n]) => n > 0),
    })),
  };
}

const played = (chance: string[]): Cause => ({ c: "played", seat: 0, id: "", words: [], chance });
const kept = (change: Partial<Kept>): Kept => ({
  commitment: COMMITMENT,
  values: { 0: MINE },
  given: [0],
  ...change,
});
const ofKind = (kind: FairLine["kind"]): FairLine => ({
  n: 2,
  at: 0,
  kind,
  commitment: COMMITMENT,
  hash: "",
});

function evidence(): Evidence {
  const draws: Draws = {
    version: 2,
    round: 1,
    commitment: COMMITMENT,
    shares: ["sealed", "open"],
    hashes: [HASH, ""],
    values: [MINE, OTHER],
    order: [1, 0],
    before: 0,
    seed: SEED,
  };
  const kinds = counts.map(([id, n]) => ({ id, count: id === "base/D" ? n + 1 : n }));
  const line = { n: 1, at: 0, commitment: COMMITMENT, hash: "" };
  return {
    draws,
    drawn: true,
    kept: { 1: { commitment: COMMITMENT, version: 2, values: { 0: MINE }, given: [0] } },
    mine: [0],
    log: [
      { n: 1, at: 0, cause: { c: "began", words: ["base/W"] } },
      { n: 2, at: 0, cause: played(["base/L"]) },
      { n: 3, at: 0, cause: played(["base/X"]), undone: true },
      { n: 5, at: 0, cause: played(["base/B", "base/V"]) },
    ],
    lines: [
      { ...line, kind: "shown" },
      { ...line, kind: "ended" },
    ],
    sheet: sheet(),
    kinds,
    start: ["base/D"],
  };
}

/** A round that was void before the one that was played, which this browser did not see. */
function roundTwo(all: Evidence): void {
  all.draws.round = 2;
  all.mine = [];
  all.log = [...all.log, { n: 0, at: 0, cause: { c: "void", round: 1, seats: [1] } }];
}

const found = (steps: FairCheck[]): Record<string, boolean | undefined> =>
  Object.fromEntries(steps.map(({ name, holds }) => [name, holds]));

describe("the check of a finished game", () => {
  it("has the numbers of the document", async () => {
    expect(await commitmentOf(2, SEED)).toBe(COMMITMENT);
    expect(await sealOf(COMMITMENT, 0, MINE)).toBe(HASH);
    expect(await spareValue(SEED, 2)).toBe("5a811759ced90b1353d296686db96bd6");
  });

  it("finds that everything holds", async () => {
    const steps = await check(evidence());
    expect(steps.map(({ name }) => name)).toEqual([
      ...["kept", "listed", "seed", "mine", "values", "order", "played", "bag", "draws"],
    ]);
    expect(steps.every(({ holds }) => holds === true)).toBe(true);
    expect(verdict(steps)).toBe("good");
    expect(steps.at(-1)?.n).toBe(4);
    expect(steps[1]?.kind).toBe("ended");
  });

  it.each<[FairCheck["name"], (all: Evidence) => void]>([
    ["kept", (all) => (all.kept = { 1: kept({ commitment: "ab".repeat(32) }) })],
    ["kept", (all) => (all.kept = { 1: kept({}), 2: kept({}) })],
    ["kept", (all) => (all.kept = { 2: kept({}) })],
    ["kept", (all) => (all.draws.round = 2)],
    ["kept", (all) => (all.draws.version = 1)],
    ["listed", (all) => (all.lines = [])],
    ["listed", (all) => (all.lines = [ofKind("shown"), ofKind("void")])],
    ["listed", (all) => (all.lines = [ofKind("shown"), ofKind("removed")])],
    ["seed", (all) => (all.draws.seed = "01".repeat(32))],
    ["mine", (all) => (all.kept = { 1: kept({ values: { 0: OTHER } }) })],
    ["mine", (all) => (all.draws.shares[0] = "server")],
    ["played", (all) => (all.log = all.log.slice(1))],
    ["played", (all) => (all.log = [...all.log, { n: 9, at: 0, cause: played(["base/A"]) }])],
    ["played", (all) => all.sheet?.draws.pop()],
    ["values", (all) => (all.draws.hashes[0] = "ab".repeat(32))],
    ["values", (all) => (all.draws.shares[1] = "computer")],
    ["order", (all) => (all.draws.order = [0, 1])],
    ["order", (all) => (all.drawn = false)],
    ["draws", (all) => (all.draws.values[1] = MINE)],
    ["bag", (all) => all.sheet?.draws[2]?.odds.pop()],
    ["bag", (all) => all.sheet?.draws[0]?.odds.forEach((pair) => (pair[1] += 1))],
    ["bag", (all) => all.sheet?.draws.splice(1, 1)],
    ["bag", (all) => Object.assign(all, { worked: sheet(), sheet: without("base/U", 1) })],
    ["bag", (all) => Object.assign(all, { worked: sheet(), sheet: without("base/X", 9) })],
    ["listed", (all) => (all.lines = "broken")],
  ])("finds what is wrong with %s", async (name, change) => {
    const all = evidence();
    change(all);
    const steps = await check(all);
    expect(found(steps)[name]).toBe(false);
    expect(verdict(steps)).toBe("bad");
  });

  it.each<[FairCheck["name"], FairCheck["why"], (all: Evidence) => void]>([
    ["draws", undefined, (all) => (all.sheet = undefined)],
    ["played", undefined, (all) => (all.sheet = undefined)],
    ["listed", undefined, (all) => (all.lines = undefined)],
    ["listed", "open", (all) => (all.lines = [ofKind("shown")])],
    ["seed", undefined, (all) => delete all.draws.seed],
    ["kept", undefined, (all) => (all.kept = {})],
    ["mine", undefined, (all) => (all.kept = { 1: kept({ values: {}, given: [] }) })],
    ["kept", "void", roundTwo],
    ["bag", undefined, (all) => (all.kinds = all.kinds.concat({ id: "base/Y", count: 1 }))],
    ["bag", undefined, (all) => (all.draws.before = 3)],
  ])("does not call a game fair when %s could not be checked (%s)", async (name, why, change) => {
    const all = evidence();
    change(all);
    const steps = await check(all);
    const step = steps.find((one) => one.name === name);
    expect(step && [step.holds, step.why]).toEqual([undefined, why]);
    expect(verdict(steps)).toBe("partly");
  });

  it("does not know why tiles were left out if it has no engine", async () => {
    for (const fewer of [1, 9]) {
      const all = { ...evidence(), sheet: without("base/U", fewer) };
      expect(bagHolds(all)).toBe(undefined);
      expect(bagHolds({ ...all, worked: sheet() })).toBe(false);
    }
  });

  it("says that version 1 fixed less", async () => {
    const all = evidence();
    Object.assign(all, { kept: {}, mine: [] });
    all.draws.version = 1;
    all.draws.commitment = await commitmentOf(1, SEED);
    const steps = await check(all);
    expect(steps[0]).toEqual({ name: "version", holds: undefined });
    expect(verdict([{ name: "version", holds: undefined }])).toBe("partly");
  });

  it("says what it cannot know", async () => {
    const all = { ...evidence(), kept: {}, mine: [], lines: undefined, sheet: undefined };
    const steps = found(await check(all));
    expect([steps["kept"], steps["listed"], steps["draws"]]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect("mine" in steps).toBe(false);
  });

  it("does not take a value that came too late for a lie", async () => {
    const all = evidence();
    all.draws.shares[0] = "server";
    all.kept = { 1: kept({ given: [] }) };
    const mine = (await check(all)).find(({ name }) => name === "mine");
    expect(mine).toEqual({ name: "mine", holds: undefined, why: "late" });
  });

  it("does not look for my value on a seat that I left to another", async () => {
    const all = evidence();
    all.kept = { 1: kept({ values: { 0: MINE, 1: MINE } }) };
    expect(found(await check(all))["mine"]).toBe(true);
  });
});
