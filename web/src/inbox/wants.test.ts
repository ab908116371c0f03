import { expect, it } from "vitest";
import type { Want } from "../wire";
import { changed, Sending, told } from "./wants";

const wants: Want[] = [
  { kind: "turn", channels: ["bell", "push"] },
  { kind: "contest", channels: ["bell"] },
];

it("asks about nothing that is never told", () => {
  expect(told(wants).map(({ kind }) => kind)).toEqual(["turn"]);
});

it("changes one channel and leaves the others", () => {
  expect(changed(wants, "turn", "mail", true)[0]?.channels).toEqual(["bell", "push", "mail"]);
  expect(changed(wants, "turn", "bell", false)[0]?.channels).toEqual(["push"]);
  expect(changed(wants, "turn", "bell", true)[0]?.channels).toEqual(["push", "bell"]);
});

it("loses none of two quick ticks, and sends them in their order", async () => {
  let now: readonly Want[] = wants;
  const sent: string[] = [];
  const ends: (() => void)[] = [];
  const sending = new Sending(
    () => now,
    (some) => {
      sent.push(some[0]?.channels.join() ?? "");
      return new Promise<void>((done) => ends.push(done));
    },
  );
  const tick = (channel: "mail" | "push", on: boolean): Promise<void> => {
    now = changed(now, "turn", channel, on);
    return sending.kind("turn");
  };
  const both = [tick("mail", true), tick("push", false)];
  await Promise.resolve();
  await Promise.resolve();
  expect(sent).toHaveLength(1);
  ends.shift()?.();
  await both[0];
  await Promise.resolve();
  ends.shift()?.();
  await both[1];
  expect(sent.at(-1)).toBe("bell,mail");
});

it("goes on after a failure", async () => {
  let fails = true;
  const sending = new Sending(
    () => wants,
    () => (fails ? Promise.reject(new Error("gone")) : Promise.resolve()),
  );
  await expect(sending.kind("turn")).rejects.toThrow("gone");
  fails = false;
  await expect(sending.kind("turn")).resolves.toBeUndefined();
});
