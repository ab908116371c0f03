// A table of this device as lists show tables.

import type { TableState } from "../table/state";
import type { TableRow } from "../wire";

export function rowOf({ table, view, you, log }: TableState): TableRow {
  const now = view?.now;
  const points =
    table.status.kind === "over"
      ? table.status.points
      : (now?.seats.map(({ score }) => score) ?? []);
  return {
    id: table.id,
    name: table.config.name,
    // A record that the game began from would be kept with every move.
    config: withoutRecord(table.config),
    status: table.status,
    seats: table.seats.map(({ sitter }) => sitter),
    points,
    ...(now?.to_act === undefined || table.status.kind === "over" ? {} : { to_act: now.to_act }),
    turn: now?.turn ?? 0,
    left: now?.left ?? 0,
    watchers: 0,
    changed: Math.max(table.made, log.at(-1)?.at ?? 0),
    mine: you.seats,
  };
}

function withoutRecord({ from: _, ...config }: TableRow["config"]): TableRow["config"] {
  return config;
}
