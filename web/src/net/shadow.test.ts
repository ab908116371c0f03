// Following a table: in order, from the beginning or from what was missed, and never longer than it
// is the same.

import { beforeEach, expect, it, vi } from "vitest";
import { past, step } from "../table/testing";
import type { Problem, ServerMsg, Shadow, ShadowReport } from "../wire";
import { Failure } from "./api";
import { EngineLost } from "./engine/crew";
import type { Oracle } from "./oracle";
import { ShadowOracle } from "./shadow";

vi.mock("../art", () => ({ artVersion: "1" }));
vi.mock("./engine/engine", () => ({ wantEngine: () => Promise.reject(new Error("no engine")) }));
vi.mock("./engine/here", () => ({ answerFirst: vi.fn(), answerLast: vi.fn(), paintHere: vi.fn() }));

const unknown: Problem = { type: "not-found", title: "", status: 404, detail: "" };
const illegal: Problem = { type: "rules", title: "", status: 422, detail: "occupied" };
const asked = { seat: 0, after: 3, words: ["1,0 r0"] };

let heard: (message: ServerMsg) => void;
let fall: () => void;
let calls: string[];
let reports: ShadowReport[];
let answers: Partial<Record<string, () => unknown>>;

const far = {
  draft: vi.fn<Oracle["draft"]>(() => Promise.resolve(undefined)),
  survey: vi.fn<Oracle["survey"]>(),
  why: vi.fn<Oracle["why"]>(() => Promise.resolve([])),
  hint: vi.fn<Oracle["hint"]>(() => Promise.resolve([])),
  replay: vi.fn<Oracle["replay"]>(),
};
const engine = {
  ask: <T>(call: string, question: unknown): Promise<T> => {
    const { n = 0 } = (question as { past?: { n: number }; step?: { n: number } }).past ??
      (question as { step?: { n: number } }).step ?? { n: 0 };
    calls.push(n > 0 ? `${call} ${n}` : call);
    const answer = answers[call] ?? ((): Shadow => ({ n }));
    return new Promise((done) => done(answer() as T));
  },
  onFall: (listener: () => void) => {
    fall = listener;
    return () => undefined;
  },
};
const source = {
  past: vi.fn(() => Promise.resolve(past)),
  record: vi.fn(() => Promise.resolve("[Trencavel]")),
  report: (report: ShadowReport) => {
    reports.push(report);
    return Promise.resolve();
  },
};

function shadow(): ShadowOracle {
  const listen = (listener: typeof heard): (() => void) => {
    heard = listener;
    return () => {
      heard = () => undefined;
    };
  };
  return new ShadowOracle("t", { listen }, far, engine, source);
}

function refuses(problem: Problem): () => never {
  return () => {
    throw new Failure(problem);
  };
}

beforeEach(() => {
  vi.clearAllMocks();
  calls = [];
  reports = [];
  answers = {};
});

it("begins with what the server has, and passes over steps that it knows", async () => {
  const one = shadow();
  heard({ t: "step", ...step(past.n, 0, 1) });
  heard({ t: "step", ...step(past.n + 1, 0, 1) });
  await one.draft(asked);
  expect(calls).toEqual([`shadow ${past.n}`, `follow ${past.n + 1}`, "table_draft"]);
  expect(one.near).toBe(true);
  expect(far.draft).not.toHaveBeenCalled();
  expect(source.record).not.toHaveBeenCalled();
});

it("needs the record of a table that began from one", async () => {
  const draws = { ...past.table.draws, before: 4 };
  source.past.mockResolvedValueOnce({ ...past, table: { ...past.table, draws } });
  await shadow().why([]);
  expect(source.record).toHaveBeenCalledOnce();
});

it("tells what the rules refuse, and asks the server for what it does not have", async () => {
  const one = shadow();
  answers["table_draft"] = refuses(illegal);
  expect(await one.draft(asked)).toEqual({ refused: illegal });
  answers["table_draft"] = refuses(unknown);
  expect(await one.draft(asked)).toBeUndefined();
  answers["table_why"] = () => {
    throw new EngineLost("fell");
  };
  expect(await one.why([])).toEqual([]);
  expect(far.draft).toHaveBeenCalledOnce();
});

it("reports the first difference once and follows no more", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const one = shadow();
  answers["follow"] = () => ({ n: past.n + 1, difference: "now.scores[0]: 1 here, 2 there" });
  heard({ t: "step", ...step(past.n + 1, 0, 1) });
  heard({ t: "step", ...step(past.n + 2, 0, 1) });
  await one.draft(asked);
  heard({ t: "snapshot", ...past });
  await one.draft(asked);
  expect(calls).toEqual([`shadow ${past.n}`, `follow ${past.n + 1}`]);
  expect(reports).toEqual([
    { table: "t", n: past.n + 1, difference: "now.scores[0]: 1 here, 2 there" },
  ]);
  expect(said).toHaveBeenCalledOnce();
  expect(far.draft).toHaveBeenCalledTimes(2);
  expect(one.near).toBe(false);
});

it("takes the table anew when the engine fell, and when the line is back", async () => {
  const one = shadow();
  await one.draft(asked);
  source.past.mockRejectedValueOnce(new Failure({ ...unknown, type: "offline", status: 0 }));
  fall();
  await one.draft(asked);
  expect(far.draft).toHaveBeenCalledOnce();
  heard({ t: "resumed", n: past.n, you: past.you, table: past.table });
  await one.draft(asked);
  expect(far.draft).toHaveBeenCalledOnce();
  expect(one.near).toBe(true);
});

it("leaves hints to the server where the table gives none", async () => {
  const one = shadow();
  await one.hint(asked, new AbortController().signal);
  expect(far.hint).toHaveBeenCalledOnce();
});
