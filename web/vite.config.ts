import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { budget } from "./tools/budget";
import { early } from "./tools/early";
import { engine } from "./tools/engine";
import { MAPS, maps } from "./tools/maps";
import { messages } from "./tools/messages";
import { packed } from "./tools/packed";
import { shell } from "./tools/shell";

/** How many pages use what is in the script that all of them load; a table's parts never are, nor
 *  what opens over a page when somebody presses for it. */
const SHARED_BY = 17;
const ANY_PAGE =
  /^(?!.*\/src\/((board|fair|learn|net\/engine|reader|rules|table)\/|ui\/Dialog\.svelte))/;

// Where `trencavel serve` listens while we develop.
const server = process.env["TRENCAVEL_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), messages(), engine(), early(), shell(), budget(), maps(), packed()],
  build: {
    target: "es2022",
    // Scripts name their maps only where these lie beside them.
    sourcemap: MAPS ? true : "hidden",
    // A phone on a slow line reads the page's own words sooner than a data: URL.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What a page loads first is asked for by boot.js (tools/early.ts), and later pages come from
      // the service worker: a list of every script of every page would only make the first one heavier.
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith(".css")),
    },
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
  // The tests keep nothing from one file to the next: one process a core runs them all.
  test: { include: ["src/**/*.test.ts"], isolate: false, pool: "threads" },
});
