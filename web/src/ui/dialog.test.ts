// Everything that opens over a page is one dialog: how it closes and holds the focus is said once.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

it("is written in one file", () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" });
  const own = files.filter(
    (file) =>
      file.endsWith(".svelte") && readFileSync(join(ROOT, file), "utf8").includes("<dialog"),
  );
  expect(own).toEqual([join("ui", "Dialog.svelte")]);
});
