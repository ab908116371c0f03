// Which version of this client the server has. A page that is open while another one is put on the
// server goes on with its own; somebody who looks is told, and takes it when they like.

import { settings } from "../settings.svelte";
import { whenIdle } from "./idle";
import { onReturn } from "./reach";

/** How often a page that is looked at again asks, ms. */
const EVERY = 30 * 60_000;

/** The scripts that a page begins with. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script[^>]*\ssrc="(\/assets\/[^"]+)"/g)].map(([, src = ""]) => src);
}

/** Whether the server has other scripts than those that this page began with. */
export async function isOutdated(own: readonly string[]): Promise<boolean> {
  try {
    const response = await fetch("/?version", { cache: "no-store" });
    const theirs = response.ok ? scriptsOf(await response.text()) : [];
    return theirs.length > 0 && !theirs.some((src) => own.includes(src));
  } catch {
    // Out of reach: nothing is known.
    return false;
  }
}

function ownScripts(): string[] {
  const scripts = document.querySelectorAll<HTMLScriptElement>("script[src]");
  return [...scripts].map(({ src }) => new URL(src).pathname);
}

/** Takes the next version: its worker first, so that all of it is there, then the page anew. */
async function take(worker: ServiceWorkerContainer | undefined): Promise<void> {
  const waiting = (await worker?.getRegistration())?.waiting;
  if (worker && waiting) {
    const taken = new Promise((done) => worker.addEventListener("controllerchange", done));
    const late = new Promise((done) => setTimeout(done, 3000));
    waiting.postMessage("take");
    await Promise.race([taken, late]);
  }
  location.reload();
}

/** Keeps this version for the times without a network, and calls `found` once with the way to take
 *  the next one, when there is a next one. */
export function followVersion(found: (take: () => void) => void): void {
  const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
  let told = false;
  let asked = Date.now();

  async function look(): Promise<void> {
    if (told) return;
    if (await isOutdated(ownScripts())) {
      if (told) return;
      told = true;
      found(() => void take(worker));
    } else {
      // This page is of the newest version already: so may its worker be.
      (await worker?.getRegistration())?.waiting?.postMessage("take");
    }
  }

  async function keep(container: ServiceWorkerContainer): Promise<void> {
    const registration = await container.register("/sw.js");
    // What it takes to play without a network, when the page has time for it.
    void whenIdle(settings.engine).then(async () => {
      (await container.ready).active?.postMessage("whole");
    });
    const heard = (fresh: ServiceWorker | null): void => {
      fresh?.addEventListener("statechange", () => {
        if (fresh.state === "installed" && container.controller) void look();
      });
    };
    if (registration.waiting) void look();
    heard(registration.installing);
    registration.addEventListener("updatefound", () => heard(registration.installing));
    const ask = (): void => void registration.update().catch(() => undefined);
    // A server that comes back may have another version, and so may one that was left for long.
    onReturn(ask);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - asked < EVERY) return;
      asked = Date.now();
      ask();
    });
  }

  // A part of the page that the server does not have any more.
  addEventListener("vite:preloadError", () => void look());
  // Without a worker everything works, only not offline.
  if (worker) keep(worker).catch(() => undefined);
}
