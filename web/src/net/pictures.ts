// Pictures from the server or from the engine of this page, and what belongs to them. One that does
// not arrive is drawn here if nobody can be reached, and else asked for again: after a while, and at
// once when the server is back. So no board keeps a hole, and no `<img>` in the page stays broken.

import { backoff } from "./backoff";
import { isLost, onReturn } from "./reach";
import { bringStandIn, standIn } from "./standin";

export interface Pictures {
  /** A drawing, ready to be painted; asked for until it comes or nobody wants it any more. */
  drawing(src: string, unwanted: AbortSignal): Promise<HTMLImageElement>;
  /** The text of a drawing, asked for in the same way. */
  text(src: string, unwanted: AbortSignal): Promise<string>;
  /** A picture to hand on; a failure is the caller's. */
  blob(src: string): Promise<Blob>;
  /** Has pictures here before they are shown; those of the last call are held, and no older ones. */
  ready(srcs: readonly string[]): void;
}

/** The text of a drawing by the engine of this page. */
async function drawnHere(src: string): Promise<string> {
  return (await bringStandIn()).drawn(src);
}

/** After so many tries only the server's return is waited for: it may not have the picture. */
const TRIES = 8;

async function load(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  await new Promise((done, failed) => {
    image.onload = done;
    image.onerror = failed;
    image.src = src;
  });
  return image;
}

async function answer(src: string): Promise<Response> {
  const response = await fetch(src);
  if (!response.ok) throw new Error(`${src}: ${response.status}`);
  return response;
}

/** A while, or until the server is back. */
export function pause(tries: number): Promise<void> {
  return new Promise((done) => {
    const go = (): void => {
      clearTimeout(timer);
      stop();
      done();
    };
    const stop = onReturn(go);
    const timer = tries < TRIES ? setTimeout(go, backoff(tries, Math.random())) : undefined;
  });
}

async function insist<T>(ask: () => Promise<T>, unwanted: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    unwanted.throwIfAborted();
    try {
      return await ask();
    } catch {
      await pause(tries);
    }
  }
}

async function loadText(text: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    return await load(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

class OurPictures implements Pictures {
  /** What was fetched ahead: an image that nobody holds may be forgotten before it is shown. */
  #held = new Map<string, HTMLImageElement>();

  drawing(src: string, unwanted: AbortSignal): Promise<HTMLImageElement> {
    return insist(async () => {
      if (standIn()?.paints) return loadText(await drawnHere(src));
      return load(src).catch(async (error: unknown) => {
        if (!isLost()) throw error;
        return loadText(await drawnHere(src));
      });
    }, unwanted);
  }

  text(src: string, unwanted: AbortSignal): Promise<string> {
    return insist(async () => {
      if (standIn()?.paints) return drawnHere(src);
      try {
        return await (await answer(src)).text();
      } catch (error) {
        if (!isLost()) throw error;
        return drawnHere(src);
      }
    }, unwanted);
  }

  async blob(src: string): Promise<Blob> {
    return (await answer(src)).blob();
  }

  ready(srcs: readonly string[]): void {
    // What is drawn here is here at once.
    if (standIn()?.paints) return;
    const held = this.#held;
    this.#held = new Map(
      srcs.map((src) => {
        const image = held.get(src) ?? new Image();
        if (!held.has(src)) image.src = src;
        return [src, image];
      }),
    );
  }
}

export const pictures: Pictures = new OurPictures();

/** Asks again for every `<img>` of a page that could not be had. Errors of pictures do not bubble,
 *  but they can be caught on their way down. */
export function mendImages(page: Document): void {
  const tries = new WeakMap<HTMLImageElement, { src: string; n: number }>();
  page.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || target.src === "") return;
      const { src } = target;
      const before = tries.get(target);
      const n = before?.src === src ? before.n + 1 : 0;
      tries.set(target, { src, n });
      const { pathname, search } = new URL(src);
      if (isLost() && pathname.startsWith("/art/"))
        void drawIn(target, `${pathname}${search}`, src);
      void pause(n).then(() => {
        // Setting it, also to what it is, fetches it anew.
        if (target.isConnected && target.src === src) target.src = src;
      });
    },
    true,
  );
}

/** Puts a picture that is drawn here into an <img> that found none. */
async function drawIn(target: HTMLImageElement, path: string, src: string): Promise<void> {
  try {
    const text = await drawnHere(path);
    if (target.src !== src) return;
    target.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  } catch {
    // Without an engine it is waited for.
  }
}
