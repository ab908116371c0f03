// What a client knows of a table: plain data, made by update.ts from the server's messages alone.

import type { Choices, LogLine, Now, RatedSeat, TableInfo, View, You } from "../wire";

/** The game as it was after a message, to look back at: its first `tiles` tiles and the rest. */
export interface Frame {
  n: number;
  tiles: number;
  now: Now;
}

/** A table, as told so far. */
export interface TableState {
  /** The newest number seen; sent back on reconnecting. */
  n: number;
  you: You;
  table: TableInfo;
  /** The game; absent before the start. */
  view?: View;
  log: LogLine[];
  /** Moves that were taken back: they are in the server's log, and in no count. */
  undone: LogLine[];
  /** Every state of the game seen by this client, oldest first, the present last. */
  frames: Frame[];
  /** What one of my seats may decide now. */
  choices?: Choices;
  /** What the game did to the rating of each seat, once it is over, if it was rated. */
  rated?: (RatedSeat | null)[];
  watchers: number;
  /** The server's time minus that of this browser, ms, as well as it is known: all times that are
   * told are the server's. */
  skew: number;
}

/** The server's time, ms since 1970, when this browser's is `local`. */
export function serverTime(state: TableState, local: number): number {
  return local + state.skew;
}

/** The view of a frame. */
export function viewAt(view: View, frame: Frame): View {
  return { ...view, tiles: view.tiles.slice(0, frame.tiles), now: frame.now };
}

/** The name of a seat's sitter, or nothing for nobody and for the computer. */
export function sitterName(table: TableInfo, seat: number): string | undefined {
  const sitter = table.seats[seat]?.sitter;
  if (sitter?.kind === "person") return sitter.name;
  return sitter?.kind === "computer" ? sitter.instead_of : undefined;
}

/** Whether a seat is mine. */
export function isMine(state: TableState, seat: number | undefined): boolean {
  return seat !== undefined && state.you.seats.includes(seat);
}

/** The seat through whose eyes the table is seen: the one that decides, else the last that did. */
export function viewer(state: TableState): number | undefined {
  const acting = state.view?.now.to_act;
  if (isMine(state, acting)) return acting;
  for (let i = state.log.length - 1; i >= 0; i--) {
    const cause = state.log[i]?.cause;
    if (cause?.c === "played" && isMine(state, cause.seat)) return cause.seat;
  }
  return state.you.seats[0];
}

/** The number of the last message in which a seat played; 0 if it never did. */
export function lastPlayed(log: readonly LogLine[], seat: number | undefined): number {
  for (let i = log.length - 1; i >= 0; i--) {
    const line = log[i];
    if (line?.cause.c === "played" && line.cause.seat === seat) return line.n;
  }
  return 0;
}

/** A tile laid since a seat's last turn. */
export interface Since {
  cell: [number, number];
  by: number;
}

/** The tiles that others laid since a seat played last. */
export function laidSince(state: TableState, seat: number | undefined): Since[] {
  const after = lastPlayed(state.log, seat);
  const tiles: Since[] = [];
  for (const line of state.log) {
    if (line.n <= after || line.cause.c !== "played") continue;
    for (const event of line.events ?? []) {
      if (event.e === "laid") tiles.push({ cell: [event.x, event.y], by: line.cause.seat });
    }
  }
  return tiles;
}
