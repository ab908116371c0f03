// Source maps are made with every build and kept beside it, in maps/: they would make the server's
// binary larger by a tenth, and only developers read them. `MAPS=1 npm run build` leaves them with the
// scripts, for `trencavel serve --client web/dist`.

import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** Whether maps stay with the scripts. */
export const MAPS = process.env["MAPS"] !== undefined;

export function maps(): Plugin {
  let [from, to] = ["dist", "maps"];
  return {
    name: "trencavel-maps",
    apply: "build",
    configResolved(config) {
      from = resolve(config.root, config.build.outDir);
      to = resolve(config.root, "maps");
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      handler() {
        if (MAPS) return;
        rmSync(to, { recursive: true, force: true });
        for (const folder of ["", "assets"]) {
          mkdirSync(join(to, folder), { recursive: true });
          for (const name of readdirSync(join(from, folder))) {
            if (name.endsWith(".map")) renameSync(join(from, folder, name), join(to, folder, name));
          }
        }
      },
    },
  };
}
