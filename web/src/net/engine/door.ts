// The door of the engine's module: text in, text out (docs/browser-engine.md). It runs wherever
// WebAssembly does and knows neither workers nor pages.

interface Exports {
  memory: WebAssembly.Memory;
  start: () => void;
  inbox: (length: number) => number;
  call: (number: number) => number;
  outbox: () => number;
  outbox_length: () => number;
}

/** The engine fell over a question: this instance is of no use any more. */
export class Trapped extends Error {}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Door {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    this.#exports.start();
  }

  /** Asks a question by the number of its call; both are JSON. */
  ask(call: number, question: string): string {
    const { memory, inbox, call: run } = this.#exports;
    const bytes = encoder.encode(question);
    // The memory may have grown with the room that was asked for.
    const at = inbox(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    let length: number;
    try {
      length = run(call);
    } catch (error) {
      throw new Trapped(this.#lastWords() || String(error));
    }
    return this.#read(length);
  }

  /** How much memory it takes, bytes. */
  get size(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  #read(length: number): string {
    const { memory, outbox } = this.#exports;
    return decoder.decode(new Uint8Array(memory.buffer, outbox(), length));
  }

  #lastWords(): string {
    try {
      return this.#read(this.#exports.outbox_length());
    } catch {
      return "";
    }
  }
}
