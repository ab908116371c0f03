import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepCommitment, keepGiven, keptOf, keptRounds, myValue } from "./keep";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
});

describe("what a browser keeps of the draws", () => {
  beforeEach(() => stored.clear());

  it("keeps the first commitment of a round, whatever is shown later", () => {
    keepCommitment("t", 1, "aa");
    keepCommitment("t", 1, "bb");
    keepCommitment("t", 2, "cc");
    expect(keptOf("t", 1)?.commitment).toBe("aa");
    expect(keptOf("t", 2)?.commitment).toBe("cc");
  });

  it("has one value for each seat and round, also after a reload", () => {
    const value = myValue("t", 1, "aa", 0);
    expect(value).toMatch(/^[0-9a-f]{32}$/);
    expect(myValue("t", 1, "aa", 0)).toBe(value);
    expect(myValue("t", 1, "aa", 1)).not.toBe(value);
    expect(myValue("t", 2, "bb", 0)).not.toBe(value);
    expect(keptOf("t", 1)?.values[0]).toBe(value);
  });

  it("remembers which shares the server has taken, and in which version", () => {
    myValue("t", 1, "aa", 0);
    keepGiven("t", 1, [0, 1]);
    keepGiven("t", 2, [0]);
    keepCommitment("t", 3, "cc", 1);
    const rounds = keptRounds("t");
    expect(rounds[1]?.given).toEqual([0]);
    expect(rounds[1]?.version).toBe(2);
    expect(rounds[2]).toBeUndefined();
    expect(rounds[3]?.version).toBe(1);
  });

  it("forgets the oldest tables", () => {
    vi.useFakeTimers();
    for (let i = 0; i < 205; i += 1) {
      vi.setSystemTime(1000 + i);
      keepCommitment(`t${i}`, 1, "aa");
    }
    vi.useRealTimers();
    expect(keptOf("t0", 1)).toBeUndefined();
    expect(keptOf("t204", 1)?.commitment).toBe("aa");
  });

  it("takes broken storage for an empty one", () => {
    stored.set("trencavel.fair", "{");
    expect(keptOf("t", 1)).toBeUndefined();
  });
});
