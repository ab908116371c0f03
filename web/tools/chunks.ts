// What a page is made of: its script, all that it imports, and their style sheets.

import type { Rollup } from "vite";

type Chunk = Rollup.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } };

/** The script of a module that is loaded when it is asked for: a page, or the first script. */
export function chunkOf(bundle: Rollup.OutputBundle, module: string): Rollup.OutputChunk {
  const found = Object.values(bundle).find(
    (one) => one.type === "chunk" && one.facadeModuleId?.endsWith(module) === true,
  );
  if (found?.type !== "chunk") throw new Error(`the build has no script for ${module}`);
  return found;
}

/** A script, all that it imports, and their style sheets. */
export function filesOf(
  bundle: Rollup.OutputBundle,
  first: string,
  found = new Set<string>(),
): Set<string> {
  const chunk = bundle[first];
  if (found.has(first) || chunk?.type !== "chunk") return found;
  found.add(first);
  for (const css of (chunk as Chunk).viteMetadata?.importedCss ?? []) found.add(css);
  for (const next of chunk.imports) filesOf(bundle, next, found);
  return found;
}
