// The files of this build, for the service worker: it keeps all of them, so that an open page finds
// its scripts also after the next version has taken their place on the server. The version is made
// from their names, which have the hash of their contents.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Stands for the files in the service worker's source. */
const PLACE = "__SHELL__";

export function shell(): Plugin {
  return {
    name: "trencavel-shell",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk" || !worker.code.includes(PLACE)) {
          this.error(`sw.js has no ${PLACE}`);
        }
        const files = Object.keys(bundle)
          .filter((name) => /^assets\/[^/]+\.(js|css|json|woff2)$/.test(name))
          .map((name) => `/${name}`)
          .sort();
        // Kept later, and only by who may want to play without a server.
        const engine = Object.keys(bundle)
          .filter((name) => name.endsWith(".wasm"))
          .map((name) => `/${name}`);
        const all = [...files, ...engine].join();
        const version = createHash("sha256").update(all).digest("hex").slice(0, 12);
        worker.code = worker.code.replace(PLACE, JSON.stringify({ version, files, engine }));
      },
    },
  };
}
