// Saying something at a table. Whoever watches without a name becomes a guest first; what the table
// does not take comes back to whoever wrote it, with the reason.

import { explain } from "../errors";
import { ensureMe } from "../session.svelte";
import { attempt, notify } from "../ui/notices.svelte";
import type { ServerMsg, You } from "../wire";

/** What is needed of a socket. */
export interface Speaker {
  chat(text: string, phrase?: string): string;
  again(): void;
  listen(listener: (message: ServerMsg) => void): () => void;
}

/** Says something. If it is not taken the reason is shown, and `back` gets the text. */
export async function say(
  socket: Speaker,
  you: You,
  text: string,
  back: (text: string) => void,
  phrase?: string,
): Promise<void> {
  const known =
    you.person !== "" ||
    (await attempt(async () => {
      await ensureMe();
      // The socket learns who I am, and keeps what is said until then.
      socket.again();
    }));
  if (!known) {
    back(text);
    return;
  }
  const id = socket.chat(text, phrase);
  const stop = socket.listen((message) => {
    if (message.t !== "done" && message.t !== "refused") return;
    if (message.id !== id) return;
    stop();
    if (message.t === "done") return;
    notify(explain(message.problem), "bad");
    back(text);
  });
}
