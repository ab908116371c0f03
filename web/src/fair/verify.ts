// Checks a finished game step by step, with what this browser kept and hashes of its own: nothing is
// taken from the server that could not be compared with something that was known before.

import type { Draws, DrawSheet, FairLine, Kind } from "../wire";
import { commitmentOf, Key, sealOf, spareValue } from "./hash";
import type { Kept } from "./keep";

/** What was found out about one step. */
export interface Step {
  name: "kept" | "listed" | "seed" | "mine" | "values" | "order" | "bag" | "draws";
  /** Whether it holds; nothing if there was nothing to compare with. */
  holds: boolean | undefined;
  /** Numbers for the sentence. */
  n?: number;
  /** What became of the commitment, by the public list. */
  kind?: string;
}

/** All that is looked at. */
export interface Evidence {
  draws: Draws;
  /** Whether the order of the seats was to be drawn. */
  drawn: boolean;
  kept: Kept | undefined;
  lines: readonly FairLine[] | undefined;
  sheet: DrawSheet | undefined;
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

/** Whether what could be drawn fits the tiles of the game and what was drawn before. */
export function bagHolds({ sheet, kinds, start, draws }: Evidence): boolean | undefined {
  if (!sheet) return undefined;
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
  if (draws.before > 0) return true;
  return [...first].every(([one, n]) => !printed.has(one) || n <= (printed.get(one) ?? 0));
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

/** Looks at everything. */
export async function check(evidence: Evidence): Promise<Step[]> {
  const { draws, drawn, kept, lines, sheet } = evidence;
  const { seed } = draws;
  if (seed === undefined) return [];
  const steps: Step[] = [];
  steps.push({ name: "kept", holds: kept && kept.commitment === draws.commitment });
  if (draws.version >= 2) {
    const end = lines?.at(-1);
    const shown = lines?.some(({ kind }) => kind === "shown");
    const listed: Step = { name: "listed", holds: shown };
    if (end && end.kind !== "shown") listed.kind = end.kind;
    steps.push(listed);
  }
  const right = (await commitmentOf(draws.version, seed)) === draws.commitment;
  steps.push({ name: "seed", holds: right });
  const mine = Object.entries(kept?.values ?? {});
  if (mine.length > 0) {
    // A value that came after the start is not in it: the server's own stands there, and it is said.
    const late = mine.every(([seat]) => draws.shares[Number(seat)] === "server");
    const given = mine.filter(([seat]) => draws.shares[Number(seat)] !== "server");
    const holds = given.every(([seat, value]) => draws.values[Number(seat)] === value);
    steps.push({ name: "mine", holds: late ? undefined : holds });
  }
  if (draws.version >= 2) steps.push({ name: "values", holds: await valuesHold(draws, seed) });
  const key = await Key.mix(draws.version, seed, draws.values);
  const order = drawn ? await key.order(draws.values.length) : draws.values.map((_, i) => i);
  steps.push({ name: "order", holds: order.join() === draws.order.join() });
  steps.push({ name: "bag", holds: bagHolds(evidence) });
  const follow = sheet && (await drawsThatFollow(sheet, key));
  steps.push({
    name: "draws",
    holds: sheet && follow === sheet.draws.length,
    n: sheet && follow === sheet.draws.length ? sheet.draws.length : (follow ?? 0) + 1,
  });
  return steps;
}
