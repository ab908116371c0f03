// The public tables as they change, by server-sent events. The browser itself comes back after a
// break; what was missed is read anew then. A refusal ends it for the browser, but not for us.

import type { TableRow } from "../wire";
import { backoff } from "./backoff";
import { onReturn } from "./reach";

export interface LobbyEvents {
  row: (row: TableRow) => void;
  gone: (id: string) => void;
  /** Connected, also again: read the list now. */
  open: () => void;
}

/** Follows the lobby until the answer is called. */
export function followLobby(events: LobbyEvents): () => void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;

  function follow(): void {
    clearTimeout(again);
    source?.close();
    const mine = new EventSource("/api/lobby");
    source = mine;
    mine.addEventListener("open", () => {
      tries = 0;
      events.open();
    });
    mine.addEventListener("row", (event: MessageEvent<string>) => {
      events.row(JSON.parse(event.data) as TableRow);
    });
    mine.addEventListener("gone", (event: MessageEvent<string>) => {
      events.gone((JSON.parse(event.data) as { id: string }).id);
    });
    mine.addEventListener("error", () => {
      if (mine !== source || mine.readyState !== EventSource.CLOSED) return;
      again = setTimeout(follow, backoff(tries++, Math.random()));
    });
  }

  follow();
  const back = onReturn(() => {
    if (source?.readyState !== EventSource.OPEN) follow();
  });
  return () => {
    back();
    clearTimeout(again);
    source?.close();
  };
}
