// Checks a finished game step by step, with what this browser kept and hashes of its own. What is
// taken from the server all the same is in docs/fair-draws.md.

import type { Draws, DrawSheet, FairLine, Kind, LogLine } from "../wire";
import { commitmentOf, Key, sealOf, spareValue } from "./hash";
import type { Kept } from "./keep";

/** What was found out about one step. */
export interface FairCheck {
  name:
    | "version"
    | "kept"
    | "listed"
    | "seed"
    | "mine"
    | "values"
    | "order"
    | "played"
    | "bag"
    | "draws";
  /** Whether it holds; nothing if there was nothing to compare with. */
  holds: boolean | undefined;
  /** Which of several reasons there are for it. */
  why?: "late" | "dropped" | "void" | "other" | "open" | "chain";
  /** Numbers for the sentence. */
  n?: number;
  /** What became of the commitment, by the public list. */
  kind?: string;
}

/** All that is looked at. */
export interface Evidence {
  /** Whether it was played on this device alone: then no public list has it. */
  own?: boolean;
  draws: Draws;
  /** Whether the order of the seats was to be drawn. */
  drawn: boolean;
  /** What this browser kept of the table, by round. */
  kept: Readonly<Record<number, Kept>>;
  /** My seats, by the plan. */
  mine: readonly number[];
  /** What happened at the table and stands, as this page was told. */
  log: readonly LogLine[];
  /** What the public list says of the commitment; `broken` if it is not the list of before. */
  lines: readonly FairLine[] | "broken" | undefined;
  /** What could be drawn and what was, as the server tells it. */
  sheet: DrawSheet | undefined;
  /** The same as the engine of this page works it out from the record. */
  worked?: DrawSheet | undefined;
  /** The tiles of the game as they are shown from the beginning. */
  kinds: readonly Kind[];
  /** The kinds of the tiles that lie there before anybody draws. */
  start: readonly string[];
}

/** How often each word could be drawn. */
type Bag = Map<string, number>;

function bagOf(sheet: DrawSheet, k: number): Bag {
  const odds = sheet.draws[k]?.odds ?? [];
  return new Map(odds.map(([word, n]) => [sheet.words[word] ?? "", n]));
}

/**
 * Whether what could be drawn fits the tiles of the game and what was drawn before. The engine of
 * this page knows it by itself. Without one there is nothing to compare with but the tiles that are
 * printed: if they were not all in the bag from the beginning, the page cannot say why.
 */
export function bagHolds({ sheet, worked, kinds, start, draws }: Evidence): boolean | undefined {
  if (!sheet) return undefined;
  if (worked) return JSON.stringify(worked) === JSON.stringify(sheet);
  const printed = new Map(kinds.filter(({ count }) => count > 0).map((k) => [k.id, k.count]));
  for (const id of start) printed.set(id, (printed.get(id) ?? 0) - 1);
  const first: Bag = new Map();
  const drawn: Bag = new Map();
  const back: Bag = new Map();
  let before: Bag = new Map();
  for (const [k, { word, unplaceable }] of sheet.draws.entries()) {
    const bag = bagOf(sheet, k);
    const goesOn = [...bag.keys()].some((one) => before.has(one));
    for (const one of new Set([...bag.keys(), ...(goesOn ? before.keys() : [])])) {
      const n = bag.get(one) ?? 0;
      if (!first.has(one)) first.set(one, n);
      const least = (first.get(one) ?? 0) - (drawn.get(one) ?? 0);
      // A tile that fitted nowhere may have been put back.
      if (n < least || n > least + (back.get(one) ?? 0)) return false;
    }
    const name = sheet.words[word] ?? "";
    if (!bag.has(name)) return false;
    drawn.set(name, (drawn.get(name) ?? 0) + 1);
    if (unplaceable) back.set(name, (back.get(name) ?? 0) + 1);
    before = bag;
  }
  if (draws.before > 0) return undefined;
  if ([...first].some(([one, n]) => n > (printed.get(one) ?? n))) return false;
  const whole = [...printed].every(([one, n]) => (first.get(one) ?? 0) === n);
  return whole ? true : undefined;
}

/** How many draws follow from the key; fewer than there are if one does not. */
async function drawsThatFollow(sheet: DrawSheet, key: Key): Promise<number> {
  for (const [k, { word }] of sheet.draws.entries()) {
    const bag = [...bagOf(sheet, k)].sort(([a], [b]) => (a < b ? -1 : 1));
    const total = bag.reduce((sum, [, n]) => sum + n, 0);
    let left = await key.below("draw", k, total);
    const right = bag.find(([, n]) => {
      left -= n;
      return left < 0;
    });
    if (right?.[0] !== sheet.words[word]) return k;
  }
  return sheet.draws.length;
}

async function valuesHold(draws: Draws, seed: string): Promise<boolean> {
  for (const [seat, share] of draws.shares.entries()) {
    const value = draws.values[seat] ?? "";
    const hash = draws.hashes[seat] ?? "";
    const right =
      share === "sealed"
        ? (await sealOf(draws.commitment, seat, value)) === hash
        : share === "open"
          ? hash === "" && value.length === 32
          : (await spareValue(seed, seat)) === value;
    if (!right) return false;
  }
  return draws.shares.length === draws.values.length;
}

/**
 * Whether the seal is the one that was shown before. A round that was shown and not played must
 * have been void before this one began, or the server has chosen between two.
 */
function sealHolds({ draws, kept, log }: Evidence): FairCheck {
  const own = kept[draws.round];
  const isVoid = (round: number): boolean =>
    log.some(({ cause }) => cause.c === "void" && cause.round === round);
  const others = Object.keys(kept).map(Number);
  const chosen = others.some(
    (round) => round > draws.round || (round < draws.round && !isVoid(round)),
  );
  const versions = Object.values(kept).every(({ version }) => (version ?? 2) === draws.version);
  if (chosen || !versions) return { name: "kept", holds: false, why: "other" };
  if (own) return { name: "kept", holds: own.commitment === draws.commitment };
  const step: FairCheck = { name: "kept", holds: undefined };
  return others.length > 0 ? { ...step, why: "void" } : step;
}

/** Whether the public list has the seal, and a game that was ended as what became of it. */
function listHolds(lines: Evidence["lines"]): FairCheck {
  const step: FairCheck = { name: "listed", holds: undefined };
  if (!lines) return step;
  if (lines === "broken") return { ...step, holds: false, why: "chain" };
  const end = lines.findLast(({ kind }) => kind !== "shown");
  if (end) step.kind = end.kind;
  if (!lines.some(({ kind }) => kind === "shown")) return { ...step, holds: false };
  if (!end) return { ...step, why: "open" };
  const ended = lines.every(({ kind }) => ["shown", "ended", "aborted"].includes(kind));
  return ended ? { ...step, holds: true } : { ...step, holds: false, why: "other" };
}

/** Whether my own values are in the draws; nothing if I have no seat. */
function mineHolds({ draws, kept, mine }: Evidence): FairCheck | undefined {
  if (mine.length === 0) return undefined;
  const own = kept[draws.round];
  const step: FairCheck = { name: "mine", holds: true };
  for (const seat of mine) {
    const value = own?.values[seat];
    const share = draws.shares[seat];
    if (share === "server" && own?.given?.includes(seat)) {
      return { ...step, holds: false, why: "dropped" };
    }
    if (share === "server") {
      // A value that came after the start is not in it: the server's own stands there.
      if (step.holds) Object.assign(step, { holds: undefined, why: "late" });
    } else if (value === undefined) {
      if (step.holds) step.holds = undefined;
    } else if (draws.values[seat] !== value) {
      return { name: "mine", holds: false };
    }
  }
  return step;
}

/** Whether the draws that are explained are those that were played. */
function playedHolds({ sheet, log }: Evidence): boolean | undefined {
  if (!sheet) return undefined;
  const played = log.flatMap(({ cause, undone }) => {
    if (undone === true) return [];
    return cause.c === "began" ? cause.words : cause.c === "played" ? cause.chance : [];
  });
  const told = sheet.draws.map(({ word }) => sheet.words[word]);
  // The word of a tile that fits nowhere has a cross behind it.
  const bare = played.map((word) => word.replace(/ x$/, ""));
  return bare.length === told.length && bare.every((word, k) => word === told[k]);
}

/** What all the steps together say: everything was checked and is right, or not everything could
 *  be checked, or something is wrong. */
export function verdict(steps: readonly FairCheck[]): "good" | "partly" | "bad" {
  if (steps.some(({ holds }) => holds === false)) return "bad";
  return steps.length > 0 && steps.every(({ holds }) => holds === true) ? "good" : "partly";
}

/** Looks at everything. */
export async function check(evidence: Evidence): Promise<FairCheck[]> {
  const { draws, drawn, lines, sheet } = evidence;
  const { seed } = draws;
  if (seed === undefined) return [{ name: "seed", holds: undefined }];
  const steps: FairCheck[] = [sealHolds(evidence)];
  if (draws.version >= 2 && evidence.own !== true) steps.push(listHolds(lines));
  if (draws.version < 2) steps.unshift({ name: "version", holds: undefined });
  const right = (await commitmentOf(draws.version, seed)) === draws.commitment;
  steps.push({ name: "seed", holds: right });
  if (draws.version >= 2) {
    const mine = mineHolds(evidence);
    if (mine) steps.push(mine);
    steps.push({ name: "values", holds: await valuesHold(draws, seed) });
  }
  const key = await Key.mix(draws.version, seed, draws.values);
  const order = drawn ? await key.order(draws.values.length) : draws.values.map((_, i) => i);
  steps.push({ name: "order", holds: order.join() === draws.order.join() });
  steps.push({ name: "played", holds: playedHolds(evidence) });
  steps.push({ name: "bag", holds: bagHolds(evidence) });
  const follow = sheet && (await drawsThatFollow(sheet, key));
  steps.push({
    name: "draws",
    holds: sheet && follow === sheet.draws.length,
    n: sheet && follow === sheet.draws.length ? sheet.draws.length : (follow ?? 0) + 1,
  });
  return steps;
}
