// The title of the document: what the page is, then our name.

/** Keeps the document's title true while the calling component lives. */
export function title(text: () => string): void {
  $effect(() => {
    const words = text();
    document.title = words === "" ? "Trencavel" : `${words} · Trencavel`;
  });
}
