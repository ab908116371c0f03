// What a visitor waits for must stay small: the scripts of a route that are loaded before it can be
// used, packed as `gzip -9` would. A build in which a route is larger fails. There is no limit on
// what is loaded later.

import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { chunkOf, filesOf } from "./chunks";

export interface Route {
  /** The modules that are asked for at once: the page, what frames it, and every part that its first
   * sight shows, also if the part is a script of its own. */
  modules: readonly string[];
  /** Bytes. */
  most: number;
}

const FIRST = "/index.html";
// What is lit on the board comes with the first choice or hover, points that fly with the first move,
// signs at the edges with the first cell out of sight.
const TABLE = ["/pages/TablePage.svelte", "/table/Log.svelte", "/fair/shares.ts"];
/** The pages about people. What waits for an answer of its own there comes as a script of its own. */
const CLUB = [
  "/club/Profile.svelte",
  "/club/Boards.svelte",
  "/people/People.svelte",
  "/people/Bots.svelte",
  "/people/Admin.svelte",
];
const ROUTES: Readonly<Record<string, Route>> = {
  home: {
    modules: ["/pages/Home.svelte", "/ui/Chrome.svelte", "/pages/home/Rivals.svelte"],
    most: 45_000,
  },
  ...Object.fromEntries(
    CLUB.map((page) => [
      `club ${page}`,
      { modules: ["/people/Club.svelte", page, "/ui/Chrome.svelte"], most: 40_000 },
    ]),
  ),
  table: { modules: TABLE, most: 110_000 },
  "City table": {
    modules: [...TABLE, "/ring/first.ts"],
    most: 110_000,
  },
  replay: { modules: ["/pages/Replay.svelte"], most: 90_000 },
  embed: { modules: ["/pages/Embed.svelte"], most: 60_000 },
};

/** What the engine needs in scripts, whichever page wants it: all of them, and its worker. */
const ENGINE = /\/src\/(net\/engine|local)\/[^/]+\.ts$/;
const WORKER = /^assets\/worker-[^/]+\.js$/;
const ENGINE_MOST = 15_000;

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
          const found = bundle[file];
          if (!found) return 0;
          if (found.type === "asset" && !file.endsWith(".js")) return 0;
          return gzipSync(found.type === "chunk" ? found.code : found.source, { level: 9 }).length;
        };
        const wide: string[] = [];
        const tell = (name: string, sum: number, most: number): void => {
          const said = `${name}: ${sum} bytes of scripts, at most ${most}`;
          if (sum > most) wide.push(said);
          this.info(said);
        };
        for (const [name, { modules, most }] of Object.entries(routes)) {
          const files = filesOf(bundle, chunkOf(bundle, FIRST).fileName);
          for (const module of modules) filesOf(bundle, chunkOf(bundle, module).fileName, files);
          const sum = [...files].reduce((sum, file) => sum + packed(file), 0);
          tell(name, sum, most);
        }
        const engine = Object.values(bundle).filter((one) =>
          one.type === "chunk"
            ? one.moduleIds.length > 0 && one.moduleIds.every((id) => ENGINE.test(id))
            : WORKER.test(one.fileName),
        );
        tell(
          "engine",
          engine.reduce((sum, { fileName }) => sum + packed(fileName), 0),
          ENGINE_MOST,
        );
        if (wide.length > 0) this.error(wide.join("; "));
      },
    },
  };
}
