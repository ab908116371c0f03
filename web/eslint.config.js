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
    rules: {
      eqeqeq: "error",
      // TypeScript knows what is defined.
      "no-undef": "off",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" },
      ],
      // State is replaced, never changed in place ($state.raw): plain maps and sets are right.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
);
