// What is seen of a page from outside: the title of the document (what the page is, then our name)
// and the number on the icon of an installed page.

let mark = $state("");

/** What stands before every title: how many games wait. */
export function markTitle(text: string): void {
  mark = text;
}

/** Keeps the document's title true while the calling component lives. */
export function title(text: () => string): void {
  $effect(() => {
    const words = text();
    document.title = mark + (words === "" ? "Trencavel" : `${words} · Trencavel`);
  });
}

let waiting = 0;
let here = false;

/** The number on the icon: how many games wait for me, or the one table that is shown and does. Not
 *  every browser has one. */
export function badge(now: { waiting?: number; here?: boolean }): void {
  waiting = now.waiting ?? waiting;
  here = now.here ?? here;
  // None at all takes the number away.
  void navigator.setAppBadge?.(Math.max(waiting, Number(here))).catch(() => undefined);
}
