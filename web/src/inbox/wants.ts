// On which channels somebody hears of what.

import type { Channel, NoticeKind, Want } from "../wire";

/** What the server tells by now; it knows kinds that nothing sends yet. */
const TOLD: readonly NoticeKind[] = ["turn", "deadline", "over", "challenge", "paired"];

/** Those of them that are worth asking about. */
export function told(wants: readonly Want[]): Want[] {
  return wants.filter(({ kind }) => TOLD.includes(kind));
}

/** One channel of one kind on or off. */
export function changed(
  wants: readonly Want[],
  kind: NoticeKind,
  channel: Channel,
  on: boolean,
): Want[] {
  return wants.map((want) => {
    if (want.kind !== kind) return want;
    const rest = want.channels.filter((one) => one !== channel);
    return { kind, channels: on ? [...rest, channel] : rest };
  });
}

/** Sends changes one after the other, the newest state of each kind: a tick that comes while another
 *  is being sent is neither lost nor overtaken. */
export class Sending {
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly wants: () => readonly Want[],
    private readonly send: (wants: Want[]) => Promise<unknown>,
  ) {}

  /** Sends a kind as it is when its turn comes. */
  kind(kind: NoticeKind): Promise<void> {
    const sent = this.#last.then(async () => {
      await this.send(this.wants().filter((want) => want.kind === kind));
    });
    this.#last = sent.catch(() => undefined);
    return sent;
  }
}
