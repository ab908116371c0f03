// The texts of a language become one JSON file beside the scripts: `virtual:messages/en` is its
// address. A script would have to be parsed and run; JSON is only read.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { areasJoined } from "../src/i18n/join";

const ROOT = join(import.meta.dirname, "../messages");
/** What strangers may say to each other: the server knows it, too. */
const PHRASES = join(import.meta.dirname, "../../content/phrases");
const NAME = /^virtual:messages\/([a-z]+)$/;
const DEV = /^\/@messages\/([a-z]+)\.json$/;

/** All texts of a language, `home.play` and so on, as JSON. */
export function allTexts(language: string): string {
  const folder = join(ROOT, language);
  const read = (path: string): Record<string, string> =>
    JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  const files = readdirSync(folder).map((file): [string, Record<string, string>] => [
    file,
    read(join(folder, file)),
  ]);
  files.push(["phrases.json", read(join(PHRASES, `${language}.json`))]);
  return JSON.stringify(areasJoined(files));
}

/** The addresses of the language files, and the files themselves. */
export function messages(): Plugin {
  let building = false;
  return {
    name: "trencavel-messages",
    configResolved(config) {
      building = config.command === "build";
    },
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    load(id) {
      const language = NAME.exec(id.slice(1))?.[1];
      if (id[0] !== "\0" || language === undefined) return;
      if (!building) return `export default "/@messages/${language}.json"`;
      const source = allTexts(language);
      const file = this.emitFile({ type: "asset", name: `${language}.json`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = DEV.exec(request.url ?? "")?.[1];
        if (language === undefined) return next();
        response.setHeader("content-type", "application/json");
        response.end(allTexts(language));
      });
      server.watcher.add(ROOT);
      server.watcher.on("change", (path) => {
        if (path.startsWith(ROOT)) server.ws.send({ type: "full-reload" });
      });
    },
  };
}
