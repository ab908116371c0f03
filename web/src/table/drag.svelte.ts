// Dragging the tile from the hand onto the board. It is laid where it is let go, on the cell that it
// hangs over; until then nothing is chosen, and the board stands still but for a slow pan at its
// edges. A finger hides what it touches: so the tile hangs above it.

import { cellAt } from "../board/camera";
import type { Desk } from "./desk.svelte";
import { cellKey, type Cell } from "./words";

/** How far a press must move to be a drag, px. */
const SLOP = 8;
/** How near to the edge of the board the tile pans it, and how fast at most: px, px each frame. */
const EDGE = 36;
const SPEED = 7;
/** How long it must stay there before, ms. */
const PATIENCE = 450;

/** A tile that hangs on a hand. */
export interface Hanging {
  /** The middle of the tile on the page, px. */
  x: number;
  y: number;
  /** The cell under its middle, while it is over the board. */
  cell: Cell | undefined;
}

export class TileDrag {
  /** The tile while it is dragged. */
  at = $state.raw<Hanging | undefined>();
  #frame = 0;
  /** Since when the tile is at an edge. */
  #waits: number | undefined;

  constructor(
    private readonly desk: Desk,
    private readonly stage: () => HTMLElement | undefined,
    /** The tile was let go over a cell. */
    private readonly ondrop: (cell: Cell) => void,
  ) {}

  /** Begins with a press on the tile in hand. */
  start(down: PointerEvent): void {
    const { desk } = this;
    if (!desk.present.now.hand || desk.cells.length === 0 || down.button !== 0) return;
    if (!(down.currentTarget instanceof HTMLElement)) return;
    const from = down.currentTarget;
    from.setPointerCapture(down.pointerId);
    const ended = new AbortController();
    const { signal } = ended;
    const stop = (): void => {
      ended.abort();
      cancelAnimationFrame(this.#frame);
      this.#waits = undefined;
      this.at = undefined;
    };
    const move = (event: PointerEvent): void => {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (this.at || far >= SLOP) this.#move(event);
    };
    const up = (event: PointerEvent): void => {
      if (this.at) this.#move(event);
      const cell = this.at?.cell;
      const dragged = this.at !== undefined;
      stop();
      if (dragged) swallowClick(from);
      if (cell) this.ondrop(cell);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !this.at) return;
      event.stopPropagation();
      stop();
    };
    from.addEventListener("pointermove", move, { signal });
    from.addEventListener("pointerup", up, { signal });
    from.addEventListener("pointercancel", stop, { signal });
    window.addEventListener("keydown", key, { signal, capture: true });
  }

  #move(event: PointerEvent): void {
    // The tile hangs wholly above a finger, and under the tip of a mouse.
    const lift = event.pointerType === "mouse" ? 0 : this.desk.eye.rest.size / 2 + 28;
    this.#hang(event.clientX, event.clientY - lift);
    cancelAnimationFrame(this.#frame);
    this.#pan();
  }

  #hang(x: number, y: number): void {
    const box = this.stage()?.getBoundingClientRect();
    const { area, now } = this.desk.eye;
    const [sx, sy] = [x - (box?.left ?? 0), y - (box?.top ?? 0)];
    const inside =
      sx >= 0 && sx < (box?.width ?? 0) && sy >= 0 && sy < Math.max(area.y + area.height, 0);
    this.at = { x, y, cell: inside ? cellAt(now, sx, sy) : undefined };
  }

  /** At an edge of the board what lies beyond comes into sight, slowly. */
  #pan(): void {
    const at = this.at;
    const box = this.stage()?.getBoundingClientRect();
    if (!at?.cell || !box) return;
    const { area } = this.desk.eye;
    const dx = pull(at.x - box.left, area.x, area.width);
    const dy = pull(at.y - box.top, area.y, area.height);
    if (dx === 0 && dy === 0) {
      this.#waits = undefined;
      return;
    }
    this.#frame = requestAnimationFrame((now) => {
      if (!this.at) return;
      // Whoever only crosses the edge moves nothing.
      this.#waits ??= now;
      if (now - this.#waits > PATIENCE) {
        this.desk.eye.pan(dx, dy);
        this.desk.eye.settleSoon();
        this.#hang(at.x, at.y);
      }
      this.#pan();
    });
  }

  /** The cell under the tile, if it can be laid there. */
  readonly over = $derived.by((): Cell | undefined => {
    const cell = this.at?.cell;
    const key = cell && cellKey(cell);
    return this.desk.cells.some((mark) => cellKey(mark.cell) === key) ? cell : undefined;
  });
}

/** How far a board moves in a frame when something is at a place of a stretch of it. */
function pull(at: number, start: number, length: number): number {
  const before = start + EDGE - at;
  const behind = at - (start + length - EDGE);
  if (before > 0) return Math.min(1, before / EDGE) * SPEED;
  return behind > 0 ? -Math.min(1, behind / EDGE) * SPEED : 0;
}

/** The click that ends a drag is none. */
function swallowClick(on: HTMLElement): void {
  const stop = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  on.addEventListener("click", stop, { capture: true, once: true });
  // A drag that ends elsewhere has no click.
  requestAnimationFrame(() => on.removeEventListener("click", stop, { capture: true }));
}
