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
/** Nearly every element of a component has some of these, and each tells only what to do while such
 *  a page wakes up: calls that then do nothing else, arguments that are then not read. */
const IDLE: readonly [RegExp, string][] = [
  [/^\t*\$\.(?:(?:reset|remove_input_defaults|remove_textarea_child)\(\w+\)|next\(\d*\));\n/gm, ""],
  [/\$\.(?:only_)?child\((\w+)(?:, true)?\)/g, "$.child($1)"],
  [/\$\.first_child\((\w+), true\)/g, "$.first_child($1)"],
  [/\$\.sibling\((\w+), (\d+), true\)/g, "$.sibling($1, $2)"],
  [/\$\.push\(\$\$props, true\)/g, "$.push($$$$props)"],
];

/** A derived field gets a way to be set, also where the source says that nobody may. */
const READONLY = /\breadonly (\w+)(?:: [^=]+)? = \$derived\b/g;
const SETTER = /^\tset (\w+)\(value\) \{\n\t\t\$\.set\(this\.#\w+, value\);\n\t\}\n/gm;

function fixed(code: string, name: string): string {
  const declared = `export let ${name} = false;`;
  if (!code.includes(declared)) throw new Error(`tools/lean.ts: Svelte has no "${declared}"`);
  return code
    .replaceAll(new RegExp(`^\\t${name} = \\w+;$`, "gm"), "")
    .replace(declared, `export const ${name} = false;`);
}

export function lean(): Plugin[] {
  const seen = new Set<string>();
  const readonly = new Map<string, Set<string>>();
  return [
    {
      name: "trencavel-lean",
      apply: "build",
      enforce: "pre",
      transform(code, id) {
        if (id.endsWith(".svelte.ts")) {
          const names = [...code.matchAll(READONLY)].map(([, name = ""]) => name);
          readonly.set(id, new Set(names));
        }
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
        const names = readonly.get(id);
        if (names) {
          const used = code.replace(SETTER, (all, name: string) => (names.has(name) ? "" : all));
          return { code: used, map: null };
        }
        if (!id.endsWith(".svelte")) return;
        return { code: IDLE.reduce((all, [from, to]) => all.replace(from, to), code), map: null };
      },
    },
  ];
}
