// A page's side of a worker, over a port of this test that answers as the worker does.

import { expect, it } from "vitest";
import { Failure } from "../api";
import { EngineLost, Hand } from "./crew";
import type { FromWorker, ToWorker } from "./letters";

class Port {
  sent: ToWorker[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: (() => void) | null = null;
  postMessage(letter: ToWorker): void {
    this.sent.push(letter);
  }
  terminate(): void {
    this.ended = true;
  }
  says(letter: FromWorker): void {
    this.onmessage?.({ data: letter } as MessageEvent<FromWorker>);
  }
}

const MODULE = {} as WebAssembly.Module;
const hand = (port: Port, lost?: (why: string) => void): Hand =>
  new Hand(port as unknown as Worker, MODULE, lost ? { lost } : {});

it("matches answers with questions, whatever their order", async () => {
  const port = new Port();
  const one = hand(port);
  port.says({ ready: true });
  await one.ready;
  const first = one.ask("menu", {});
  const second = one.ask("hello", {});
  port.says({ id: 2, answer: '{"ok":"second"}', took: 1 });
  port.says({ id: 1, answer: '{"problem":{"type":"rules","detail":"no"}}', took: 1 });
  expect(await second).toBe("second");
  await expect(first).rejects.toBeInstanceOf(Failure);
});

it("tells of progress, and stops what is not wanted any more", async () => {
  const port = new Port();
  const one = hand(port);
  port.says({ ready: true });
  const seen: unknown[] = [];
  const unwanted = new AbortController();
  const task = one.task(
    "think",
    "think_on",
    { mind: "m" },
    { mind: "m" },
    (x) => seen.push(x),
    unwanted.signal,
  );
  expect(port.sent.at(-1)).toMatchObject({ call: "think", on: "think_on", named: '{"mind":"m"' });
  port.says({ id: 1, progress: '{"ok":{"visits":20}}' });
  expect(seen).toEqual([{ visits: 20 }]);
  unwanted.abort(new Error("no more"));
  await expect(task).rejects.toThrow("no more");
  expect(port.sent.at(-1)).toEqual({ stop: 1 });
});

it("fails everything that is open when the engine falls, and says why", async () => {
  const port = new Port();
  let why = "";
  const one = hand(port, (text) => (why = text));
  port.says({ ready: true });
  const open = one.ask("menu", {});
  port.says({ id: 1, trapped: "index out of bounds" });
  await expect(open).rejects.toBeInstanceOf(EngineLost);
  expect(why).toBe("index out of bounds");
  expect(port.ended).toBe(true);
  await expect(one.ask("menu", {})).rejects.toBeInstanceOf(EngineLost);
});
