// Who I am to the server. Nobody is asked for a name before playing: a guest gets a pleasant one.

import { api, Failure } from "./net/api";
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

/** Asks the server once who I am. A missing session is no failure. */
export function loadMe(): Promise<void> {
  asked ??= api.me().then(setMe, (failure: unknown) => {
    if (!(failure instanceof Failure)) throw failure;
    asked = undefined;
  });
  return asked;
}

/** Me, made a guest first if need be. */
export async function ensureMe(): Promise<Me> {
  await loadMe();
  if (!me) setMe(await api.guest(randomName()));
  if (!me) throw new Error("the server made a guest and did not say who");
  return me;
}
