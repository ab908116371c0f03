// Dragging the tile from the hand onto the board. It ends in the same preview as a tap does.

import { cellAt } from "../board/camera";
import type { Desk } from "./desk.svelte";
import { cellKey, type Cell } from "./words";

const SLOP = 8;

export class TileDrag {
  /** Where the tile hangs under the pointer, and whether it lies on a cell already. */
  at = $state.raw<{ x: number; y: number; over: boolean } | undefined>();

  constructor(
    private readonly desk: Desk,
    private readonly stage: () => HTMLElement | undefined,
  ) {}

  /** Begins with a press on the tile in hand. */
  start(down: PointerEvent): void {
    const { desk } = this;
    if (!desk.present.now.hand || desk.cells.length === 0 || down.button !== 0) return;
    if (!(down.currentTarget instanceof HTMLElement)) return;
    const from = down.currentTarget;
    from.setPointerCapture(down.pointerId);
    const move = (event: PointerEvent): void => {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (this.at || far >= SLOP) this.#move(event);
    };
    const end = (): void => {
      this.at = undefined;
      from.removeEventListener("pointermove", move);
    };
    from.addEventListener("pointermove", move);
    from.addEventListener("pointerup", end, { once: true });
    from.addEventListener("pointercancel", end, { once: true });
  }

  #move(event: PointerEvent): void {
    const { desk } = this;
    const cell = this.#cellUnder(event);
    const key = cell && cellKey(cell);
    const legal = desk.cells.some((mark) => cellKey(mark.cell) === key);
    const here = desk.preview && cellKey(desk.preview.cell) === key;
    if (cell && legal && !here) desk.live.lay(cell);
    this.at = { x: event.clientX, y: event.clientY, over: legal };
  }

  #cellUnder(event: PointerEvent): Cell | undefined {
    const box = this.stage()?.getBoundingClientRect();
    if (!box) return undefined;
    const { clientX: x, clientY: y } = event;
    const inside = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    return inside ? cellAt(this.desk.eye.now, x - box.left, y - box.top) : undefined;
  }
}
