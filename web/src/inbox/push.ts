// Messages that this browser shows although no page is open: signing it up and off.

import { language } from "../i18n/index.svelte";
import { inbox } from "./api";

/** Whether this browser can show messages. */
export function canPush(): boolean {
  return (
    "PushManager" in globalThis && "serviceWorker" in navigator && "Notification" in globalThis
  );
}

/** Whether it could if the page were installed: on iPhones and iPads. */
export function pushNeedsInstall(): boolean {
  const apple = /iPad|iPhone|iPod/.test(navigator.userAgent);
  const installed = "standalone" in navigator && navigator.standalone === true;
  return apple && !installed && !("PushManager" in globalThis);
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer | null): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function current(): Promise<PushSubscription | undefined> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? undefined;
}

/** Whether this browser shows messages now. */
export async function isPushed(): Promise<boolean> {
  return canPush() && Notification.permission === "granted" && (await current()) !== undefined;
}

/** Tells the server where this browser is reached: after signing up, and again with every session. */
export async function tellServer(subscription: PushSubscription): Promise<void> {
  await inbox.subscribe({
    endpoint: subscription.endpoint,
    p256dh: text(subscription.getKey("p256dh")),
    auth: text(subscription.getKey("auth")),
    language: language(),
  });
}

/** For whom the server was told in this tab where its messages go. */
const PLACE = "trencavel.pushed";

/** A browser that was signed up says so again to a server that forgot it with its last session. */
export async function pushAgain(person: string): Promise<void> {
  if (!canPush() || Notification.permission !== "granted") return;
  if (sessionStorage.getItem(PLACE) === person) return;
  const subscription = await current();
  if (subscription) await tellServer(subscription);
  sessionStorage.setItem(PLACE, person);
}

/** The session is over, and the server has forgotten this browser with it: the next one, whosever
 *  it is, says it again. */
export function forgetPush(): void {
  sessionStorage.removeItem(PLACE);
}

/** Signs this browser up; the browser asks its user. Tells whether it was allowed. */
export async function pushOn(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const worker = await navigator.serviceWorker.ready;
  const applicationServerKey = bytes(key);
  let subscription: PushSubscription;
  try {
    subscription = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    });
  } catch {
    // Signed up with the key of a server that was here before.
    await (await current())?.unsubscribe();
    subscription = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    });
  }
  await tellServer(subscription);
  return true;
}

/** Signs it off. */
export async function pushOff(): Promise<void> {
  const subscription = await current();
  if (!subscription) return;
  await inbox.unsubscribe(subscription.endpoint);
  await subscription.unsubscribe();
}
