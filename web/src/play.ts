// Tables made in one click.

import { isLocal } from "./local/ids";
import { api, Failure } from "./net/api";
import { isLost } from "./net/reach";
import { go } from "./router.svelte";
import { ensureMe } from "./session.svelte";
import type { TableState } from "./table/state";
import type { Aids, Level, TableConfig } from "./wire";

/** A game of two against the computer. */
export function soloConfig(level: Level, aids: Aids, family = "country"): TableConfig {
  return {
    name: "",
    plan: { family, expansions: [], options: [] },
    seats: [{ kind: "me" }, { kind: "computer", level }],
    order: "random",
    clock: { kind: "none" },
    flagged: "computer",
    aids,
    // Nobody else is at such a table.
    hints: "on",
    visibility: "link",
  };
}

/** Makes a table that needs nobody else, starts it and goes there: on the server, or on this device
 *  if that is wanted or nobody can be reached. */
export async function playAtOnce(config: TableConfig, here = isLost()): Promise<void> {
  if (here) return playHere(config);
  try {
    await playThere(config);
  } catch (error) {
    if (!(error instanceof Failure) || error.problem.status !== 0) throw error;
    await playHere(config);
  }
}

async function playHere(config: TableConfig): Promise<void> {
  const { beginHere } = await import("./local/begin");
  go(`/t/${await beginHere(config)}`);
}

async function playThere(config: TableConfig): Promise<void> {
  // Fair draws are the business of whoever plays: a page that only shows tables does without.
  const fair = Promise.all([import("./fair/keep"), import("./fair/shares")]);
  await ensureMe();
  const made = await api.make(config);
  const [{ keepCommitment }, { startAlone }] = await fair;
  keepCommitment(made.id, 1, made.commitment);
  await startAlone(made.id);
  go(`/t/${made.id}`);
}

/** Whether so many rated rematches were played that others are to be met. */
export function isEnough({ config, rematch }: TableState["table"]): boolean {
  return config.rated === true && (config.again ?? 0) >= 3 && rematch === undefined;
}

/** The id of the rematch, made if there is none. */
export async function rematchOf({ table, you }: TableState): Promise<string> {
  if (table.rematch !== undefined) return table.rematch;
  if (isLocal(table.id)) {
    const { from: _, ...config } = table.config;
    return (await import("./local/begin")).beginHere(config);
  }
  const made = await api.rematch(table.id);
  // Nobody to wait for: it begins at once, as the first game did.
  const alone = table.seats.every((s, i) => you.seats.includes(i) || s.sitter.kind === "computer");
  if (alone) await (await import("./fair/shares")).startAlone(made.id);
  return made.id;
}
