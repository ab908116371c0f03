// Copying and sharing a link or a picture.

import { t } from "../i18n/index.svelte";
import { notify } from "./notices.svelte";

/** Whether this browser can hand a link to other programs. */
export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Puts a text on the clipboard and says so. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(t("common.copied"));
  } catch {
    notify(t("common.copy.failed"), "bad");
  }
}

/** Hands a link to another program; closing that without choosing is no failure. */
export async function share(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => undefined);
}

/** Hands a file to the browser's downloads. */
export function download(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Puts a picture on the clipboard and says so. */
export async function copyPicture(picture: Blob): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    notify(t("common.copied"));
  } catch {
    notify(t("common.copy.picture.failed"), "bad");
  }
}

/** Hands a picture with its link to another program; where that takes no pictures, the link alone. */
export async function sharePicture(
  title: string,
  url: string,
  name: string,
  picture: Blob,
): Promise<void> {
  const files = [new File([picture], name, { type: picture.type })];
  const data = navigator.canShare?.({ files }) ? { title, text: url, files } : { title, url };
  await navigator.share(data).catch(() => undefined);
}
