// Svelte carries what this client never does: waking up pages that a server drew, components of
// its older kind, awaiting in templates, tracing. Its switches for them are variables, which no
// bundler can see through; as constants they take their code along. A Svelte that writes them
// otherwise stops the build rather than quietly growing it.

import type { Plugin } from "vite";

const SWITCHES: Readonly<Record<string, readonly string[]>> = {
  "/svelte/src/internal/flags/index.js": [
    "async_mode_flag",
    "legacy_mode_flag",
    "tracing_mode_flag",
  ],
  "/svelte/src/internal/client/dom/hydration.js": ["hydrating"],
};
/** They do something only while such a page wakes up, yet nearly every element has one. */
const IDLE = /^\t*\$\.(?:reset\(\w+\)|next\(\d*\));\n/gm;

function fixed(code: string, name: string): string {
  const declared = `export let ${name} = false;`;
  if (!code.includes(declared)) throw new Error(`tools/lean.ts: Svelte has no "${declared}"`);
  return code
    .replaceAll(new RegExp(`^\\t${name} = \\w+;$`, "gm"), "")
    .replace(declared, `export const ${name} = false;`);
}

export function lean(): Plugin[] {
  const seen = new Set<string>();
  return [
    {
      name: "trencavel-lean",
      apply: "build",
      enforce: "pre",
      transform(code, id) {
        const file = Object.keys(SWITCHES).find((end) => id.endsWith(end));
        if (file === undefined) return;
        seen.add(file);
        return { code: (SWITCHES[file] ?? []).reduce(fixed, code), map: null };
      },
      buildEnd(error) {
        const missing = Object.keys(SWITCHES).filter((file) => !seen.has(file));
        if (!error && missing.length > 0) this.error(`tools/lean.ts: no ${missing.join(", ")}`);
      },
    },
    {
      name: "trencavel-lean-components",
      apply: "build",
      enforce: "post",
      transform(code, id) {
        if (id.endsWith(".svelte")) return { code: code.replaceAll(IDLE, ""), map: null };
      },
    },
  ];
}
