import js from "@eslint/js";
import globals from "globals";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist/", "node_modules/", "src/wire.ts", "public/"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      // Links are plain paths: this is no SvelteKit.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
  {
    // One door to the server: src/net. Pages ask its api, tables their Link, their Oracle and
    // Pictures.
    files: ["src/**/*.ts", "src/**/*.svelte"],
    ignores: ["src/net/**", "src/sw.ts", "src/**/*.test.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["fetch", "WebSocket", "EventSource", "XMLHttpRequest", "Image"].map((name) => ({
          name,
          message: "Only src/net talks to the network.",
        })),
      ],
      "no-restricted-properties": [
        "error",
        {
          object: "navigator",
          property: "sendBeacon",
          message: "Only src/net talks to the network.",
        },
        { object: "globalThis", property: "fetch", message: "Only src/net talks to the network." },
        { object: "window", property: "fetch", message: "Only src/net talks to the network." },
      ],
    },
  },
  {
    // What shows a table, plays a lesson or draws a board must work without a server, too.
    files: ["src/{table,board,reader,learn}/**/*.ts", "src/{table,board,reader,learn}/**/*.svelte"],
    ignores: ["src/**/*.test.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: ["**/net/socket"], message: "Take a Link." },
            {
              group: ["**/net/api"],
              importNames: ["api"],
              message: "Ask the Oracle; what concerns no game is a page's own business.",
            },
          ],
        },
      ],
    },
  },
  {
    rules: {
      eqeqeq: "error",
      // TypeScript knows what is defined.
      "no-undef": "off",
      "@typescript-eslint/no-non-null-assertion": "error",
      // It also knows what is unused (noUnusedLocals, noUnusedParameters).
      "@typescript-eslint/no-unused-vars": "off",
      // State is replaced, never changed in place ($state.raw): plain maps and sets are right.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    // Nobody else looks for it in plain scripts.
    files: ["**/*.js", "**/*.mjs"],
    rules: { "@typescript-eslint/no-unused-vars": "error" },
  },
);
