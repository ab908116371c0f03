// Whether the server can be reached, as far as anybody has noticed: whoever waits for it to come
// back is told at once, whichever request or socket found out.

let lost = false;
const waiting = new Set<() => void>();

/** A request or a socket got no answer. */
export function outOfReach(): void {
  lost = true;
}

/** Something was answered. */
export function reached(): void {
  if (!lost) return;
  lost = false;
  for (const listener of [...waiting]) listener();
}

/** Calls `listener` whenever the server is back after a break; the answer ends it. */
export function onReturn(listener: () => void): () => void {
  waiting.add(listener);
  return () => waiting.delete(listener);
}

globalThis.addEventListener?.("offline", outOfReach);
globalThis.addEventListener?.("online", () => {
  lost = true;
  reached();
});
