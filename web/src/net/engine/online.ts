// Thinks in this page for the computer's seats of a table on the server, where its person plays
// against them alone. The server checks every word, and plays itself when this page is hidden, gone
// or slow: so the page says when it thinks and when it does not.

import type { Level, TableInfo, View, You } from "../../wire";
import type { Link } from "../link";
import type { think } from "./thinkers";

/** What is known of the table. */
export interface Known {
  n: number;
  you: You;
  table: TableInfo;
  view?: View;
}

export interface Thinking {
  link: Pick<Link, "listen" | "send">;
  /** The table as it was told so far. */
  known: () => Known | undefined;
  /** The game as one line; fails where the engine does not have it. */
  position: () => Promise<string>;
  think: typeof think;
  /** How long a move is held back so that one sees whose it is, ms. */
  pause: () => number;
  page?: Pick<Document, "hidden" | "addEventListener">;
}

type Own = "level-1" | "level-2" | "level-3" | "level-4" | "level-5";

/** Programs of others, and players without a level, think at the server. */
function thinksHere(level: Level): level is Own {
  return level.startsWith("level-");
}

/** Whether somebody plays here against computers alone. */
export function playsAlone({ table, you }: Known): boolean {
  const others = table.seats.filter((_, seat) => !you.seats.includes(seat));
  const computers = others.every(
    ({ sitter }) => sitter.kind === "computer" && sitter.person === undefined,
  );
  return you.seats.length === 1 && others.length > 0 && computers;
}

/** Thinks until nobody wants it any more. */
export function thinkOnline(thinking: Thinking, unwanted: AbortSignal): void {
  const { link, known, position, think, pause, page = document } = thinking;
  let current: AbortController | undefined;
  /** What the server was told last over this line. */
  let told = false;

  function tell(on: boolean): void {
    if (on !== told && link.send({ t: "thinks", on })) told = on;
  }

  /** The seat for which it has to be thought now. */
  function wanted(): { seat: number; level: Own; n: number } | undefined {
    const now = known();
    const seat = now?.view?.now.to_act;
    if (!now || seat === undefined || now.table.status.kind !== "playing") return undefined;
    const sitter = now.table.seats[seat]?.sitter;
    if (sitter?.kind !== "computer" || !thinksHere(sitter.level)) return undefined;
    return { seat, level: sitter.level, n: now.n };
  }

  /** Looks at the table and at the page anew. */
  function look(): void {
    current?.abort();
    current = undefined;
    const now = known();
    if (page.hidden || !now || !playsAlone(now)) {
      tell(false);
      return;
    }
    const own = new AbortController();
    current = own;
    void decide(own.signal).catch(() => {
      // Without the game, or without a worker, the server need not wait.
      if (!own.signal.aborted) tell(false);
    });
  }

  async function decide(stop: AbortSignal): Promise<void> {
    const at = await position();
    if (stop.aborted) return;
    tell(true);
    const turn = wanted();
    if (!turn) return;
    const held = new Promise((done) => setTimeout(done, pause()));
    const words = await think({ position: at, level: turn.level }, stop);
    await held;
    if (!stop.aborted) link.send({ t: "thought", seat: turn.seat, after: turn.n, words });
  }

  const end = link.listen(({ t }) => {
    // A line that was opened anew has heard nothing yet.
    if (t === "snapshot" || t === "resumed") told = false;
    if (t === "snapshot" || t === "resumed" || t === "step") look();
  });
  page.addEventListener("visibilitychange", look, { signal: unwanted });
  unwanted.addEventListener("abort", () => {
    current?.abort();
    end();
  });
  look();
}
