// The scripts must stay small: a build whose scripts are larger together fails.

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/**
 * All scripts, each packed as `gzip -9` would, in bytes. The sum says little, for no visitor loads
 * all of them: it is here until each route has a budget of its own.
 */
const MOST = 185_000;

/** What a script is on the line. `gzip` also writes its name and a zero. */
function packed(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length + basename(path).length + 1;
}

export function budget(most = MOST): Plugin {
  let folder = "";
  return {
    name: "trencavel-budget",
    apply: "build",
    configResolved(config) {
      // Scripts that nobody packed tell nothing.
      if (config.build.minify !== false) folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "post",
      handler(error?: Error) {
        if (error || folder === "") return;
        const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
        const files = all.filter((file) => file.endsWith(".js"));
        const sum = files.reduce((sum, file) => sum + packed(join(folder, file)), 0);
        const said = `${files.length} scripts, ${sum} bytes packed, at most ${most}`;
        if (files.length === 0 || sum > most) this.error(said);
        this.info(said);
      },
    },
  };
}
