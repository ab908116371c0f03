import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { early } from "./tools/early";
import { messages } from "./tools/messages";

/** What every page needs: one file, for thirty small ones wait for each other on a slow line. */
const CORE = /node_modules\/svelte\/|src\/(css|i18n|net|ui)\/|src\/[\w.]+\.ts$|vite\/preload/;
/** Only some pages need these. */
const LATER = /src\/sw\.ts$|ui\/(Dialog|ScoreGraph|graph|share)\b/;

// Where `trencavel serve` listens while we develop.
const server = process.env["TRENCAVEL_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), messages(), early()],
  build: {
    target: "es2022",
    // A phone on a slow line reads the page's own words sooner than a data: URL.
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      output: {
        // The service worker must keep its name and lie at the root, to own every path.
        codeSplitting: {
          groups: [{ name: "core", test: (id: string) => CORE.test(id) && !LATER.test(id) }],
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
