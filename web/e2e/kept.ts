// A page that has kept itself: what it needs without a network is there.

import { expect, type Page } from "@playwright/test";

/** What a browser says of what cannot be fetched. */
export const UNREACHED = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to load resource/;

/** Waits until the service worker has all that is needed without a network. */
export async function whole(page: Page): Promise<void> {
  const kept = (): Promise<number> =>
    page.evaluate(async () => {
      const shell = (await caches.keys()).find((name) => name.startsWith("shell-")) ?? "";
      const files = await (await caches.open(shell)).keys();
      return files.filter(({ url }) => /\.wasm$|\/content\.json$/.test(url)).length;
    });
  await expect.poll(kept).toBe(2);
}
