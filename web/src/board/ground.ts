// The tiles of a board on one canvas, under everything else. One canvas costs the browser one layer
// and no layout, however many tiles there are. While the board moves the canvas is moved and scaled
// as it is; it is drawn anew when the board rests, or when something comes into view that is not on
// it.

import { Bitmaps } from "./bitmaps";
import { boundsOf, type Bounds, type Camera } from "./camera";

/** A tile to draw. */
export interface GroundTile {
  x: number;
  y: number;
  src: string;
}

const DROP = 200;
/** How far the canvas reaches beyond the stage on each side, CSS px. */
const MARGIN = 160;
/** The side of a cell in the picture of the shadow, px: it is soft, so it may be small. */
const SHADOW = 24;
const EDGE = "rgb(42 30 19 / 95%)";
/** A tile whose picture is not there yet: like the paper of the table, not like a tile. */
const EMPTY = { light: "#dccfae", dark: "#26304a" };

const keyOf = ({ x, y }: { x: number; y: number }): string => `${x},${y}`;

export class Ground {
  #tiles: readonly GroundTile[] = [];
  #bounds: Bounds = boundsOf([]);
  #shadow: HTMLCanvasElement | undefined;
  #outline = "";
  #empty = EMPTY.light;
  /** The camera that is shown, and the one that the canvas was drawn for. */
  #camera: Camera = { size: 100, x: 0, y: 0 };
  #drawn: Camera = this.#camera;
  #width = 0;
  #height = 0;
  #ratio = 1;
  #frame = 0;
  /** When the tiles that drop onto the table began to. */
  readonly #falling = new Map<string, number>();
  readonly #bitmaps = new Bitmaps((keys) => this.#renew(keys));

  constructor(private readonly canvas: HTMLCanvasElement) {}

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#bitmaps.close();
  }

  /** The stage has this size, in CSS pixels. The canvas is larger on all sides. */
  resize(width: number, height: number): void {
    this.#ratio = globalThis.devicePixelRatio || 1;
    [this.#width, this.#height] = [width, height];
    const whole = (length: number): number => Math.round((length + 2 * MARGIN) * this.#ratio);
    const [w, h] = [whole(width), whole(height)];
    if (this.canvas.width !== w) this.canvas.width = w;
    if (this.canvas.height !== h) this.canvas.height = h;
    Object.assign(this.canvas.style, {
      left: `${-MARGIN}px`,
      top: `${-MARGIN}px`,
      width: `${w / this.#ratio}px`,
      height: `${h / this.#ratio}px`,
    });
    this.#draw();
  }

  /** These tiles lie there, and others may soon; `rest` is their size when nothing moves. */
  set(
    tiles: readonly GroundTile[],
    rest: number,
    dark: boolean,
    coming: readonly GroundTile[] = [],
  ): void {
    this.#tiles = tiles;
    this.#bounds = boundsOf(tiles.map(({ x, y }): [number, number] => [x, y]));
    const outline = `${dark}${tiles.map(keyOf).join(";")}`;
    if (outline !== this.#outline) {
      this.#outline = outline;
      this.#shadow = this.#shadowOf(dark);
      this.#empty = dark ? EMPTY.dark : EMPTY.light;
    }
    this.#draw();
    // What is in sight is painted first, and sharper.
    const wanted = [...tiles, ...coming].map((tile) => ({
      key: keyOf(tile),
      src: tile.src,
      seen: this.#inside(this.#box(tile)),
    }));
    this.#bitmaps.want(wanted, rest * this.#ratio);
  }

  /** These have just been laid: they drop onto the table. */
  fall(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const now = performance.now();
    for (const key of keys) if (!this.#falling.has(key)) this.#falling.set(key, now);
    this.#draw();
  }

  /** Shows the tiles through this camera. */
  show(camera: Camera): void {
    this.#camera = camera;
    const k = camera.size / this.#drawn.size;
    if (k < 0.2 || !this.#covers(k)) {
      this.#draw();
      return;
    }
    // The canvas begins MARGIN before the stage does.
    const x = camera.x - this.#drawn.x * k + MARGIN * (1 - k);
    const y = camera.y - this.#drawn.y * k + MARGIN * (1 - k);
    this.canvas.style.transform = `translate3d(${x}px,${y}px,0) scale(${k})`;
  }

  /** Whether all of the board that is in sight now is on the canvas. */
  #covers(k: number): boolean {
    const [camera, drawn, bounds] = [this.#camera, this.#drawn, this.#bounds];
    const along = (
      length: number,
      at: "x" | "y",
      low: "left" | "top",
      high: "right" | "bottom",
    ): boolean => {
      const first = Math.max(0, camera[at] + bounds[low] * camera.size);
      const last = Math.min(length, camera[at] + (bounds[high] + 1) * camera.size);
      const begin = camera[at] + (-MARGIN - drawn[at]) * k;
      const end = camera[at] + (length + MARGIN - drawn[at]) * k;
      return first >= last || (first >= begin && last <= end);
    };
    return along(this.#width, "x", "left", "right") && along(this.#height, "y", "top", "bottom");
  }

  /** The corners of a cell on whole device pixels, so that neighbours meet. */
  #box({ x, y }: { x: number; y: number }): [number, number, number, number] {
    const { size, x: left, y: top } = this.#drawn;
    const at = (origin: number, n: number): number =>
      Math.round((MARGIN + origin + n * size) * this.#ratio);
    const [x0, y0] = [at(left, x), at(top, y)];
    return [x0, y0, at(left, x + 1) - x0, at(top, y + 1) - y0];
  }

  #inside([x, y, w, h]: readonly [number, number, number, number]): boolean {
    return x < this.canvas.width && y < this.canvas.height && x + w > 0 && y + h > 0;
  }

  #draw(): void {
    const context = this.canvas.getContext("2d");
    if (!context) return;
    this.#drawn = this.#camera;
    this.canvas.style.transform = "";
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const { left, top, right, bottom } = this.#bounds;
    if (this.#shadow) {
      const [x, y] = this.#box({ x: left - 1, y: top - 1 });
      const [x1, y1] = this.#box({ x: right + 2, y: bottom + 2 });
      context.drawImage(this.#shadow, x, y, x1 - x, y1 - y);
    }
    const boxes = this.#tiles
      .map((tile) => ({ key: keyOf(tile), box: this.#box(tile) }))
      .filter(({ box }) => this.#inside(box));
    const line = Math.max(1, Math.round(this.#ratio));
    context.fillStyle = EDGE;
    for (const { box, key } of boxes) {
      const [x, y, w, h] = box;
      if (!this.#falling.has(key)) context.fillRect(x - line, y - line, w + 2 * line, h + 2 * line);
    }
    context.fillStyle = this.#empty;
    context.imageSmoothingQuality = "high";
    for (const { key, box } of boxes) this.#tile(context, key, box);
    if ([...this.#falling.keys()].some((key) => this.#bitmaps.best(key, 1))) this.#again();
    this.#tell();
  }

  /** Draws only the tiles that have a new picture. */
  #renew(keys: readonly string[]): void {
    const context = this.canvas.getContext("2d");
    const news = new Set(keys);
    for (const tile of this.#tiles) {
      const key = keyOf(tile);
      if (!context || !news.has(key)) continue;
      // One that has waited for its picture begins to drop now.
      if (this.#falling.has(key)) {
        this.#falling.set(key, performance.now());
        this.#again();
      } else this.#tile(context, key, this.#box(tile));
    }
    this.#tell();
  }

  /** How many tiles are there as they should be: for whoever waits for a picture of the board. */
  #tell(): void {
    const ready = String(this.#bitmaps.ready);
    if (this.canvas.dataset["ready"] !== ready) this.canvas.dataset["ready"] = ready;
  }

  #tile(
    context: CanvasRenderingContext2D,
    key: string,
    [x, y, w, h]: readonly [number, number, number, number],
  ): void {
    const bitmap = this.#bitmaps.best(key, w);
    const began = this.#falling.get(key);
    const t = began === undefined ? 1 : Math.min(1, (performance.now() - began) / DROP);
    if (!bitmap) {
      // A new one drops once its picture is there; until then its place is like paper.
      context.fillRect(x, y, w, h);
      return;
    }
    if (t === 1) {
      this.#falling.delete(key);
      context.drawImage(bitmap, x, y, w, h);
      return;
    }
    const left = (1 - t) * (1 - t);
    const grown = w * 0.06 * left;
    context.globalAlpha = 1 - 0.6 * left;
    context.drawImage(bitmap, x - grown / 2, y - grown / 2 - h * 0.06 * left, w + grown, h + grown);
    context.globalAlpha = 1;
  }

  #again(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** The board lies on the table like a cut map: one soft shadow under all of it. */
  #shadowOf(dark: boolean): HTMLCanvasElement | undefined {
    const { left, top, right, bottom } = this.#bounds;
    const picture = document.createElement("canvas");
    picture.width = (right - left + 3) * SHADOW;
    picture.height = (bottom - top + 3) * SHADOW;
    const context = picture.getContext("2d");
    if (!context || this.#tiles.length === 0) return undefined;
    context.shadowColor = dark ? "rgb(0 0 0 / 75%)" : "rgb(58 42 28 / 60%)";
    context.shadowBlur = SHADOW * 0.2;
    context.shadowOffsetY = SHADOW * 0.07;
    context.fillStyle = EDGE;
    context.beginPath();
    for (const { x, y } of this.#tiles) {
      context.rect((x - left + 1) * SHADOW, (y - top + 1) * SHADOW, SHADOW, SHADOW);
    }
    context.fill();
    return picture;
  }
}
