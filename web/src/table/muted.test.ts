import { beforeEach, describe, expect, it } from "vitest";
import { hearsWatchers, hearWatchers, isMuted, mute, mutedPeople, unmuteAll } from "./muted.svelte";

describe("muting", () => {
  beforeEach(() => {
    unmuteAll();
    hearWatchers("t", true);
  });

  it("goes by the person, not by the name", () => {
    mute("p1");
    mute("p1");
    expect(mutedPeople()).toBe(1);
    expect(isMuted("t", { from: "p1" })).toBe(true);
    expect(isMuted("t", { from: "p2" })).toBe(false);
    unmuteAll();
    expect(isMuted("t", { from: "p1" })).toBe(false);
  });

  it("shuts out the watchers of one table and leaves the players", () => {
    hearWatchers("t", false);
    expect(hearsWatchers("t")).toBe(false);
    expect(isMuted("t", { from: "p", watchers: true })).toBe(true);
    expect(isMuted("t", { from: "p" })).toBe(false);
    expect(isMuted("other", { from: "p", watchers: true })).toBe(false);
  });

  it("does not take unknown senders for one person", () => {
    mute("");
    expect(isMuted("t", { from: "" })).toBe(false);
  });
});
