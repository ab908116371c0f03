// A finger that pulls the sheet of a phone up or down. The sheet follows it and goes on to where it
// was thrown, or to the nearer end.

const SLOP = 6;
/** A throw, px in a ms. */
const THROW = 0.35;

/** Whether the sheet is open after it was let go at this height. */
export function opens(
  height: number,
  ends: { closed: number; open: number },
  speed: number,
): boolean {
  if (Math.abs(speed) >= THROW) return speed > 0;
  return height > (ends.closed + ends.open) / 2;
}

export class Pull {
  /** The height of the sheet under the finger, px. */
  height = $state<number | undefined>();
  #moved = false;

  constructor(
    private readonly sheet: () => HTMLElement,
    private readonly isOpen: () => boolean,
    private readonly set: (open: boolean) => void,
  ) {}

  /** A press on the handle that was no pull. */
  clicked(): void {
    if (!this.#moved) this.set(!this.isOpen());
    this.#moved = false;
  }

  start(down: PointerEvent): void {
    if (down.button !== 0 || !(down.currentTarget instanceof HTMLElement)) return;
    const handle = down.currentTarget;
    const began = this.sheet().getBoundingClientRect().height;
    const whole = (this.sheet().parentElement?.clientHeight ?? 0) * 0.72;
    const wasOpen = this.isOpen();
    const ends = wasOpen ? { closed: whole * 0.3, open: began } : { closed: began, open: whole };
    this.#moved = false;
    handle.setPointerCapture(down.pointerId);
    let last = down;
    let speed = 0;
    const move = (event: PointerEvent): void => {
      const up = down.clientY - event.clientY;
      if (!this.#moved && Math.abs(up) < SLOP) return;
      if (!this.#moved && up > 0) this.set(true);
      this.#moved = true;
      const time = Math.max(1, event.timeStamp - last.timeStamp);
      speed = (last.clientY - event.clientY) / time;
      last = event;
      this.height = Math.min(whole, Math.max(40, began + up));
    };
    const end = (): void => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      if (this.height !== undefined) this.set(opens(this.height, ends, speed));
      this.height = undefined;
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  }
}
