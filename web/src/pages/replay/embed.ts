// The lines that put a board of ours into another page.

export interface Framing {
  origin: string;
  id: string;
  /** The move to begin with; the end if nothing is said. */
  move?: number | undefined;
  night?: boolean;
  language: string;
  /** What the frame is called, for those who cannot see it. */
  title: string;
}

/** A text inside an attribute of HTML. */
function attribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
}

/** The address of the frame. */
export function frameAddress({ origin, id, move, night, language }: Framing): string {
  const query = new URLSearchParams();
  if (move !== undefined) query.set("move", String(move));
  if (night === true) query.set("night", "1");
  query.set("lang", language);
  return `${origin}/embed/${encodeURIComponent(id)}?${query}`;
}

/** The whole snippet. */
export function frameCode(framing: Framing): string {
  const src = attribute(frameAddress(framing));
  const title = attribute(framing.title);
  return `<iframe src="${src}" title="${title}" width="640" height="480" style="border: 0; max-width: 100%" loading="lazy" allowfullscreen></iframe>`;
}
