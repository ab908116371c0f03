// What has no text is called by the name that the game declares for it, which is English.

/** `wood-pile` as "wood pile". */
export function inWords(name: string): string {
  return name.replaceAll("-", " ");
}

/** `wood-pile` as "Wood pile". */
export function titled(name: string): string {
  const words = inWords(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
