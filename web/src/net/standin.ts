// Who answers in the server's place: the engine of this page. What it takes is loaded when somebody
// wants it, or when no server can be reached; until then this is all that a page has of it.

export interface StandIn {
  /** Whether it is asked before the server is. */
  first: (path: string) => boolean;
  /** The answer that a server would give; nothing where the engine has none. */
  answer: (
    method: string,
    path: string,
    body: unknown,
    unwanted: AbortSignal | undefined,
  ) => Promise<Response | undefined>;
  /** The text of a drawing. */
  drawn: (src: string) => Promise<string>;
  /** Whether pictures are drawn here though a server might have them. */
  paints: boolean;
}

let one: StandIn | undefined;

/** It, once it is here. */
export function standIn(): StandIn | undefined {
  return one;
}

/** Brings it. */
export async function bringStandIn(): Promise<StandIn> {
  one ??= (await import("./engine/here")).here;
  return one;
}
