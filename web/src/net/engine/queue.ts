// Drawings are asked for one at a time: a question about the game never waits for more than one.

export type Draw = (src: string) => Promise<string>;

interface Waiting {
  src: string;
  done: (text: string) => void;
  failed: (error: unknown) => void;
}

/** What is in sight at once comes before what fills the board, and that before what nobody sees yet. */
const LANES = ["soon", "later", "last"] as const;
export type Lane = (typeof LANES)[number];

export class DrawingQueue {
  readonly #waiting: Record<Lane, Waiting[]> = { soon: [], later: [], last: [] };
  #busy = false;

  constructor(private readonly draw: Draw) {}

  ask(src: string, lane: Lane): Promise<string> {
    return new Promise((done, failed) => {
      this.#waiting[lane].push({ src, done, failed });
      void this.#work();
    });
  }

  #next(): Waiting | undefined {
    for (const lane of LANES) {
      const next = this.#waiting[lane].shift();
      if (next) return next;
    }
    return undefined;
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (;;) {
      const next = this.#next();
      if (!next) break;
      await this.draw(next.src).then(next.done, next.failed);
    }
    this.#busy = false;
  }
}
