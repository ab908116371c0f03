// A notification when it is my turn and I am looking elsewhere. The browser's permission is asked
// for when somebody switches it on, never before.

import { set, settings } from "./settings.svelte";

/** Whether this browser can show notifications at all. */
export function canNotify(): boolean {
  return "Notification" in globalThis;
}

/** Switches notifications on or off; tells whether they are on now. */
export async function switchNotify(on: boolean): Promise<boolean> {
  const granted = on && canNotify() && (await Notification.requestPermission()) === "granted";
  set({ notify: granted });
  return granted;
}

/** Shows one, if wanted and the page is not in front. */
export async function tellAway(title: string, body: string, path: string): Promise<void> {
  if (!settings.notify || !document.hidden || !canNotify()) return;
  if (Notification.permission !== "granted") return;
  const options: NotificationOptions = { body, icon: "/icon-192.png", tag: path, data: { path } };
  const worker = await navigator.serviceWorker?.getRegistration();
  // Phones only show notifications of a service worker.
  if (worker) await worker.showNotification(title, options);
  else new Notification(title, options);
}
