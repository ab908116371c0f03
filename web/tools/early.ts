// What the first page needs is asked for while the HTML is still being read: boot.js finds the
// addresses in the page. Without it a table would be three round trips deep: script, page, texts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync, type Plugin } from "vite";
import { chunkOf, filesOf } from "./chunks";

/** The pages that people open first, by the first part of their path, and what frames them. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "": ["/pages/Home.svelte", "/ui/Chrome.svelte"],
  t: ["/pages/TablePage.svelte"],
  replay: ["/pages/Replay.svelte"],
  embed: ["/pages/Embed.svelte"],
  rules: ["/pages/Rules.svelte", "/ui/Chrome.svelte"],
};

export function early(): Plugin {
  return {
    name: "trencavel-early",
    // Public files are copied as they are; this one is waited for.
    generateBundle() {
      const boot = readFileSync(join(import.meta.dirname, "../public/boot.js"), "utf8");
      const { code, errors } = minifySync("boot.js", boot);
      if (errors[0]) this.error(errors[0].message);
      this.emitFile({ type: "asset", fileName: "boot.js", source: code });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return html;
        const all = Object.values(bundle);
        const known = (path: string): boolean => html.includes(`"${path}"`);
        const dataFile = (name: string): string => {
          const found = all.find((one) => one.fileName.startsWith(`assets/${name}-`));
          if (!found?.fileName.endsWith(".json")) this.error(`the build has no ${name}-*.json`);
          return `/${found.fileName}`;
        };
        const pages = Object.entries(PAGES).map(([path, modules]): [string, string[]] => {
          const files = new Set<string>();
          for (const module of modules) filesOf(bundle, chunkOf(bundle, module).fileName, files);
          const wanted = [...files].map((file) => `/${file}`);
          return [path, wanted.filter((file) => !known(file))];
        });
        const texts = all.flatMap(({ fileName }): [string, string][] => {
          const language = /\/([a-z]{2})-[^/]+\.json$/.exec(fileName)?.[1];
          return language === undefined ? [] : [[language, `/${fileName}`]];
        });
        const data = JSON.stringify({
          icons: dataFile("icons"),
          texts: Object.fromEntries(texts),
          pages: Object.fromEntries(pages),
        });
        return html.replace(
          '<script src="/boot.js"></script>',
          `<script id="early" type="application/json">${data}</script>\n    $&`,
        );
      },
    },
  };
}
