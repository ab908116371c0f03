// Tables made in one click.

import { api } from "./net/api";
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
    visibility: "link",
  };
}

/** Makes a table that needs nobody else, starts it and goes there. */
export async function playAtOnce(config: TableConfig): Promise<void> {
  // Fair draws are the business of whoever plays: a page that only shows tables does without.
  const fair = Promise.all([import("./fair/keep"), import("./fair/shares")]);
  await ensureMe();
  const made = await api.make(config);
  const [{ keepCommitment }, { startAlone }] = await fair;
  keepCommitment(made.id, 1, made.commitment);
  await startAlone(made.id);
  go(`/t/${made.id}`);
}

/** The id of the rematch, made if there is none. */
export async function rematchOf({ table, you }: TableState): Promise<string> {
  if (table.rematch !== undefined) return table.rematch;
  const made = await api.rematch(table.id);
  // Nobody to wait for: it begins at once, as the first game did.
  const alone = table.seats.every((s, i) => you.seats.includes(i) || s.sitter.kind === "computer");
  if (alone) await (await import("./fair/shares")).startAlone(made.id);
  return made.id;
}
