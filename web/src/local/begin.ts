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

/** Makes the table and begins its game. Gives its id. */
export async function beginHere(config: TableConfig): Promise<string> {
  const engine = await engineOrNot();
  const shelf = await openShelf();
  keepForGood();
  const table = newId(config.plan.family);
  const secret = chanceShare() + chanceShare();
  const who = player();
  const now = Date.now();
  const made = await engine.ask<Decided>("make", { table, key: "", secret, config, who, now });
  const { version } = engine.hello;
  await shelf.make({ id: table, seed: secret, who, engine: version, changed: now }, made.entries);
  noteTables(true);
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
  await shelf.append(table, begun.entries, version);
  keepGiven(table, 1, Object.keys(values).map(Number));
  // The page of the table opens it from what is kept.
  await engine.ask("close", { table });
  return table;
}
