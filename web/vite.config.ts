import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { budget } from "./tools/budget";
import { early } from "./tools/early";
import { lean } from "./tools/lean";
import { messages } from "./tools/messages";

/** Few files, for many small ones wait for each other on a slow line and pack badly: what every
 *  page needs and the first page, the table, what is read and studied, and the smaller pages. */
const GROUPS: readonly [name: string, test: RegExp][] = [
  [
    "core",
    /node_modules\/svelte\/|src\/(css|i18n|net)\/|src\/ui\/(?!ScoreGraph|graph|share)|src\/(?!sw\.ts)[\w.]+\.(ts|svelte)$|pages\/(Home|Lost|create\/config|home\/)|vite\/preload/,
  ],
  ["table", /src\/(table|board|ui)\/|pages\/(TablePage|room\/)/],
];

// Where `trencavel serve` listens while we develop.
const server = process.env["TRENCAVEL_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), lean(), messages(), early(), budget()],
  build: {
    target: "es2022",
    // A phone on a slow line reads the page's own words sooner than a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      preserveEntrySignatures: false,
      output: {
        // The service worker must keep its name and lie at the root, to own every path.
        codeSplitting: {
          groups: GROUPS.map(([name, test], index) => ({ name, test, priority: 9 - index })),
        },
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
      "/art": server,
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});
