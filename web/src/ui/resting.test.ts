import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { resting } from "./resting";

it("lets a click through unless the button rests", () => {
  const calls: string[] = [];
  const event = {
    preventDefault: () => calls.push("prevented"),
    stopImmediatePropagation: () => calls.push("stopped"),
  } as unknown as Event;
  resting(false).onclickcapture(event);
  expect(calls).toEqual([]);
  expect(resting(false)["aria-disabled"]).toBeUndefined();
  resting(true).onclickcapture(event);
  expect(calls).toEqual(["prevented", "stopped"]);
  expect(resting(true)["aria-disabled"]).toBe(true);
});

it("is how every button rests: `disabled` would drop the focus", () => {
  const src = join(import.meta.dirname, "..");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" });
  const faults: string[] = [];
  for (const file of files.filter((name) => name.endsWith(".svelte"))) {
    const text = readFileSync(join(src, file), "utf8");
    // What stands in braces may hold the sign that ends a tag.
    let plain = text.replaceAll("{disabled}", "disabled");
    for (let deep = 0; deep < 6; deep += 1) plain = plain.replaceAll(/\{[^{}]*\}/g, "''");
    for (const [tag] of plain.matchAll(/<button\b[^>]*>/g)) {
      if (/\sdisabled\b/.test(tag)) faults.push(`${file}: use resting() of ui/resting`);
    }
  }
  expect(faults).toEqual([]);
});
