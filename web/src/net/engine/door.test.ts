// The real module, in Node: what a page's worker does, without a worker.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { FORMAT, type EngineHello, type Moment, type Problem } from "../../wire";
import { CALLS, type Call } from "./calls";
import { Door } from "./door";
import { isOver } from "./slices";

const FILE = join(import.meta.dirname, "engine.wasm");
const RECORD = '[Trencavel "1"]\n[Family "country"]\n[Seats "2"]\n';

describe("the engine", () => {
  let door: Door;
  const ask = <T>(call: Call, question: unknown): T =>
    (JSON.parse(door.ask(CALLS[call], JSON.stringify(question))) as { ok: T }).ok;
  const refusal = (call: Call, question: unknown): Problem =>
    (JSON.parse(door.ask(CALLS[call], JSON.stringify(question))) as { problem: Problem }).problem;

  beforeAll(async () => {
    if (!existsSync(FILE)) throw new Error("The engine was not built: run `make wasm` first.");
    door = new Door(await WebAssembly.compile(readFileSync(FILE)));
  });

  it("says who it is", () => {
    const hello = ask<EngineHello>("hello", {});
    expect(hello.format).toBe(FORMAT);
    expect(hello.art).not.toBe("");
  });

  it("tells a game of a record", () => {
    const moment = ask<Moment>("moment", { record: RECORD, then: [] });
    expect(moment.view.tiles.length).toBeGreaterThan(0);
    expect(moment.choices.legal.length).toBeGreaterThan(0);
  });

  it("refuses what cannot be, and goes on", () => {
    const problem = refusal("moment", { record: "nonsense", then: [] });
    expect(problem.type).toBe("record");
    expect(refusal("moment", { record: 7 }).detail).not.toBe("");
    expect(ask<EngineHello>("hello", {}).format).toBe(FORMAT);
  });

  it("draws tiles in letters of any language", () => {
    const { kind, text } = ask<{ kind: string; text: string }>("art", {
      path: "/art/tile/base/E/0/0/0.svg?look=map&night=0&v=x&detail=0",
    });
    expect(kind).toContain("svg");
    expect(text).toContain("<svg");
  });

  it("thinks in slices until it has decided", () => {
    const drawn = ask<Moment>("moment", { record: RECORD, then: [] }).choices.legal[0] ?? "";
    const record = `${RECORD}\n${drawn}\n`;
    const { position } = ask<{ position: string }>("position", { record, then: [] });
    const think = { mind: "m", position, level: "level-3", seed: 7 };
    let answer = door.ask(CALLS.think, JSON.stringify(think));
    let slices = 0;
    for (; !isOver(answer); slices += 1) {
      answer = door.ask(CALLS.think_on, JSON.stringify({ mind: "m", simulations: 1 }));
    }
    const { ok } = JSON.parse(answer) as { ok: { done: boolean; words: string[] } };
    expect(ok.done).toBe(true);
    expect(ask<Moment>("moment", { record, then: ok.words }).refused).toBeUndefined();
    expect(slices).toBeGreaterThan(1);
  });
});
