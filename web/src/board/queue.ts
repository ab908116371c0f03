// Work that may wait is done a little in each frame, so that a board of 150 tiles can change its
// pictures while it is moved.

const EACH_FRAME = 4;
const waiting = new Set<() => void>();
let running = false;

function tick(): void {
  let n = 0;
  for (const work of waiting) {
    waiting.delete(work);
    work();
    n += 1;
    if (n >= EACH_FRAME) break;
  }
  running = waiting.size > 0;
  if (running) requestAnimationFrame(tick);
}

/** Does this in one of the next frames; the answer takes it back. */
export function soon(work: () => void): () => void {
  waiting.add(work);
  if (!running) {
    running = true;
    requestAnimationFrame(tick);
  }
  return () => waiting.delete(work);
}
