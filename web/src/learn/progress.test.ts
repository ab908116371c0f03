import { beforeEach, expect, it, vi } from "vitest";
import type { Lesson, LessonRow } from "../wire";

const memory = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, value: string) => memory.set(key, value),
});

const row = (name: string): LessonRow => ({
  name,
  order: 1,
  title: { en: name, fr: name },
  about: { en: "", fr: "" },
  minutes: 1,
  steps: 2,
  family: "country",
  expansions: [],
});
const lesson = (name: string): Lesson => {
  const step = (yours: boolean) => ({
    before: 0,
    words: [],
    yours,
    same: [],
    accept: [],
    point: [],
  });
  const steps = [step(false), step(true), step(false), step(true)];
  return { row: row(name), names: [], record: "", steps, closing: { en: "", fr: "" } };
};

let kept: typeof import("./progress.svelte");
beforeEach(async () => {
  vi.resetModules();
  kept = await import("./progress.svelte");
});

it("keeps how far one has come, across pages", async () => {
  kept.noteStep(lesson("a"), 1);
  expect(kept.leftLesson()).toBeUndefined();
  kept.noteStep(lesson("a"), 3);
  expect(kept.leftLesson()).toMatchObject({ name: "a", n: 2, all: 2 });
  vi.resetModules();
  const again = await import("./progress.svelte");
  expect(again.markOf("a")).toEqual({ at: 3, done: false });
  again.noteStep(lesson("a"), 4);
  expect(again.markOf("a")).toEqual({ at: 0, done: true });
  expect(again.leftLesson()).toBeUndefined();
});

it("finds what to take next", () => {
  const rows = [row("a"), row("b"), row("c")];
  expect(kept.nextLesson(rows)?.name).toBe("b");
  expect(kept.nextLesson(rows, "b")?.name).toBe("c");
  kept.noteStep(lesson("c"), 4);
  expect(kept.nextLesson(rows, "c")?.name).toBe("b");
});

it("reads anything without harm", () => {
  for (const text of [null, "", "{", "null", '{"marks":{"a":{"at":-1,"done":1}},"left":3}']) {
    expect(kept.readProgress(text)).toEqual({ marks: {} });
  }
});

it("knows whether anything was learned", async () => {
  memory.clear();
  vi.resetModules();
  kept = await import("./progress.svelte");
  kept.noteStep(lesson("never"), 1);
  const before = kept.hasLearned();
  kept.noteStep(lesson("never"), 4);
  expect([before, kept.hasLearned()]).toEqual([false, true]);
});
