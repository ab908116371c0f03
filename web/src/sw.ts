// The service worker: the page opens without a network, and pictures are fetched once. It never
// touches /api: a game is what the server says it is.

/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

const SHELL = "shell-1";
const ART = "art-1";
/** How many files are kept, and how many go at once when there are more. A long game with
 *  everything has some 170 tiles in a few sizes; a version of the client has some 40 files. */
const MOST = { [ART]: 3000, [SHELL]: 400 };
const DROP = { [ART]: 500, [SHELL]: 100 };

async function keepShell(): Promise<void> {
  const cache = await caches.open(SHELL);
  const page = await fetch("/", { cache: "no-cache" });
  if (!page.ok) return;
  const text = await page.clone().text();
  await cache.put("/", page);
  // The files that the page names, both languages among them; later ones are kept when they are
  // first used.
  const named = new Set([...text.matchAll(/"(\/[\w./-]+\.\w+)"/g)].map((found) => found[1] ?? "/"));
  await Promise.all([...named].map((path) => cache.add(path).catch(() => undefined)));
}

async function dropOld(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name !== SHELL && name !== ART);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** From the cache, else fetched; kept behind the back of whoever waits for it. */
async function once(event: FetchEvent, name: typeof ART | typeof SHELL): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) {
    const copy = response.clone();
    const keep = async (): Promise<void> => {
      await cache.put(event.request, copy);
      // Now and then, and not while a board is waiting for its tiles.
      if (Math.random() < 0.01) await shrink(name);
    };
    event.waitUntil(keep().catch(() => undefined));
  }
  return response;
}

async function shrink(name: typeof ART | typeof SHELL): Promise<void> {
  const cache = await caches.open(name);
  const keys = await cache.keys();
  if (keys.length <= MOST[name]) return;
  // The oldest first, but never the page itself.
  const old = keys.filter(({ url }) => /\/(art|assets)\//.test(url)).slice(0, DROP[name]);
  await Promise.all(old.map((key) => cache.delete(key)));
}

/** The newest page if there is a network, else the one that was kept. */
async function page(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(SHELL)).put("/", response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  // What others may frame comes with headers of its own: it must never be kept as the page.
  if (url.pathname.startsWith("/api/") || url.pathname.startsWith("/embed/")) return;
  if (url.pathname.startsWith("/art/")) event.respondWith(once(event, ART));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(once(event, SHELL));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = (event.notification.data as { path?: string } | undefined)?.path ?? "/";
  const open = async (): Promise<void> => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find((client) => new URL(client.url).pathname === path);
    if (there) await there.focus();
    else await self.clients.openWindow(path);
  };
  event.waitUntil(open());
});

export {};
