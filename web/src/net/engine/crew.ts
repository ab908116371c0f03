// A page's side of a worker with the engine: questions go in, promises come out.

import type { Problem } from "../../wire";
import { Failure } from "../api";
import type { Call } from "./calls";
import type { FromWorker, Task, ToWorker } from "./letters";

/** The engine is gone: it fell over a question, or could not be had. */
export class EngineLost extends Error {}

/** What is told of an engine in use. */
export interface Watching {
  /** It fell over a question. */
  lost?: (why: string) => void;
  /** A question was answered in so many ms. */
  took?: (call: Call, ms: number) => void;
}

interface Open {
  call: Call;
  done: (answer: unknown) => void;
  failed: (error: unknown) => void;
  progress?: (answer: unknown) => void;
}

type Port = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

/** One worker. */
export class Hand {
  #open = new Map<number, Open>();
  #next = 1;
  #gone: EngineLost | undefined;
  /** Ready, with the module if this worker fetched it. */
  readonly ready: Promise<WebAssembly.Module | undefined>;

  constructor(
    private readonly port: Port,
    from: WebAssembly.Module | string,
    private readonly watching: Watching = {},
  ) {
    this.ready = new Promise((done, failed) => {
      this.#open.set(0, {
        call: "hello",
        done: (module) => done(module as WebAssembly.Module | undefined),
        failed,
      });
    });
    // Whoever waits for it is told; nobody else need be.
    this.ready.catch(() => undefined);
    port.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    port.onerror = () => this.#lose("the worker could not be started");
    this.#send(
      typeof from === "string" ? { fetch: new URL(from, location.href).href } : { module: from },
    );
  }

  /** Whether nothing more can be asked. */
  get gone(): boolean {
    return this.#gone !== undefined;
  }

  /** Asks something that is answered at once. */
  ask<T>(call: Call, question: unknown): Promise<T> {
    return this.#ask(call, (id) => ({ id, call, question: JSON.stringify(question) }));
  }

  /** Asks something that is thought about; `named` says of what in the calls that go on with it. */
  task<T>(
    call: Call,
    on: Call,
    question: unknown,
    named: Readonly<Record<string, string>>,
    progress?: (so_far: T) => void,
    unwanted?: AbortSignal,
  ): Promise<T> {
    let stop: number | undefined;
    const asked = this.#ask<T>(
      call,
      (id): Task => {
        stop = id;
        return {
          id,
          call,
          question: JSON.stringify(question),
          on,
          named: JSON.stringify(named).slice(0, -1),
        };
      },
      progress as ((answer: unknown) => void) | undefined,
    );
    if (!unwanted || stop === undefined) return asked;
    const id = stop;
    return new Promise((done, failed) => {
      const end = (): void => {
        this.#open.delete(id);
        this.#send({ stop: id });
        failed(unwanted.reason as Error);
      };
      if (unwanted.aborted) return end();
      unwanted.addEventListener("abort", end, { once: true });
      asked.then(done, failed).finally(() => unwanted.removeEventListener("abort", end));
    });
  }

  rest(rest: boolean): void {
    if (!this.#gone) this.#send({ rest });
  }

  close(): void {
    this.#lose("closed", false);
  }

  #ask<T>(
    call: Call,
    letter: (id: number) => ToWorker,
    progress?: (answer: unknown) => void,
  ): Promise<T> {
    if (this.#gone) return Promise.reject(this.#gone);
    const id = this.#next++;
    return new Promise((done, failed) => {
      const open: Open = { call, done: done as (answer: unknown) => void, failed };
      if (progress) open.progress = progress;
      this.#open.set(id, open);
      this.#send(letter(id));
    });
  }

  #send(letter: ToWorker): void {
    this.port.postMessage(letter);
  }

  #hear(letter: FromWorker): void {
    if ("ready" in letter) this.#settle(0)?.done(letter.module);
    else if ("failed" in letter) this.#lose(letter.failed);
    else if ("trapped" in letter) this.#lose(letter.trapped);
    else if ("progress" in letter) {
      const { ok } = JSON.parse(letter.progress) as { ok: unknown };
      this.#open.get(letter.id)?.progress?.(ok);
    } else this.#answer(letter);
  }

  #answer({ id, answer, took }: Extract<FromWorker, { answer: string }>): void {
    const open = this.#settle(id);
    if (!open) return;
    this.watching.took?.(open.call, took);
    const { ok, problem } = JSON.parse(answer) as { ok?: unknown; problem?: Problem };
    if (problem) open.failed(new Failure(problem));
    else open.done(ok);
  }

  #settle(id: number): Open | undefined {
    const open = this.#open.get(id);
    this.#open.delete(id);
    return open;
  }

  #lose(why: string, told = true): void {
    if (this.#gone) return;
    const gone = new EngineLost(why);
    this.#gone = gone;
    this.port.terminate();
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { failed } of open) failed(gone);
    if (told) this.watching.lost?.(why);
  }
}
