// The title of the document: what the page is, then our name.

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
