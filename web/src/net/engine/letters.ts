// What a page and a worker with the engine write to each other.

import type { Call } from "./calls";

/** A question that is answered at once. */
export interface Question {
  id: number;
  call: Call;
  /** JSON. */
  question: string;
}

/** A question that is thought about in slices until it is answered, or not wanted any more. */
export interface Task extends Question {
  /** The call that goes on with it. */
  on: Call;
  /** What that call is told besides the simulations, JSON without its last brace. */
  named: string;
}

export type ToWorker =
  /** The module, or where it is to be had. */
  | { module: WebAssembly.Module }
  | { fetch: string }
  | Question
  | Task
  /** Stops a task. */
  | { stop: number }
  /** Whether tasks rest: nobody looks at the page. */
  | { rest: boolean };

export type FromWorker =
  /** Ready; whoever fetched the module hands it on. */
  | { ready: true; module?: WebAssembly.Module }
  /** There is no engine to be had here. */
  | { failed: string }
  /** An answer, JSON, and how long it took in the worker, ms. */
  | { id: number; answer: string; took: number }
  /** How far a task is, JSON. */
  | { id: number; progress: string }
  /** The engine fell over a question: nothing more comes from this worker. */
  | { id: number; trapped: string };
