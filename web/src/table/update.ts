// Folds the server's messages into a table's state. Pure: the same messages give the same state.

import type { Cause, LogLine, Past, ServerMsg, Step } from "../wire";
import { serverTime, type Frame, type TableState } from "./state";

type Presence = ServerMsg & { t: "presence" };

/** The state that a snapshot tells. */
export function opened(past: Past, local: number): TableState {
  const { view } = past;
  const state: TableState = {
    n: past.n,
    you: past.you,
    table: past.table,
    log: past.log.filter((line) => line.undone !== true),
    undone: past.log.filter((line) => line.undone === true),
    frames: view ? [{ n: past.n, tiles: view.tiles.length, now: view.now }] : [],
    watchers: 0,
    skew: past.table.clocks.at - local,
  };
  return view ? { ...state, view } : state;
}

/** Differences of the clocks that nobody would notice, ms: they change nothing. */
const SKEW = 200;

/** The state after a message. `local` is the time of its arrival, to compare the clocks with. */
export function update(state: TableState | undefined, msg: ServerMsg, local: number) {
  if (msg.t === "snapshot") return snapshot(state, msg, local);
  if (!state) return undefined;
  switch (msg.t) {
    case "resumed":
      // The missed messages follow with their own numbers: `n` stays where it was.
      return { ...state, you: msg.you, table: msg.table };
    case "step":
      return stepped(state, msg);
    case "table":
      if (msg.n <= state.n) return state;
      return noted({ ...state, n: msg.n, table: msg.table }, msg.cause, msg.n);
    case "chat":
      return msg.n <= state.n ? state : said(state, msg);
    case "unseen":
      return msg.n <= state.n ? state : { ...state, n: msg.n };
    case "overheard":
      return overheard(state, msg.lines);
    case "rated":
      return { ...state, rated: msg.seats };
    case "choices": {
      const { t: _, ...choices } = msg;
      return { ...state, choices };
    }
    case "presence":
      return present(state, msg, local);
    case "pong":
      return timed(state, msg.now - (msg.at + local) / 2);
    case "renamed":
      return renamed(state, msg);
    default:
      return state;
  }
}

/** A later snapshot of the same game keeps the frames that were seen. */
function snapshot(state: TableState | undefined, past: Past, local: number): TableState {
  const next = opened(past, local);
  if (!state || state.table.id !== past.table.id) return next;
  // What was taken back is not looked back at: it lies on no board any more.
  const gone = past.log.flatMap(({ n, cause }) =>
    cause.c === "takenback" ? [{ after: cause.to, before: n }] : [],
  );
  const older = state.frames.filter(
    ({ n }) => n < past.n && !gone.some(({ after, before }) => n > after && n < before),
  );
  const { watchers, skew } = state;
  return { ...next, frames: [...older, ...next.frames], watchers, skew };
}

/** Choices answered by the game's going on are gone. */
function withoutChoices(state: TableState): TableState {
  const { choices: _, ...rest } = state;
  return rest;
}

function stepped(state: TableState, step: Step): TableState {
  if (step.n <= state.n) return state;
  const { n, at, cause, events, add, now, clocks } = step;
  const before = state.view ?? { kinds: [], tiles: [] };
  const tiles = [...before.tiles, ...add];
  const frame: Frame = { n, tiles: tiles.length, now };
  const points = now.seats.map((seat) => seat.score);
  return {
    ...withoutChoices(state),
    n,
    view: { ...before, tiles, now },
    // After a break `resumed` comes first with the clocks of now, then what was missed.
    table: clocks.at < state.table.clocks.at ? state.table : { ...state.table, clocks },
    log: [...state.log, { n, at, cause, events, points }],
    frames: [...state.frames, frame],
  };
}

function noted(state: TableState, cause: Cause, n: number): TableState {
  const line: LogLine = { n, at: state.table.clocks.at, cause };
  // The end of a game is told with the move that brought it, which stands in the log already.
  const next = cause.c === "played" ? state : { ...state, log: [...state.log, line] };
  return state.table.status.kind === "over" ? withoutChoices(next) : next;
}

function said(state: TableState, msg: ServerMsg & { t: "chat" }): TableState {
  const { n, at, from, name, text, phrase, seat, watchers } = msg;
  const cause: Cause = { c: "said", from, name, text };
  if (seat !== undefined) cause.seat = seat;
  if (phrase !== undefined) cause.phrase = phrase;
  if (watchers === true) cause.watchers = true;
  return { ...state, n, log: [...state.log, { n, at, cause }] };
}

/** Somebody goes by another name: seats follow at once, what was logged keeps the old one. */
function renamed(state: TableState, msg: ServerMsg & { t: "renamed" }): TableState {
  const { person, name, sitters } = msg;
  const you = state.you.person === person ? { ...state.you, name } : state.you;
  const seats = state.table.seats.map((seat, i) => ({
    ...seat,
    sitter: sitters[i] ?? seat.sitter,
  }));
  return { ...state, you, table: { ...state.table, seats } };
}

/** What the watchers said during the game takes its place in the log. */
function overheard(state: TableState, lines: LogLine[]): TableState {
  const known = new Set(state.log.map((line) => line.n));
  const fresh = lines.filter((line) => !known.has(line.n));
  if (fresh.length === 0) return state;
  return { ...state, log: [...state.log, ...fresh].sort((one, other) => one.n - other.n) };
}

/** Who is here now. Since when somebody is not is the server's time. */
function present(
  state: TableState,
  { here, watchers, away_since }: Presence,
  local: number,
): TableState {
  const { status, config } = state.table;
  const counted = status.kind === "playing" && config.clock.kind !== "days";
  const seats = state.table.seats.map((seat, i) => {
    const { away_since: before, ...rest } = seat;
    const now = here[i] ?? seat.here;
    if (now || !counted || seat.sitter.kind !== "person") return { ...rest, here: now };
    const since = away_since?.[i] ?? before ?? Math.round(serverTime(state, local));
    return { ...rest, here: now, away_since: since };
  });
  return { ...state, watchers, table: { ...state.table, seats } };
}

function timed(state: TableState, skew: number): TableState {
  return Math.abs(skew - state.skew) < SKEW ? state : { ...state, skew };
}
