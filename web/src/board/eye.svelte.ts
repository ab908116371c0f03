// The camera of one board on the screen. At rest the tiles are laid out at their true size, on
// whole device pixels; while something moves, one transform of one layer does it, which the
// browser composes without painting.

import * as camera from "./camera";
import type { Area, Bounds, Camera, Sight } from "./camera";
import type { Cell } from "../table/words";

const MOVE = 220;
const REST_AFTER = 160;

export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export class Eye {
  /** The camera that the tiles are laid out for. */
  rest = $state.raw<Camera>({ size: 100, x: 0, y: 0 });
  /** Whether the board is fitted by itself; a hand on the board ends that. */
  auto = $state(true);
  width = $state(0);
  height = $state(0);
  inset = $state.raw<Inset>({ top: 0, right: 0, bottom: 0, left: 0 });
  bounds = $state.raw<Bounds>({ left: 0, top: 0, right: 0, bottom: 0 });
  /** Tiles are no smaller than this by themselves: a finger must find them. */
  least = $state(0);
  /** How far down the stage was ever free, and how far when most was asked. */
  #free = $state.raw({ width: 0, most: 0, least: Infinity });
  /** Called when a hand moves the board. */
  moved: () => void = () => undefined;
  /** Whether the camera has found its first place. */
  settled = $state(false);

  #live: Camera = this.rest;
  /** Where a movement ends, while there is one. */
  #end: Camera | undefined;
  #layer: HTMLElement | undefined;
  readonly #watchers = new Set<(camera: Camera) => void>();
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The part of the stage that nothing covers. */
  get area(): Area {
    const { top, right, bottom, left } = this.inset;
    return {
      x: left,
      y: top,
      width: Math.max(80, this.width - left - right),
      height: Math.max(80, this.height - top - bottom),
    };
  }

  /**
   * The part that also stays free when something is asked: bars grow with their choices, and a board
   * that made room once does not move for it again. What covers more than half is looked past.
   */
  get calm(): Area {
    const { area } = this;
    const { width, least } = this.#free;
    if (width !== this.width) return area;
    const bottom = Math.min(area.y + area.height, least);
    return { ...area, height: Math.max(80, bottom - area.y) };
  }

  /** Takes note of what is free now. */
  learn(): void {
    const free = this.height - this.inset.bottom;
    const old = this.#free;
    const known = old.width === this.width ? old : { width: this.width, most: 0, least: Infinity };
    const most = Math.max(known.most, free);
    const least = free >= most / 2 ? Math.min(known.least, free) : known.least;
    if (known !== old || most !== old.most || least !== old.least) {
      this.#free = { width: this.width, most, least };
    }
  }

  /** Moves this element; call it when the board is there. */
  attach(layer: HTMLElement): () => void {
    this.#layer = layer;
    layer.style.setProperty("--s", `${this.rest.size}px`);
    this.show(this.rest);
    return () => {
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#timer);
      this.#layer = undefined;
    };
  }

  /** Calls `watcher` whenever another camera is shown, before it is painted; the answer ends it. */
  watch(watcher: (camera: Camera) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.#live);
    return () => this.#watchers.delete(watcher);
  }

  /** The camera now, also in the middle of a movement. */
  get now(): Camera {
    return this.#live;
  }

  /** The camera that a movement leads to; the one now if nothing moves. */
  get goal(): Camera {
    return this.#end ?? this.#live;
  }

  /** Shows another camera at once, without laying out anew. */
  show(to: Camera): void {
    this.#live = to;
    const k = to.size / this.rest.size;
    if (this.#layer) this.#layer.style.transform = `translate3d(${to.x}px,${to.y}px,0) scale(${k})`;
    for (const watcher of this.#watchers) watcher(to);
  }

  /** Lays out for the camera as it is now. */
  settle(): void {
    this.#end = undefined;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    const { x, y, width, height } = this.area;
    const ratio = globalThis.devicePixelRatio || 1;
    this.rest = camera.snapped(this.#live, ratio, x + width / 2, y + height / 2);
    this.#layer?.style.setProperty("--s", `${this.rest.size}px`);
    this.show(this.rest);
    this.settled = true;
  }

  /** Moves to another camera, at once if things should stand still. */
  go(to: Camera, still: boolean): void {
    cancelAnimationFrame(this.#frame);
    if (still) {
      this.#live = to;
      this.settle();
      return;
    }
    this.#end = to;
    const from = this.#live;
    const start = performance.now();
    const tick = (time: number): void => {
      // A frame may have begun before this did.
      const t = Math.min(1, Math.max(0, (time - start) / MOVE));
      this.show(camera.between(from, to, t * (2 - t)));
      if (t < 1) this.#frame = requestAnimationFrame(tick);
      else this.settle();
    };
    this.#frame = requestAnimationFrame(tick);
  }

  /** Goes where a scene asks for, if that is anywhere else. */
  follow(scene: Sight, still: boolean): void {
    const to = this.settled ? camera.follow(this.goal, scene, !this.auto) : camera.opening(scene);
    if (!this.settled || !near(to, this.goal)) this.go(to, still || !this.settled);
  }

  /** Shows the whole board; if it is shown already, as large as the game goes on with. */
  fit(most: number, still: boolean): void {
    const whole = camera.fit(this.bounds, this.area, most);
    const scene = { bounds: this.bounds, area: this.area, most, least: this.least };
    const there = this.auto && Math.abs(this.goal.size - whole.size) < 1;
    this.auto = true;
    this.go(there ? camera.opening(scene) : whole, still);
  }

  /** Brings cells into sight that somebody asked for. */
  reveal(box: Bounds, still: boolean): void {
    this.auto = false;
    this.go(camera.framing(this.goal, box, this.calm), still);
  }

  /** Brings a cell to where it can be seen and touched well. */
  focus(cell: Cell, least: number, down: number, still: boolean): void {
    this.go(camera.focus(this.#live, cell, this.area, least, down), still);
  }

  /** A hand on the board ends whatever moves it. */
  #byHand(): void {
    this.auto = false;
    this.#end = undefined;
    cancelAnimationFrame(this.#frame);
    this.moved();
  }

  /** Moves the board by hand. */
  pan(dx: number, dy: number): void {
    this.#byHand();
    const to = { ...this.#live, x: this.#live.x + dx, y: this.#live.y + dy };
    this.show(camera.held(to, this.bounds, this.area));
  }

  /** Zooms by hand about a point of the stage. */
  zoom(factor: number, px: number, py: number): void {
    this.#byHand();
    const to = camera.zoomTo(this.#live, this.#live.size * factor, px, py);
    this.show(camera.held(to, this.bounds, this.area));
  }

  /** Zooms by a button or a key, about the middle. */
  zoomStep(factor: number, still: boolean): void {
    this.auto = false;
    const { x, y, width, height } = this.area;
    const to = camera.zoomTo(this.#live, this.#live.size * factor, x + width / 2, y + height / 2);
    this.go(camera.held(to, this.bounds, this.area), still);
  }

  /** Lays out anew once the hand is still. */
  settleSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), REST_AFTER);
  }
}

/** Whether two cameras show the same, but for the rounding of a camera at rest. */
function near(one: Camera, other: Camera): boolean {
  return (
    Math.abs(one.size - other.size) < 1 &&
    Math.abs(one.x - other.x) < 2 &&
    Math.abs(one.y - other.y) < 2
  );
}
