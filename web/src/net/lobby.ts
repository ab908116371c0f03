// The public tables as they change, by server-sent events. The browser itself comes back after a
// break; what was missed is read anew then.

import type { TableRow } from "../wire";

export interface LobbyEvents {
  row: (row: TableRow) => void;
  gone: (id: string) => void;
  /** Connected, also again: read the list now. */
  open: () => void;
}

/** Follows the lobby until the answer is called. */
export function followLobby(events: LobbyEvents): () => void {
  const source = new EventSource("/api/lobby");
  source.addEventListener("open", () => events.open());
  source.addEventListener("row", (event: MessageEvent<string>) => {
    events.row(JSON.parse(event.data) as TableRow);
  });
  source.addEventListener("gone", (event: MessageEvent<string>) => {
    events.gone((JSON.parse(event.data) as { id: string }).id);
  });
  return () => source.close();
}
