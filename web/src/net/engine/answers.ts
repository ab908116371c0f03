// What the server answers over HTTP without asking anybody, answered by the engine of this page: the
// same bodies under the same paths, so that whoever asks need not know.

import type { Drawing, Evaluate, Evaluation } from "../../wire";
import { Failure, OFFLINE } from "../api";
import { whenIdle } from "../idle";
import type { Call } from "./calls";
import { wantEngine } from "./engine";
import { shapes, SHAPES } from "./shapes";
import { judge } from "./thinkers";

/** Paths that are one call each. */
const CALLED: Readonly<Record<string, Call>> = {
  "GET /api/menu": "menu",
  "POST /api/moment": "moment",
  "POST /api/replay": "replay",
  "POST /api/survey": "survey",
  "POST /api/why": "why",
};

/** What is asked about games and pictures: here first, once the engine plays as the server does. */
export const GAMES = /^\/(api\/(moment|replay|survey|why|evaluate)$|art\/)/;

/** Tables of this device are answered for by whoever keeps them. */
const OWN = /^\/api\/tables\/(local-[\w-]+)\/?(.*)$/;

function told(body: unknown): Response {
  return Response.json(body);
}

function refused(error: unknown): Response {
  if (!(error instanceof Failure)) throw error;
  return Response.json(error.problem, { status: error.problem.status || 503 });
}

/** The answer; nothing where the engine has none. */
export async function answer(
  method: string,
  path: string,
  body: unknown,
  unwanted: AbortSignal | undefined,
): Promise<Response | undefined> {
  try {
    const [, own, what = ""] = OWN.exec(path) ?? [];
    if (own !== undefined) {
      const { answerFor } = await import("../../local/answers");
      return await answerFor(own, method, what, body);
    }
    if (path.startsWith("/art/")) return await art(path);
    const call = CALLED[`${method} ${path}`];
    if (call === "menu") void playSoon();
    if (call) return told(await (await wantEngine()).ask(call, body ?? {}));
    if (path === "/api/evaluate") return told(await evaluation(body as Evaluate, unwanted));
    if (method === "GET" && /^\/api\/(lessons|rules)/.test(path)) return await content(path);
    return undefined;
  } catch (error) {
    return refused(error);
  }
}

/** Whoever asks the engine what can be played is about to play here: what that takes is got ready while
 *  nobody waits. */
async function playSoon(): Promise<void> {
  await whenIdle(true);
  await import("../../local/begin").then(({ ready }) => ready()).catch(() => undefined);
}

async function evaluation(asked: Evaluate, unwanted: AbortSignal | undefined): Promise<Evaluation> {
  return judge(asked, unwanted);
}

async function art(path: string): Promise<Response> {
  if (path.startsWith(SHAPES)) return told(await shapes(path));
  const { kind, text } = await (await wantEngine()).ask<Drawing>("art", { path });
  return new Response(text, { headers: { "content-type": kind } });
}

let texts: Promise<Record<string, unknown>> | undefined;

/** Lessons and rules are one file beside the client; the service worker keeps it. */
async function content(path: string): Promise<Response | undefined> {
  texts ??= fetch("/content.json").then(async (response) => {
    if (!response.ok) throw new Failure(OFFLINE);
    return (await response.json()) as Record<string, unknown>;
  });
  try {
    const found = (await texts)[path];
    return found === undefined ? undefined : told(found);
  } catch {
    texts = undefined;
    return undefined;
  }
}
