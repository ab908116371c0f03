// What is asked about a table of this device as about one of a server: its replay, its survey, its
// record. The page that writes it has it in its engine; for another one it is opened to be read.

import { Failure } from "../net/api";
import { wantEngine, type Engine } from "../net/engine/engine";
import type { RecordOnly, Tries } from "../wire";
import { openShelf } from "./db";
import { NO_TABLE, writtenHere } from "./table";

/** Readers wait for one another: the engine has each table once. */
let reading: Promise<unknown> = Promise.resolve();

/** Asks about a table that the engine has, or is given for as long as it is asked. */
async function about<T>(id: string, ask: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await wantEngine();
  if (writtenHere(id)) return ask(engine);
  const next = reading.then(() => opened(engine, id, ask));
  reading = next.catch(() => undefined);
  return next;
}

async function opened<T>(
  engine: Engine,
  table: string,
  ask: (engine: Engine) => Promise<T>,
): Promise<T> {
  const kept = await (await openShelf()).read(table);
  if (!kept) throw new Failure(NO_TABLE);
  const { head, log } = kept;
  const now = Date.now();
  const whose = { key: "", secret: head.seed, who: head.who };
  // It is only looked at: what opening it would add to its log is for who plays on.
  await engine.ask("open", { table, ...whose, log, now, seen: now });
  try {
    return await ask(engine);
  } finally {
    await engine.ask("close", { table });
  }
}

/** The record of a table as it stands. */
export function recordOf(id: string): Promise<string> {
  return about(id, async (engine) => {
    const { record } = await engine.ask<RecordOnly>("record", { table: id });
    return record;
  });
}

/** The answer under a path behind the table's own; nothing where a table of a device has none. */
export async function answerFor(
  table: string,
  method: string,
  what: string,
  body: unknown,
): Promise<Response | undefined> {
  const [path = "", query = ""] = what.split("?");
  switch (`${method} ${path}`) {
    case "GET replay":
      return Response.json(await about(table, (engine) => engine.ask("table_replay", { table })));
    case "GET survey": {
      const then = new URLSearchParams(query).get("then")?.split(";") ?? [];
      const asked = { table, then };
      return Response.json(await about(table, (engine) => engine.ask("table_survey", asked)));
    }
    case "POST why": {
      const asked = { table, tries: (body as Tries).tries };
      return Response.json(await about(table, (engine) => engine.ask("table_why", asked)));
    }
    case "GET record":
      return new Response(await recordOf(table));
    case "GET draws": {
      const record = await recordOf(table);
      return Response.json(await (await wantEngine()).ask("draws", { record }));
    }
    default:
      return undefined;
  }
}
