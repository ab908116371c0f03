// A hoster's own text: paragraphs, headings (#), lists (-) and addresses. Never HTML: whatever
// stands in it is shown as it is written.

export interface Piece {
  text: string;
  link?: string;
}

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "text"; pieces: Piece[] };

const ADDRESS = /https?:\/\/[^\s<>]*[^\s<>.,;:!?)]|[^\s<>@,;:]+@[^\s<>@,;:]+\.[a-z]{2,}/gi;

/** A line with its addresses as links. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    const [address] = found;
    const link = address.includes("://") ? address : `mailto:${address}`;
    pieces.push({ text: address, link });
    from = found.index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** A text in its parts. */
export function blocks(text: string): Block[] {
  const parts = text
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}|\n(?=#)|(?<=^#[^\n]*)\n/m)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.map((part): Block => {
    const heading = /^#+\s*(.*)$/.exec(part);
    if (heading) return { kind: "heading", text: heading[1] ?? "" };
    const lines = part.split("\n");
    if (lines.every((line) => /^[-*]\s/.test(line))) {
      return { kind: "list", items: lines.map((line) => line.slice(1).trim()) };
    }
    return { kind: "text", pieces: piecesOf(part) };
  });
}
