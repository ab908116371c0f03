// The public tables, kept up to date while somebody looks at them.

import { api, Failure } from "../net/api";
import { followLobby } from "../net/lobby";
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

  async function read(): Promise<void> {
    try {
      const lists = await Promise.all([
        api.tables("open"),
        ...(running ? [api.tables("running")] : []),
      ]);
      rows = new Map(lists.flatMap((list) => list.tables).map((row) => [row.id, row]));
      ready = true;
      failure = undefined;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure = error;
    }
  }

  function change(id: string, row?: TableRow): void {
    const next = new Map(rows);
    if (row) next.set(id, row);
    else next.delete(id);
    rows = next;
  }

  $effect(() => {
    void read();
    return followLobby({
      // The first `open` comes with the first reading; later ones follow a break.
      open: () => void (ready && read()),
      row: (row) => change(row.id, row),
      gone: (id) => change(id),
    });
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
