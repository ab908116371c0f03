// Who I am to the server. Nobody is asked for a name before playing: a guest gets a pleasant one.

import { api, Failure } from "./net/api";
import { hasServer, onReturn } from "./net/reach";
import { randomName } from "./names";
import type { Me } from "./wire";

let me = $state.raw<Me | undefined>();
let asked: Promise<void> | undefined;

/** Me, as far as is known. */
export function whoAmI(): Me | undefined {
  return me;
}

/** Puts what the server said about me in its place. */
export function setMe(now: Me | undefined): void {
  me = now;
}

/** Shows what everybody is told: loaded only where there is something. */
export function showAnnounced(): void {
  void import("./ui/announce").then(({ show }) => show());
}

/** Asks the server once who I am; again if it could not say. */
function askMe(): Promise<void> {
  if (!hasServer) return Promise.resolve();
  asked ??= api.me(showAnnounced).then(setMe, (failure: unknown) => {
    asked = undefined;
    throw failure;
  });
  return asked;
}

/** Learns who I am, if the server can be asked; else when it is back. Nobody is no failure. */
export async function loadMe(): Promise<void> {
  try {
    await askMe();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const stop = onReturn(() => {
      stop();
      void loadMe();
    });
  }
}

/** Me, made a guest first if need be. Only who is known to be nobody becomes a guest: asked for
 *  twice, the guest that exists would get another name. */
export async function ensureMe(): Promise<Me> {
  await askMe();
  if (!me) setMe(await api.guest(randomName()));
  if (!me) throw new Error("the server made a guest and did not say who");
  return me;
}
