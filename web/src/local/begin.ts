// A new table of this device, begun at once: made and kept as a server would, its draws sealed
// before the first of them.

import { keepCommitment, keepGiven, myValue } from "../fair/keep";
import { randomName } from "../names";
import { chanceShare, Failure, OFFLINE } from "../net/api";
import { couldRun, wantEngine, type Engine } from "../net/engine/engine";
import { whoAmI } from "../session.svelte";
import type { Decided, LocalTold, LogWho, TableConfig } from "../wire";
import { keepForGood, openShelf } from "./db";
import { newId } from "./ids";
import { noteTables } from "./mark";

const NAME = "trencavel.localName";

/** Who plays here: whoever is known to be logged in, else a guest of this device. */
function player(): LogWho {
  const me = whoAmI();
  if (me) return { id: me.id, name: me.name, account: false };
  let name = "";
  try {
    name = localStorage.getItem(NAME) ?? "";
    if (name === "") localStorage.setItem(NAME, (name = randomName()));
  } catch {
    // Another name each time, then.
  }
  return { id: "me", name: name || randomName(), account: false };
}

async function engineOrNot(): Promise<Engine> {
  if (!couldRun()) throw new Failure(OFFLINE);
  return wantEngine().catch(() => {
    throw new Failure(OFFLINE);
  });
}

/** The page that shows a table; it comes while the table is made, or before. */
const page = (): Promise<unknown> =>
  Promise.all([
    import("../pages/TablePage.svelte"),
    import("./LocalPage.svelte"),
    import("../table/Log.svelte"),
  ]).catch(() => undefined);

/** Has everything at hand that a table is made and shown with. */
export async function ready(): Promise<void> {
  await Promise.all([engineOrNot(), openShelf()]);
  await page();
}

/** Makes the table and begins its game. Gives its id. */
export async function beginHere(config: TableConfig): Promise<string> {
  void page();
  const [engine, shelf] = await Promise.all([engineOrNot(), openShelf()]);
  keepForGood();
  const table = newId(config.plan.family);
  const secret = chanceShare() + chanceShare();
  const who = player();
  const now = Date.now();
  const made = await engine.ask<Decided>("make", { table, key: "", secret, config, who, now });
  // Nobody is told of it before its game has begun: until then it need not be kept.
  const { state } = await engine.ask<LocalTold>("kept", { table, now });
  keepCommitment(table, 1, state.commitment);
  const values = Object.fromEntries(
    config.seats.flatMap(({ kind }, seat) =>
      kind === "me" || kind === "screen"
        ? [[seat, myValue(table, 1, state.commitment, seat)] as const]
        : [],
    ),
  );
  const begun = await engine.ask<Decided>("begin", { table, now, values });
  // The page of the table opens it from what is kept.
  await engine.ask("close", { table });
  const head = { id: table, seed: secret, who, engine: engine.hello.version, changed: now };
  await shelf.make(head, [...made.entries, ...begun.entries]);
  noteTables(true);
  keepGiven(table, 1, Object.keys(values).map(Number));
  return table;
}
