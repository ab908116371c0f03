// Whether the server can be reached, as far as anybody has noticed: whoever waits for it to come
// back is told at once, whichever request or socket found out.

let lost = false;
const waiting = new Set<() => void>();

/** Whether this client came from a server that plays: one from a plain host of files is all alone. */
export const hasServer = !globalThis.document?.querySelector?.(
  'meta[name="trencavel-server"][content="none"]',
);

/** Whether nobody could be reached the last time that somebody tried. */
export function isLost(): boolean {
  return lost || !hasServer || globalThis.navigator?.onLine === false;
}

/** Whether the server sends its page. */
export function answers(): Promise<boolean> {
  return fetch("/").then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A request or a socket got no answer. */
export function outOfReach(): void {
  lost = true;
}

/** Something was answered. */
export function reached(): void {
  if (!lost) return;
  lost = false;
  for (const listener of [...waiting]) listener();
}

/** Calls `listener` whenever the server is back after a break; the answer ends it. */
export function onReturn(listener: () => void): () => void {
  waiting.add(listener);
  return () => waiting.delete(listener);
}

/** Calls `wake` when the browser is back, from sleep, from another page or on a network, and `lose`
 *  when its network goes; the answer ends it. */
export function onWake(wake: () => void, lose: () => void): () => void {
  const page = globalThis.document;
  const looked = (): void => {
    if (page.visibilityState !== "hidden") wake();
  };
  const heard = [
    [globalThis, "online", wake],
    [globalThis, "pageshow", wake],
    [globalThis, "offline", lose],
    [page, "visibilitychange", looked],
  ] as const;
  for (const [target, type, listener] of heard) target?.addEventListener?.(type, listener);
  return () => {
    for (const [target, type, listener] of heard) target?.removeEventListener?.(type, listener);
  };
}

/** How long a socket that nobody wants any more may take to open before it is cut, ms. */
const HANG_UP_WITHIN = 5_000;

/** Closes a socket on purpose. One that is still being opened is closed when it is open: browsers
 *  call anything sooner a fault, and say so on the console. */
export function hangUp(socket: WebSocket): void {
  if (socket.readyState !== 0) return socket.close();
  const cut = setTimeout(() => socket.close(), HANG_UP_WITHIN);
  socket.onopen = () => socket.close();
  socket.onmessage = null;
  socket.onclose = () => clearTimeout(cut);
}

globalThis.addEventListener?.("offline", outOfReach);
globalThis.addEventListener?.("online", () => {
  lost = true;
  reached();
});
