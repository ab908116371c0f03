// What is announced now, and what of it was closed on this device.

import { language } from "../i18n/index.svelte";
import type { Announcement } from "../wire";

const CLOSED = "announced";

export const announced = $state<{ list: Announcement[] }>({ list: [] });

/** Whether somebody closed it here: it is, or comes before, the newest that was closed. */
export function isClosed({ id }: Announcement): boolean {
  return id <= Number(localStorage.getItem(CLOSED) ?? 0);
}

/** Closes one, and those before it. */
export function close(one: Announcement): void {
  localStorage.setItem(CLOSED, String(one.id));
  announced.list = announced.list.filter((other) => !isClosed(other));
}

/** Its words in the language of the page. */
export function words({ en, fr }: Announcement): string {
  return language() === "fr" ? fr : en;
}
