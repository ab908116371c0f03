// Pictures drawn by the engine of this page: addresses for <img>, drawings for the board. A picture
// is drawn once; the oldest are forgotten when there are very many.

import { SvelteMap } from "svelte/reactivity";
import type { Drawing } from "../../wire";
import { wantEngine } from "./engine";
import { DrawingQueue, type Lane } from "./queue";

/** Nothing, until the picture is there a few milliseconds later. */
const BLANK = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
const MOST = 1500;

/** Where the pictures are that were drawn, by the addresses that a server would have for them. */
const addresses = new SvelteMap<string, string>();
const asked = new Set<string>();

const queue = new DrawingQueue(async (path) => {
  const { text } = await (await wantEngine()).ask<Drawing>("art", { path });
  return text;
});

/** The text of a drawing. */
export function drawn(src: string, lane: Lane = "later"): Promise<string> {
  return queue.ask(src, lane);
}

function addressOf(text: string): string {
  return URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
}

/** The address of a picture that is drawn here; it changes once, from nothing to the picture. */
export function painted(src: string): string {
  if (!src.startsWith("/art/")) return src;
  if (!asked.has(src)) {
    asked.add(src);
    drawn(src, "soon").then(
      (text) => keep(src, addressOf(text)),
      // Whoever knows it better is asked.
      () => keep(src, src),
    );
  }
  return addresses.get(src) ?? BLANK;
}

function keep(src: string, address: string): void {
  addresses.set(src, address);
  if (addresses.size <= MOST) return;
  for (const [old, at] of [...addresses].slice(0, MOST / 5)) {
    if (at.startsWith("blob:")) URL.revokeObjectURL(at);
    addresses.delete(old);
    asked.delete(old);
  }
}
