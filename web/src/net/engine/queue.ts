// Drawings are asked for one at a time: a question about the game never waits for more than one.

export type Draw = (src: string) => Promise<string>;

interface Waiting {
  src: string;
  done: (text: string) => void;
  failed: (error: unknown) => void;
}

export class DrawingQueue {
  readonly #soon: Waiting[] = [];
  readonly #later: Waiting[] = [];
  #busy = false;

  constructor(private readonly draw: Draw) {}

  /** A drawing; what is in sight at once comes before what fills the board. */
  ask(src: string, urgent: boolean): Promise<string> {
    return new Promise((done, failed) => {
      (urgent ? this.#soon : this.#later).push({ src, done, failed });
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (;;) {
      const next = this.#soon.shift() ?? this.#later.shift();
      if (!next) break;
      await this.draw(next.src).then(next.done, next.failed);
    }
    this.#busy = false;
  }
}
