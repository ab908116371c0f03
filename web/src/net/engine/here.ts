// The engine in the server's place: answers under the paths of the server, and pictures.

import type { StandIn } from "../standin";
import { bringStandIn } from "../standin";
import { drawHere } from "../shown";
import { answer, GAMES } from "./answers";
import { wantEngine } from "./engine";
import { drawn, painted } from "./painter";
import { SHAPES } from "./shapes";

let first = false;

export const here: StandIn = {
  // Where the engine draws, it knows where things stand, too.
  first: (path) => (first && GAMES.test(path)) || (here.paints && path.startsWith(SHAPES)),
  answer,
  drawn: async (src) => {
    if (!src.startsWith("/art/")) throw new Error(`${src} is no drawing`);
    return drawn(src);
  },
  paints: false,
};

/** The engine plays as the server does: from now on it is asked first. */
export function answerFirst(): void {
  first = true;
  void bringStandIn();
}

/** It does not, after all: the server is asked first again. */
export function answerLast(): void {
  first = false;
}

/** Draws all pictures here from now on. What is shown already stays as it is. */
export function paintHere(): void {
  here.paints = true;
  drawHere(painted);
  void bringStandIn();
}

/** A client from a plain host of files: there is no server to ask, ever. Without an engine the page
 *  shows what it can. */
export async function standAlone(): Promise<void> {
  try {
    await wantEngine();
  } catch {
    return;
  }
  answerFirst();
  paintHere();
}
