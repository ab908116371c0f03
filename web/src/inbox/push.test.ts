// Signing up again: once for each session, also for the same person after a log-out.

import { afterEach, beforeEach, expect, it, vi } from "vitest";

let kept: Map<string, string>;
let told: number;

beforeEach(() => {
  vi.resetModules();
  kept = new Map();
  told = 0;
  const subscription = { endpoint: "https://push.example", getKey: () => new ArrayBuffer(1) };
  const worker = { pushManager: { getSubscription: () => Promise.resolve(subscription) } };
  vi.stubGlobal("PushManager", {});
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("navigator", {
    serviceWorker: { getRegistration: () => Promise.resolve(worker) },
  });
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("says it once, and again after a log-out", async () => {
  const { inbox } = await import("./api");
  inbox.subscribe = () => Promise.resolve(new Response(String((told += 1))));
  const { forgetPush, pushAgain } = await import("./push");
  await pushAgain("ann");
  await pushAgain("ann");
  expect(told).toBe(1);
  forgetPush();
  await pushAgain("ann");
  expect(told).toBe(2);
});
