// What the first page needs is asked for while the HTML is still being read: boot.js finds the
// addresses in the page. Without it a table would be three round trips deep: script, page, texts.

import type { Plugin, Rollup } from "vite";

/** The pages that are opened by a link, and the first part of their path. */
const PAGES: Readonly<Record<string, string>> = {
  "": "/pages/Home.svelte",
  t: "/pages/TablePage.svelte",
};

type Chunk = Rollup.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } };

/** A chunk, all that it imports, and their style sheets. */
function files(bundle: Rollup.OutputBundle, first: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[first];
  if (found.has(`/${first}`) || chunk?.type !== "chunk") return found;
  found.add(`/${first}`);
  for (const css of (chunk as Chunk).viteMetadata?.importedCss ?? []) found.add(`/${css}`);
  for (const next of chunk.imports) files(bundle, next, found);
  return found;
}

export function early(): Plugin {
  return {
    name: "trencavel-early",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return html;
        const all = Object.values(bundle);
        const known = (path: string): boolean => html.includes(`"${path}"`);
        const pages = Object.entries(PAGES).map(([path, page]): [string, string[]] => {
          const chunk = all.find(
            (one) => one.type === "chunk" && one.moduleIds.some((id) => id.endsWith(page)),
          );
          const wanted = chunk ? [...files(bundle, chunk.fileName)] : [];
          return [path, wanted.filter((file) => !known(file))];
        });
        const texts = all.flatMap(({ fileName }): [string, string][] => {
          const language = /\/([a-z]{2})-[^/]+\.json$/.exec(fileName)?.[1];
          return language === undefined ? [] : [[language, `/${fileName}`]];
        });
        const icons = all.find(({ fileName }) => /\/icons-[^/]+\.json$/.test(fileName));
        if (!icons) throw new Error("tools/early.ts: the build has no icons-*.json");
        const data = JSON.stringify({
          icons: `/${icons.fileName}`,
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
