// A finished game of this device, kept in one's account: the server plays it through again and
// stores what it finds itself.

import { Failure, json } from "../net/api";
import { ensureMe } from "../session.svelte";
import type { KeepGame, KeptGame } from "../wire";
import { openShelf } from "./db";
import { NO_TABLE } from "./table";

/** Gives the game to the server. Its table there; the same one however often it is asked. */
export async function keepInAccount(id: string): Promise<string> {
  const shelf = await openShelf();
  const kept = await shelf.read(id);
  if (!kept) throw new Failure(NO_TABLE);
  await ensureMe();
  const game: KeepGame = { secret: kept.head.seed, log: kept.log };
  const { id: there } = await json<KeptGame>("POST", "/api/games", game);
  await shelf.note(id, { kept: there });
  return there;
}

/** Where the server keeps this game, if it does. */
export async function keptThere(id: string): Promise<string | undefined> {
  return (await (await openShelf()).read(id))?.head.kept;
}
