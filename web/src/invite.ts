// Reads what somebody pasted to join a table: the whole link, its path, or the bare id.

export type Invite = { path: string } | { wrong: "empty" | "elsewhere" | "unreadable" };

const ID = /^[\w-]{4,40}$/;

/** The path of the table within this site. */
export function readInvite(text: string, origin: string): Invite {
  // Messengers like to wrap links and to add a full stop.
  const bare = text.trim().replace(/^[<("«\s]+|[>)"».,\s]+$/g, "");
  if (bare === "") return { wrong: "empty" };
  if (ID.test(bare)) return { path: `/t/${bare}` };
  let url: URL;
  try {
    const host = new URL(origin).host;
    url = new URL(bare.startsWith(host) ? `${new URL(origin).protocol}//${bare}` : bare, origin);
  } catch {
    return { wrong: "unreadable" };
  }
  const id = /^\/t\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  if (id === undefined || !ID.test(id)) return { wrong: "unreadable" };
  if (url.origin !== origin) return { wrong: "elsewhere" };
  const key = url.searchParams.get("k");
  return { path: key === null ? `/t/${id}` : `/t/${id}?k=${encodeURIComponent(key)}` };
}
