import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const components = readdirSync(join(import.meta.dirname, "src"), { recursive: true })
  .map((file) => `/src/${String(file).replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".svelte"))
  .sort();

/**
 * The class that ties a component's styles to it: the place of the component among all others, so
 * it is short and no two have the same. Our own classes never begin with a capital.
 *
 * @type {import("svelte/compiler").CssHashGetter}
 */
function cssHash({ filename, hash }) {
  const place = components.findIndex((file) => `/${filename.replaceAll("\\", "/")}`.endsWith(file));
  // A file made while the development server runs.
  if (place < 0) return `S-${hash(filename)}`;
  return String.fromCharCode(65 + (place % 26)) + (place < 26 ? "" : Math.floor(place / 26));
}

export default {
  preprocess: vitePreprocess({ script: false }),
  compilerOptions: { cssHash, runes: true, discloseVersion: false },
};
