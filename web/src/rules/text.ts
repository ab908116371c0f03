// The few marks in a text of the rules: **bold** and *italic*.

/** A run of text that looks the same. */
export interface Run {
  text: string;
  look: "plain" | "bold" | "italic";
}

/** Takes a text apart by its marks. A mark without its partner is shown as it stands. */
export function runs(text: string): Run[] {
  const found: Run[] = [];
  const add = (part: string, look: Run["look"]): void => {
    if (part !== "") found.push({ text: part, look });
  };
  let at = 0;
  for (const match of text.matchAll(/\*\*([^*]+)\*\*|\*([^*]+)\*/g)) {
    add(text.slice(at, match.index), "plain");
    if (match[1] !== undefined) add(match[1], "bold");
    else add(match[2] ?? "", "italic");
    at = match.index + match[0].length;
  }
  add(text.slice(at), "plain");
  return found;
}

/** The text without its marks. */
export function unmarked(text: string): string {
  return runs(text)
    .map((run) => run.text)
    .join("");
}

/** What a picture shows. */
export type Target =
  | { kind: "tile"; id: string; r: number }
  | { kind: "figure"; piece: string; seat: number }
  | { kind: "token"; name: string };

/** Reads `tile:base/E/1`, `figure:follower/1`, `token:wine`. Seats count from 1 in texts. */
export function targetOf(text: string): Target | undefined {
  let found = /^tile:(.+)\/([0-3])$/.exec(text);
  if (found) return { kind: "tile", id: found[1] ?? "", r: Number(found[2]) };
  found = /^figure:([a-z]+)\/(\d+)$/.exec(text);
  if (found) return { kind: "figure", piece: found[1] ?? "", seat: Number(found[2]) - 1 };
  found = /^token:([a-z]+)$/.exec(text);
  return found ? { kind: "token", name: found[1] ?? "" } : undefined;
}
