// A worker with an engine of its own. Questions are answered in their order; tasks are thought
// about in slices, one after the other, and rest while nobody looks at the page.

import { CALLS, type Call } from "./calls";
import { Door, Trapped } from "./door";
import type { FromWorker, Question, Task, ToWorker } from "./letters";
import { FIRST_SLICE, isOver, nextSlice } from "./slices";

// The libraries of pages and of workers do not go together.
interface Self {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}
const self = globalThis as unknown as Self;

let door: Door | undefined;
let resting = false;
const tasks: Task[] = [];
let running = false;
let slice = FIRST_SLICE;
const unwanted = new Set<number>();
const waking = new MessageChannel();

async function moduleAt(address: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // A host that does not know what it serves: the bytes are the same.
    return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  }
}

async function begin(from: { module: WebAssembly.Module } | { fetch: string }): Promise<void> {
  try {
    const module = "module" in from ? from.module : await moduleAt(from.fetch);
    door = new Door(module);
    self.postMessage("module" in from ? { ready: true } : { ready: true, module });
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
}

/** Asks the engine; nothing more can be asked if it falls over. */
function ask(id: number, call: Call, question: string): { answer: string; took: number } | null {
  if (!door) return null;
  const start = performance.now();
  try {
    const answer = door.ask(CALLS[call], question);
    return { answer, took: performance.now() - start };
  } catch (error) {
    door = undefined;
    self.postMessage({ id, trapped: error instanceof Trapped ? error.message : String(error) });
    return null;
  }
}

function answer({ id, call, question }: Question): void {
  const found = ask(id, call, question);
  if (found) self.postMessage({ id, ...found });
}

/** The next slice; then the worker hears what was said to it meanwhile. */
function think(): void {
  const task = tasks[0];
  if (!task || resting) {
    running = false;
    return;
  }
  const { id, named, on } = task;
  if (unwanted.delete(id)) {
    tasks.shift();
    soon();
    return;
  }
  const found = ask(id, on, `${named},"simulations":${slice}}`);
  if (!found) return;
  slice = nextSlice(slice, found.took);
  if (isOver(found.answer)) {
    tasks.shift();
    self.postMessage({ id, ...found });
  } else self.postMessage({ id, progress: found.answer });
  soon();
}

function soon(): void {
  running = true;
  waking.port2.postMessage(null);
}
waking.port1.onmessage = think;

function begun(task: Task): void {
  const first = ask(task.id, task.call, task.question);
  if (!first) return;
  if (isOver(first.answer)) {
    self.postMessage({ id: task.id, ...first });
    return;
  }
  tasks.push(task);
  if (!running && !resting) soon();
}

self.onmessage = ({ data }) => {
  if ("module" in data || "fetch" in data) void begin(data);
  else if ("stop" in data) {
    if (tasks.some(({ id }) => id === data.stop)) unwanted.add(data.stop);
  } else if ("rest" in data) {
    resting = data.rest;
    if (!resting && !running && tasks.length > 0) soon();
  } else if ("on" in data) begun(data);
  else answer(data);
};
