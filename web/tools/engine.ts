// The engine as a file beside the scripts: `virtual:engine` is its address, or nothing where it was
// not built (`make wasm` puts it into src/net/engine/). A client without it asks the server.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const FILE = join(import.meta.dirname, "../src/net/engine/engine.wasm");
const NAME = "virtual:engine";
const DEV = "/@engine.wasm";
/** How large it may be, packed with Brotli: a build in which it is larger fails. */
export const ENGINE_MOST = 520_000;

export function engine(): Plugin {
  let building = false;
  let testing = false;
  return {
    name: "trencavel-engine",
    configResolved(config) {
      building = config.command === "build";
      testing = config.mode === "test";
    },
    resolveId: (id) => (id === NAME ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return;
      if (testing || !existsSync(FILE)) return 'export default ""';
      if (!building) return `export default "${DEV}"`;
      const file = this.emitFile({
        type: "asset",
        name: "engine.wasm",
        source: readFileSync(FILE),
      });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== DEV || !existsSync(FILE)) return next();
        response.setHeader("content-type", "application/wasm");
        response.end(readFileSync(FILE));
      });
    },
  };
}
