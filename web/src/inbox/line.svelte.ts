// A person's own line while a page of its is looked at: the bell is heard at once, and what is sought
// by days is known.

import { api } from "../net/api";
import { MeSocket, type MeOptions } from "../net/me";
import { showAnnounced } from "../session.svelte";
import { attempt } from "../ui/notices.svelte";
import type { LastingSeek, MeTold, NoticeKind } from "../wire";

/** How long a page may be out of sight until its line is given up, ms. */
const UNSEEN = 60_000;

export type Line = Pick<MeSocket, "close">;

let sought = $state.raw<LastingSeek>();
let line: Line | undefined;

/** What I seek by days, with or without a page. */
export function lastingSeek(): LastingSeek | undefined {
  return sought;
}

/** What I seek by days is known: another part of the page has said it. */
export function noteLasting(seek: LastingSeek | undefined): void {
  sought = seek;
}

/** Ends what I seek by days; says why if that does not work. */
export async function endLasting(): Promise<void> {
  if (await attempt(() => api.unseek())) sought = undefined;
}

function told(message: MeTold, rang: (kind: NoticeKind) => void): void {
  switch (message.t) {
    case "hello":
      sought = message.seek;
      break;
    case "notice":
      if (message.kind === "paired") sought = undefined;
      rang(message.kind);
      break;
    case "turn":
      // The bell rings later, if the game is still not looked at then.
      rang("turn");
      break;
    case "announced":
      showAnnounced();
      break;
    default:
      break;
  }
}

/** Hears the bell as long as somebody looks; ends with the returned function. */
export function hearBell(
  rang: (kind: NoticeKind) => void,
  make: (options: MeOptions) => Line = (options) => new MeSocket(options),
): () => void {
  let unseen: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    line?.close();
    line = undefined;
  };
  const look = (): void => {
    clearTimeout(unseen);
    if (document.hidden) {
      unseen = setTimeout(close, UNSEEN);
    } else {
      line ??= make({
        told: (message) => told(message, rang),
        line: () => undefined,
        ended: close,
      });
    }
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    clearTimeout(unseen);
    close();
    sought = undefined;
  };
}
