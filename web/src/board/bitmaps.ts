// Pictures of tiles as bitmaps. A drawing is laid out and painted once for a size, a little in each
// frame; while the board moves, the bitmaps that are there are scaled. A picture that is wanted
// anew keeps its old look until the new one is there.

import { pictures } from "../net/pictures";

/** A picture that is wanted: whose, from where, and whether it can be seen now. */
export interface Wanted {
  key: string;
  src: string;
  seen: boolean;
}

interface Picture {
  /** The address that is wanted, and that of the drawing that is here. */
  src: string;
  here: string;
  drawing: HTMLImageElement | undefined;
  /** Bitmaps by their side in device pixels, the newest last, and the address they were made of. */
  bitmaps: Map<number, Bitmap>;
  made: string;
  /** Ends the asking for the address that is wanted. */
  asking: AbortController | undefined;
}

type Bitmap = ImageBitmap | HTMLCanvasElement;

/** How long one frame may be kept busy, ms: a board that is not there yet is worth more. */
const BUDGET = 5;
const BUDGET_FIRST = 40;
/** What cannot be seen is kept no larger than this, px. */
const UNSEEN = 96;
const SIZES_KEPT = 2;

export class Bitmaps {
  readonly #all = new Map<string, Picture>();
  #wanted: readonly Wanted[] = [];
  #side = 0;
  #frame = 0;

  /** `changed` is called with what is new to show. */
  constructor(private readonly changed: (keys: readonly string[]) => void) {}

  /** Says what is wanted, and how large. */
  want(wanted: readonly Wanted[], side: number): void {
    this.#wanted = [...wanted].sort((a, b) => Number(b.seen) - Number(a.seen));
    this.#side = Math.max(1, Math.round(side));
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, { asking }] of this.#all) {
      if (keys.has(key)) continue;
      asking?.abort();
      this.#all.delete(key);
    }
    for (const { key, src } of this.#wanted) this.#load(key, src);
    this.#soon();
  }

  /** The best bitmap there is for a side: large enough if possible, else the largest. */
  best(key: string, side: number): Bitmap | undefined {
    const sizes = [...(this.#all.get(key)?.bitmaps.keys() ?? [])].sort((a, b) => a - b);
    const size = sizes.find((one) => one >= side) ?? sizes.at(-1);
    return size === undefined ? undefined : this.#all.get(key)?.bitmaps.get(size);
  }

  /** How many are there as they are wanted, in whatever size. */
  get ready(): number {
    let n = 0;
    for (const { made, src } of this.#all.values()) if (made === src) n += 1;
    return n;
  }

  /** Stops all work. */
  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#wanted = [];
    for (const { asking } of this.#all.values()) asking?.abort();
    this.#all.clear();
  }

  #load(key: string, src: string): void {
    const picture = this.#all.get(key) ?? {
      src: "",
      here: "",
      drawing: undefined,
      bitmaps: new Map<number, Bitmap>(),
      made: "",
      asking: undefined,
    };
    this.#all.set(key, picture);
    if (picture.src === src) return;
    picture.src = src;
    picture.asking?.abort();
    const asking = new AbortController();
    picture.asking = asking;
    pictures.drawing(src, asking.signal).then(
      (drawing) => {
        if (asking.signal.aborted) return;
        picture.drawing = drawing;
        picture.here = src;
        this.#soon();
      },
      // Not wanted any more.
      () => undefined,
    );
  }

  #soon(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#work());
  }

  #work(): void {
    this.#frame = 0;
    const start = performance.now();
    const done: string[] = [];
    for (const { key, seen } of this.#wanted) {
      const picture = this.#all.get(key);
      const side = seen ? this.#side : Math.min(this.#side, UNSEEN);
      if (!picture || !this.#lacks(picture, side, seen)) continue;
      const budget = picture.made === "" && seen ? BUDGET_FIRST : BUDGET;
      if (performance.now() > start + budget) {
        this.#soon();
        break;
      }
      paint(picture, side);
      done.push(key);
    }
    if (done.length > 0) this.changed(done);
  }

  #lacks(picture: Picture, side: number, seen: boolean): boolean {
    if (!picture.drawing) return false;
    if (picture.made !== picture.here) return true;
    return seen && !picture.bitmaps.has(side);
  }
}

function paint(picture: Picture, side: number): void {
  if (!picture.drawing) return;
  const bitmap = bitmapOf(picture.drawing, side);
  if (picture.made !== picture.here) picture.bitmaps.clear();
  picture.made = picture.here;
  picture.bitmaps.set(side, bitmap);
  for (const old of picture.bitmaps.keys()) {
    if (picture.bitmaps.size <= SIZES_KEPT) break;
    picture.bitmaps.delete(old);
  }
}

function bitmapOf(drawing: HTMLImageElement, side: number): Bitmap {
  if (typeof OffscreenCanvas === "function") {
    // Painted here and now, so that the time it takes counts; a canvas would put it off.
    const canvas = new OffscreenCanvas(side, side);
    canvas.getContext("2d")?.drawImage(drawing, 0, 0, side, side);
    return canvas.transferToImageBitmap();
  }
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  canvas.getContext("2d")?.drawImage(drawing, 0, 0, side, side);
  return canvas;
}
