// What a visitor waits for must stay small: the scripts of a route that are loaded before it can be
// used, packed as `gzip -9` would. A build in which a route is larger fails. There is no limit on
// what is loaded later.

import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { chunkOf, filesOf } from "./chunks";

export interface Route {
  /** The page's module. */
  page: string;
  /** Bytes. */
  most: number;
}

const FIRST = "/index.html";
const ROUTES: Readonly<Record<string, Route>> = {
  home: { page: "/pages/Home.svelte", most: 45_000 },
  table: { page: "/pages/TablePage.svelte", most: 110_000 },
  replay: { page: "/pages/Replay.svelte", most: 90_000 },
  embed: { page: "/pages/Embed.svelte", most: 60_000 },
};

export function budget(routes = ROUTES): Plugin {
  let minified = false;
  return {
    name: "trencavel-budget",
    apply: "build",
    configResolved(config) {
      // Scripts that nobody packed tell nothing.
      minified = config.build.minify !== false;
    },
    writeBundle: {
      order: "post",
      handler(_, bundle) {
        if (!minified) return;
        const packed = (file: string): number => {
          const chunk = bundle[file];
          return chunk?.type === "chunk" ? gzipSync(chunk.code, { level: 9 }).length : 0;
        };
        const wide: string[] = [];
        for (const [name, { page, most }] of Object.entries(routes)) {
          const files = filesOf(bundle, chunkOf(bundle, FIRST).fileName);
          filesOf(bundle, chunkOf(bundle, page).fileName, files);
          const sum = [...files].reduce((sum, file) => sum + packed(file), 0);
          const said = `${name}: ${sum} bytes of scripts, at most ${most}`;
          if (sum > most) wide.push(said);
          this.info(said);
        }
        if (wide.length > 0) this.error(wide.join("; "));
      },
    },
  };
}
