// The engine of this page: loaded when somebody wants it, in a worker that answers for tables,
// records and pictures, and in others that think (thinkers.ts). A page without it asks the server.

import address from "virtual:engine";
import type { EngineHello } from "../../wire";
import { EngineLost, Hand, type Watching } from "./crew";
import type { Call } from "./calls";

/** After so many falls it is not tried again. */
const FALLS = 3;
/** After so many of one kind the times of calls are forgotten. */
const KEPT_TIMES = 2000;

/** Whether this browser could run it at all. */
export function couldRun(): boolean {
  return address !== "" && typeof WebAssembly === "object" && typeof Worker === "function";
}

export function newHand(from: WebAssembly.Module | string, watching: Watching = {}): Hand {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  return new Hand(worker, from, watching);
}

export class Engine {
  #falls = 0;
  readonly #fallen = new Set<() => void>();
  readonly #times = new Map<Call, number>();

  private constructor(
    readonly module: WebAssembly.Module,
    readonly hello: EngineHello,
    private hand: Hand,
  ) {}

  static async load(): Promise<Engine> {
    if (!couldRun()) throw new EngineLost("this browser runs no engine");
    const made: { engine?: Engine } = {};
    const watching: Watching = {
      lost: (why) => made.engine?.fell(why),
      took: (call, ms) => made.engine?.timed(call, ms),
    };
    const hand = newHand(address, watching);
    const module = await hand.ready;
    if (!module) throw new EngineLost("the engine came without its module");
    const engine = new Engine(module, await hand.ask<EngineHello>("hello", {}), hand);
    engine.#watching = watching;
    made.engine = engine;
    return engine;
  }

  #watching: Watching = {};

  ask<T>(call: Call, question: unknown): Promise<T> {
    return this.hand.ask(call, question);
  }

  /** Calls `listener` whenever the engine has begun anew and knows no table any more. */
  onFall(listener: () => void): () => void {
    this.#fallen.add(listener);
    return () => this.#fallen.delete(listener);
  }

  private fell(why: string): void {
    console.error(`The engine fell over a question: ${why}`);
    this.#falls += 1;
    if (this.#falls > FALLS) return;
    this.hand = newHand(this.module, this.#watching);
    for (const listener of [...this.#fallen]) listener();
  }

  /** Notes how long a call took in the worker, where a browser's tools show it. */
  private timed(call: Call, ms: number): void {
    const name = `engine ${call}`;
    const times = (this.#times.get(call) ?? 0) + 1;
    this.#times.set(call, times);
    if (times % KEPT_TIMES === 0) performance.clearMeasures(name);
    performance.measure(name, { start: Math.max(0, performance.now() - ms), duration: ms });
  }
}

let loading: Promise<Engine> | undefined;
let loaded: Engine | undefined;

/** The engine, loaded once a page; what failed is tried again when it is wanted again. */
export function wantEngine(): Promise<Engine> {
  loading ??= Engine.load().then(
    (engine) => {
      loaded = engine;
      return engine;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The engine, if it is here already. */
export function engineHere(): Engine | undefined {
  return loaded;
}
