// The service worker: the page opens without a network, pictures are fetched once, and a page that
// is open keeps its own version until somebody takes the next one. It never touches /api: a game is
// what the server says it is. The engine, the lessons and the rules are kept when a page has time
// for them: from then on everything that needs nobody else works without a network.

/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/** The files of this version (tools/shell.ts). */
declare const __SHELL__: { version: string; files: string[]; engine: string[] };

const { version, files, engine } = __SHELL__;
const PREFIX = "shell-";
const SHELL = `${PREFIX}${version}`;
const ART = "art-1";
/** What a page needs besides its hashed files. */
const BARE = ["/boot.js", "/icon.svg", "/manifest.en.webmanifest"];
/** Lessons and rules, all of them in both languages. */
const CONTENT = "/content.json";
/** How many pictures are kept, and how many go at once when there are more. A long game with
 *  everything has some 170 tiles in a few sizes. */
const MOST = 3000;
const DROP = 500;
/** How long a page may be waited for before the kept one is shown, ms. */
const PATIENCE = 8000;

/** Keeps this version whole. What an older one has under the same name need not be fetched. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(SHELL);
  const keep = async (path: string): Promise<void> => {
    const known = await caches.match(path);
    if (known) await cache.put(path, known);
    else await cache.add(path);
  };
  const anew = (path: string): Promise<void> => cache.add(new Request(path, { cache: "no-cache" }));
  await Promise.all([anew("/"), ...files.map(keep)]);
  // Pleasant to have, but no reason to do without the rest.
  await Promise.all(BARE.map((path) => anew(path).catch(() => undefined)));
  if (await wasWhole()) await keepWhole().catch(() => undefined);
}

/** Keeps what is needed to play without a server. What is missing is fetched with the next visit. */
async function keepWhole(): Promise<void> {
  const cache = await caches.open(SHELL);
  const lacks = async (path: string): Promise<boolean> => !(await cache.match(path));
  for (const path of [...engine, CONTENT]) if (await lacks(path)) await cache.add(path);
}

/** Whether the version before this one was whole. */
async function wasWhole(): Promise<boolean> {
  return (await caches.match(CONTENT)) !== undefined;
}

/** The version before this one stays for the pages that still show it. */
async function dropOld(): Promise<void> {
  const names = await caches.keys();
  const shells = names.filter((name) => name.startsWith(PREFIX) && name !== SHELL);
  const kept = [SHELL, ART, shells.at(-1)];
  await Promise.all(
    names.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)),
  );
}

/** A script, a style, a text: by its name it never changes. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** A picture: from the cache, else fetched; kept behind the back of whoever waits for it. */
async function picture(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(ART);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) {
    const copy = response.clone();
    const keep = async (): Promise<void> => {
      await cache.put(event.request, copy);
      // Now and then, and not while a board is waiting for its tiles.
      if (Math.random() < 0.01) await shrink(cache);
    };
    event.waitUntil(keep().catch(() => undefined));
  }
  return response;
}

async function shrink(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  if (keys.length <= MOST) return;
  await Promise.all(keys.slice(0, DROP).map((key) => cache.delete(key)));
}

/** The page that the server has; if it cannot be had, the one of this version. It finds its way by
 *  the address, so it does for every path; what the server sends for one path is never kept. */
async function page(request: Request): Promise<Response> {
  const ours = async (): Promise<Response | undefined> => (await caches.open(SHELL)).match("/");
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    // A server that is being replaced, or something in between that speaks for it.
    return response.status >= 500 ? ((await ours()) ?? response) : response;
  } catch (error) {
    const kept = await ours();
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell());
});
self.addEventListener("activate", (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});
self.addEventListener("message", (event) => {
  // Somebody takes this version (src/net/version.ts).
  if (event.data === "take") void self.skipWaiting();
  if (event.data === "whole") event.waitUntil(keepWhole().catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  // What others may frame comes with headers of its own: it must never be shown as the page.
  if (url.pathname.startsWith("/api/") || url.pathname.startsWith("/embed/")) return;
  if (url.pathname.startsWith("/art/")) event.respondWith(picture(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
  else if (BARE.includes(url.pathname) || url.pathname === CONTENT) {
    event.respondWith(fetch(request).catch(() => asset(request)));
  }
});

/** What the server tells although no page may be open, encrypted for this browser alone. */
interface Told {
  title: string;
  body: string;
  path: string;
  tag: string;
}

self.addEventListener("push", (event) => {
  const show = async (): Promise<void> => {
    const told = event.data?.json() as Told | undefined;
    if (!told) return;
    // Whoever looks at that very page sees it there; browsers ask for a message all the same, so
    // it makes no sound.
    const pages = await self.clients.matchAll({ type: "window" });
    const looks = pages.some(
      (client) => client.focused && new URL(client.url).pathname === told.path,
    );
    const { title, body, path, tag } = told;
    const options = { body, tag, icon: "/icon-192.png", badge: "/icon-192.png", data: { path } };
    // One that takes the place of another is heard again; not every list of options knows it.
    const heard = { silent: looks, renotify: !looks && tag !== "" };
    await self.registration.showNotification(title, { ...options, ...heard });
  };
  event.waitUntil(show());
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
