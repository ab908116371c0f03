// The public tables, kept up to date while somebody looks at them.

import { api, Failure } from "../net/api";
import { backoff } from "../net/backoff";
import { followLobby } from "../net/lobby";
import { hasServer, onReturn } from "../net/reach";
import type { TableRow } from "../wire";

export interface Live {
  readonly open: TableRow[];
  readonly running: TableRow[];
  readonly ready: boolean;
  readonly failure: Failure | undefined;
}

/** Follows the lobby while the calling component lives. */
export function liveTables(running: boolean): Live {
  let rows = $state.raw<ReadonlyMap<string, TableRow>>(new Map());
  let ready = $state(false);
  let failure = $state.raw<Failure | undefined>();

  let tries = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    clearTimeout(again);
    try {
      const lists = await Promise.all([
        api.tables("open"),
        ...(running ? [api.tables("running")] : []),
      ]);
      rows = new Map(lists.flatMap((list) => list.tables).map((row) => [row.id, row]));
      ready = true;
      failure = undefined;
      tries = 0;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure = error;
      clearTimeout(again);
      again = setTimeout(() => void read(), backoff(tries++, Math.random()));
    }
  }

  function change(id: string, row?: TableRow): void {
    const next = new Map(rows);
    if (row) next.set(id, row);
    else next.delete(id);
    rows = next;
  }

  $effect(() => {
    if (!hasServer) return;
    void read();
    const stop = followLobby({
      // The first `open` comes with the first reading; later ones follow a break.
      open: () => void ((ready || failure) && read()),
      row: (row) => change(row.id, row),
      gone: (id) => change(id),
    });
    // Whatever failed, the lists are read when the server is back.
    const back = onReturn(() => void (failure && read()));
    return () => {
      stop();
      back();
      clearTimeout(again);
    };
  });

  const of = (kind: "open" | "playing"): TableRow[] =>
    [...rows.values()]
      .filter((row) => row.status.kind === kind)
      .sort((a, b) => b.changed - a.changed);
  return {
    get open() {
      return of("open");
    },
    get running() {
      return of("playing");
    },
    get ready() {
      return ready;
    },
    get failure() {
      return failure;
    },
  };
}
