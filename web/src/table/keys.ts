// The keyboard at a table. Single keys can be switched off (WCAG 2.1.4); Enter, Escape, the arrows on
// the board and the digits of the choices in front of the player stay.

import { actionFor, type Action, type Bindings } from "./bindings";
import type { Desk } from "./desk.svelte";
import { nearest } from "./nearest";
import { cellKey, type Cell } from "./words";

/** What keys may ask of the page. */
export interface Asked {
  /** Whether what has the focus was pressed with mouse or finger, and not sought out by keyboard. */
  byHand: boolean;
  single: boolean;
  /** The keys that were changed. */
  bindings: Bindings;
  still: boolean;
  readScores: () => void;
  readClocks: () => void;
  help: () => void;
  tiles: () => void;
  why: () => void;
  hint: () => void;
  takeBack: () => void;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Answers a key; tells whether it did. */
export function pressed(event: KeyboardEvent, desk: Desk, asked: Asked): boolean {
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  if (target?.closest("input, textarea, select, dialog")) return false;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") return undo(desk);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key in ARROWS) return !target?.closest("[role=tablist]") && arrow(event.key, desk);
  if (event.key === "Escape") return escape(desk);
  if (event.key === "Enter") return enter(target, desk, asked.byHand);
  if (/^[0-9]$/.test(event.key) && desk.pick(event.key)) return true;
  return asked.single && single(event, desk, asked);
}

function undo(desk: Desk): boolean {
  desk.live.undo();
  return true;
}

function escape(desk: Desk): boolean {
  if (desk.at !== undefined) desk.at = undefined;
  else if ((desk.decision?.words.length ?? 0) > 0) desk.live.undo();
  else if (desk.overlay !== undefined) desk.overlay = undefined;
  else return false;
  return true;
}

/** Enter confirms, wherever the focus was left by a press. Who has gone to a button with the keyboard
 * presses it; on what is chosen already, on the tile and beside everything Enter confirms too. */
function enter(target: HTMLElement | undefined, desk: Desk, byHand: boolean): boolean {
  const face = target?.closest("[data-face]") ?? undefined;
  // One that rests presses nothing.
  const button = target?.closest("button:not([aria-disabled]), a");
  const settled = face !== undefined || button?.matches("[data-option][aria-pressed=true], .tile");
  const sought = button !== null && button !== undefined && settled !== true && !byHand;
  if (sought) return false;
  if (desk.ready) {
    desk.live.confirm();
    return true;
  }
  if (button && !face) return false;
  // The tile lies; what is left to choose is in the bar.
  if (face) document.querySelector<HTMLElement>("[data-option]")?.focus();
  return face !== undefined;
}

function arrow(key: string, desk: Desk): boolean {
  const [dx, dy] = ARROWS[key] ?? [0, 0];
  if (desk.cells.length > 0) {
    moveCursor(desk, dx, dy);
    return true;
  }
  if (desk.facing && desk.options.length > 0) {
    step(desk, dx + dy);
    return true;
  }
  if (dx !== 0) desk.stepBy(dx);
  return dx !== 0;
}

/** The next option, round and round. */
function step(desk: Desk, by: number): void {
  const at = desk.options.findIndex((option) => option.word === desk.chosen);
  const n = desk.options.length;
  const next = desk.options[at < 0 ? (by > 0 ? 0 : n - 1) : (at + by + n) % n];
  if (next) desk.live.choose(next.word);
}

function show(desk: Desk, cell: Cell): void {
  desk.cursor = cell;
  desk.live.lay(cell);
  // The tile lies there now: it takes the focus, and tells what it is.
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>("[data-face]")?.focus({ preventScroll: true });
  });
}

function moveCursor(desk: Desk, dx: number, dy: number): void {
  const cells = desk.cells.map((mark) => mark.cell);
  const from = desk.preview?.cell ?? desk.cursor;
  const [first] = cells;
  if (!from) {
    const last = desk.present.now.last;
    const to = (last && nearest(cells, last, dx, dy)) ?? first;
    if (to) show(desk, to);
    return;
  }
  const to = nearest(cells, from, dx, dy);
  if (to) show(desk, to);
}

/** The next cell that can be chosen. */
export function cycle(desk: Desk, by: number): void {
  const cells = desk.cells.map((mark) => mark.cell);
  const at = cells.findIndex(
    (cell) => desk.preview && cellKey(cell) === cellKey(desk.preview.cell),
  );
  const to = cells[(at + by + cells.length) % cells.length];
  if (to) show(desk, to);
}

function single(event: KeyboardEvent, desk: Desk, asked: Asked): boolean {
  const key = event.key.toLowerCase();
  if (key === "0") {
    desk.eye.fit(132, asked.still);
    return true;
  }
  const acts: Record<Action, () => void> = {
    turn: () => desk.live.turn(event.shiftKey ? -1 : 1),
    next: () => (desk.cells.length > 0 ? cycle(desk, 1) : step(desk, 1)),
    previous: () => (desk.cells.length > 0 ? cycle(desk, -1) : step(desk, -1)),
    piece: () => desk.nextPiece(),
    fields: () => !desk.blind && desk.toggle("fields"),
    owners: () => !desk.blind && desk.toggle("owners"),
    ring: () => desk.walled && !desk.blind && desk.toggle("ring"),
    dead: () => {
      if (!desk.blind) desk.deadShown = !desk.deadShown;
    },
    last: () => {
      desk.lastShown = !desk.lastShown;
    },
    why: () => asked.why(),
    hint: () => asked.hint(),
    takeback: () => asked.takeBack(),
    tiles: () => asked.tiles(),
    scores: () => asked.readScores(),
    clocks: () => asked.readClocks(),
    help: () => asked.help(),
    in: () => desk.eye.zoomStep(1.3, asked.still),
    out: () => desk.eye.zoomStep(1 / 1.3, asked.still),
  };
  const action = actionFor(key, asked.bindings);
  if (action) acts[action]();
  return action !== undefined;
}
