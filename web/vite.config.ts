import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { budget } from "./tools/budget";
import { early } from "./tools/early";
import { messages } from "./tools/messages";
import { packed } from "./tools/packed";
import { shell } from "./tools/shell";

/** How many pages use what is in the script that all of them load; a table's parts never are. */
const SHARED_BY = 8;
const ANY_PAGE = /^(?!.*\/src\/(board|fair|learn|reader|rules|table)\/)/;

// Where `trencavel serve` listens while we develop.
const server = process.env["TRENCAVEL_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), messages(), early(), shell(), budget(), packed()],
  build: {
    target: "es2022",
    sourcemap: true,
    // A phone on a slow line reads the page's own words sooner than a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      preserveEntrySignatures: false,
      output: {
        // What most pages share is one script; everything else goes with the pages that use it.
        codeSplitting: { groups: [{ name: "core", test: ANY_PAGE, minShareCount: SHARED_BY }] },
        // The service worker must keep its name and lie at the root, to own every path.
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
