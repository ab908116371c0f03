// When the engine may come by itself: not for who saves data, nor before the page is at rest.

interface Data {
  connection?: { saveData?: boolean };
}

/** Resolves when the page has nothing to do; never where nobody wants it. */
export function whenIdle(wanted: boolean): Promise<void> {
  return new Promise((done) => {
    if (!wanted || !isFree()) return;
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done());
    else setTimeout(done, 1000);
  });
}

function isFree(): boolean {
  const { connection } = navigator as Navigator & Data;
  return typeof WebAssembly === "object" && connection?.saveData !== true;
}
