// Packs each text of the built client, and the engine, with Brotli: the server hands that out to every browser that
// takes it, and packs nothing itself. Its binary has them in no other form: for the few others it unpacks them.

import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";
import { ENGINE_MOST } from "./engine";

const TEXTS = /\.(js|css|svg|json|webmanifest|txt|wasm)$/;

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

/** The plugin; it works when everything is written. */
export function packed(): Plugin {
  let folder = "dist";
  return {
    name: "packed",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler() {
        for (const path of files(folder).filter((path) => TEXTS.test(path))) {
          const text = readFileSync(path);
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
            // Code refers to what stands a few bytes before: those distances have codes of their own.
            [constants.BROTLI_PARAM_NDIRECT]: path.endsWith(".wasm") ? 12 : 0,
          };
          const small = brotliCompressSync(text, { params });
          writeFileSync(`${path}.br`, small);
          rmSync(path);
          if (!path.endsWith(".wasm")) continue;
          const said = `engine: ${small.length} bytes packed, at most ${ENGINE_MOST}`;
          if (small.length > ENGINE_MOST) this.error(said);
          else this.info(said);
        }
      },
    },
  };
}
