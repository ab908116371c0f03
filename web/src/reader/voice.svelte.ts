// What is said aloud. Everything waits in a queue and becomes a line of its own in a live region,
// in order and one at a time: screen readers speak added lines one after the other, so nothing is
// lost when much happens at once.

/** A line in the live region. */
export interface Spoken {
  key: number;
  text: string;
  /** The number of the message that it tells, if it tells one. */
  n?: number | undefined;
}

/** Old lines are taken away again: they have been heard, and the log has them. */
const KEPT = 40;
/** Between two lines, so that each is a change of its own. */
const PAUSE = 60;

export class Voice {
  lines = $state.raw<Spoken[]>([]);
  #waiting: Spoken[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #key = 0;

  /** Says something, after everything that waits. */
  say(text: string, n?: number): void {
    if (text === "") return;
    this.#waiting.push({ key: ++this.#key, text, n });
    this.#timer ??= setTimeout(() => this.#next(), 0);
  }

  #next(): void {
    const line = this.#waiting.shift();
    if (line) this.lines = [...this.lines.slice(1 - KEPT), line];
    this.#timer = this.#waiting.length > 0 ? setTimeout(() => this.#next(), PAUSE) : undefined;
  }

  /** What was said last. */
  get last(): string {
    return this.#waiting.at(-1)?.text ?? this.lines.at(-1)?.text ?? "";
  }

  /** Stops; what waits is not said. */
  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }
}
