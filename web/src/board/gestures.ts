// One finger or the mouse pans, two fingers and the wheel zoom. A press that does not move stays a
// click for whatever lies under it.

import type { Eye } from "./eye.svelte";

const SLOP = 6;

interface Touch {
  x: number;
  y: number;
}

/** Makes a stage answer to hands; the answer ends it. */
export function gestures(stage: HTMLElement, eye: Eye): () => void {
  const touches = new Map<number, Touch>();
  let start: Touch | undefined;
  let dragging = false;

  const local = (event: { clientX: number; clientY: number }): Touch => {
    const box = stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = local(event);
    touches.set(event.pointerId, at);
    if (touches.size === 1) {
      start = at;
      dragging = false;
    } else {
      drag();
    }
  }

  function drag(): void {
    dragging = true;
    stage.classList.add("dragging");
    for (const id of touches.keys()) {
      try {
        stage.setPointerCapture(id);
      } catch {
        // The finger has left already.
        touches.delete(id);
      }
    }
  }

  function move(event: PointerEvent): void {
    const before = touches.get(event.pointerId);
    if (!before) return;
    const at = local(event);
    if (!dragging && start && Math.hypot(at.x - start.x, at.y - start.y) > SLOP) drag();
    if (!dragging) return;
    const other = [...touches].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(before, at, other);
    else eye.pan(at.x - before.x, at.y - before.y);
    touches.set(event.pointerId, at);
  }

  function pinch(before: Touch, at: Touch, other: Touch): void {
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(at.x - other.x, at.y - other.y);
    eye.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    if (was > 10 && is > 10) eye.zoom(is / was, (at.x + other.x) / 2, (at.y + other.y) / 2);
  }

  function up(event: PointerEvent): void {
    if (!touches.delete(event.pointerId) || touches.size > 0) return;
    stage.classList.remove("dragging");
    if (dragging) eye.settle();
    start = undefined;
  }

  /** The click that ends a drag is none. */
  function click(event: MouseEvent): void {
    if (!dragging) return;
    dragging = false;
    if (event.detail === 0) return;
    event.stopPropagation();
    event.preventDefault();
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = local(event);
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      eye.pan(-(event.deltaX || event.deltaY) * unit, 0);
    } else {
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      eye.zoom(Math.exp(-event.deltaY * unit * speed), at.x, at.y);
    }
    eye.settleSoon();
  }

  stage.addEventListener("pointerdown", down);
  stage.addEventListener("pointermove", move);
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", up);
  stage.addEventListener("click", click, true);
  stage.addEventListener("wheel", wheel, { passive: false });
  return () => {
    stage.removeEventListener("pointerdown", down);
    stage.removeEventListener("pointermove", move);
    stage.removeEventListener("pointerup", up);
    stage.removeEventListener("pointercancel", up);
    stage.removeEventListener("click", click, true);
    stage.removeEventListener("wheel", wheel);
  };
}
