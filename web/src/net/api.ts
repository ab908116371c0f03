// The HTTP interface, typed. Every failure is a `Failure` that carries a `Problem`, also when there
// is no connection at all.

import type {
  DrawSheet,
  FairList,
  Lesson,
  LessonRow,
  Made,
  Me,
  Menu,
  NewTable,
  Past,
  PoolList,
  Problem,
  RecordText,
  Replay,
  Rows,
  SeatPlan,
  Shares,
  Sit,
  Survey,
  TableConfig,
  Tried,
  Tries,
} from "../wire";
import { hasServer, outOfReach, reached } from "./reach";
import { bringStandIn, standIn, type StandIn } from "./standin";

/** A request that was refused or did not arrive. */
export class Failure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

export const OFFLINE: Problem = {
  type: "offline",
  title: "no connection",
  status: 0,
  detail: "The server could not be reached.",
};

async function problemOf(response: Response): Promise<Problem> {
  try {
    const body = (await response.json()) as Partial<Problem>;
    if (typeof body.type === "string" && typeof body.detail === "string") return body as Problem;
  } catch {
    // Not ours: a proxy's page, perhaps.
  }
  const title = response.statusText || `status ${response.status}`;
  return { type: "server", title, status: response.status, detail: title };
}

/** Problems come in the language of the page, not in the browser's. */
function speaking(): Record<string, string> {
  const lang = globalThis.document?.documentElement.lang;
  return lang ? { "accept-language": lang } : {};
}

/** The answer of the engine of this page; nothing if there is no engine, or it does not know. */
async function answerHere(
  ...[method, path, body, unwanted]: Parameters<StandIn["answer"]>
): Promise<Response | undefined> {
  try {
    return await (await bringStandIn()).answer(method, path, body, unwanted);
  } catch {
    unwanted?.throwIfAborted();
    return undefined;
  }
}

/** The answer of whoever can give one. */
async function respond(
  method: string,
  path: string,
  body: unknown,
  unwanted: AbortSignal | undefined,
): Promise<Response> {
  // Tables of this device are nobody else's.
  const own = path.includes("/local-") || !hasServer;
  if (own || standIn()?.first(path)) {
    const found = await answerHere(method, path, body, unwanted);
    if (found) return found;
    if (own) throw new Failure(OFFLINE);
  }
  const init: RequestInit = { method, headers: { accept: "application/json", ...speaking() } };
  init.signal = unwanted ?? null;
  if (body !== undefined) {
    init.headers = { ...init.headers, "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  try {
    const response = await fetch(path, init);
    reached();
    return response;
  } catch {
    unwanted?.throwIfAborted();
    outOfReach();
    const found = await answerHere(method, path, body, unwanted);
    if (found) return found;
    throw new Failure(OFFLINE);
  }
}

/** Asks for anything; a refusal is a `Failure`. */
export async function ask(
  method: string,
  path: string,
  body?: unknown,
  unwanted?: AbortSignal,
): Promise<Response> {
  const response = await respond(method, path, body, unwanted);
  if (!response.ok) throw new Failure(await problemOf(response));
  return response;
}

/** Asks for JSON, and may end the question. */
export async function json<T>(
  method: string,
  path: string,
  body?: unknown,
  unwanted?: AbortSignal,
): Promise<T> {
  return (await (await ask(method, path, body, unwanted)).json()) as T;
}

export const part = encodeURIComponent;

/** Whether something may have been done although no answer says so. */
function isUnanswered(problem: Problem): boolean {
  return problem.type === "offline" || problem.type === "unknown";
}

/** 16 bytes by chance, hexadecimal. */
export function chanceShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function seatPath(id: string, seat: number): string {
  return `/api/tables/${part(id)}/seats/${seat}`;
}

export const api = {
  /** Me; nobody if there is no session yet. Whoever is told hears when something is announced. */
  me: async (announced?: () => void) => {
    const response = await ask("GET", "/api/me");
    if (response.headers.has("x-announced")) announced?.();
    return response.status === 204 ? undefined : ((await response.json()) as Me);
  },
  guest: (name: string) => json<Me>("POST", "/api/guest", { name }),
  makeAccount: (name: string, password: string, invite?: string) =>
    json<Me>("POST", "/api/accounts", { name, password, ...(invite ? { invite } : {}) }),
  login: (name: string, password: string) => json<Me>("POST", "/api/login", { name, password }),

  menu: () => json<Menu>("GET", "/api/menu"),
  /** What can be sought. */
  pools: () => json<PoolList>("GET", "/api/pools"),
  /** Ends what I seek by days. */
  unseek: () => ask("DELETE", "/api/me/seek"),
  tables: (show: "open" | "running") => json<Rows>("GET", `/api/tables?show=${show}`),
  myTables: (status: "open" | "playing" | "over", before?: number) =>
    json<Rows>(
      "GET",
      `/api/me/tables?status=${status}${before === undefined ? "" : `&before=${before}`}`,
    ),

  make: async (config: TableConfig) => {
    // With an id of our own the request can be sent again when its answer is lost.
    const table: NewTable = { config, id: chanceShare() };
    const send = (): Promise<Made> => json<Made>("POST", "/api/tables", table);
    return send().catch((error: unknown) => {
      if (error instanceof Failure && isUnanswered(error.problem)) return send();
      throw error;
    });
  },
  table: (id: string, key?: string) =>
    json<Past>("GET", `/api/tables/${part(id)}${key === undefined ? "" : `?k=${part(key)}`}`),
  sit: (id: string, seat: number, key: string | undefined, share: Pick<Sit, "hash" | "value">) => {
    const sit: Sit = key === undefined ? share : { ...share, key };
    return ask("POST", seatPath(id, seat), sit);
  },
  /** Changes for whom a free seat is: the owner. */
  open: (id: string, seat: number, plan: SeatPlan) => ask("PUT", seatPath(id, seat), plan),
  stand: (id: string, seat: number) => ask("DELETE", seatPath(id, seat)),
  /** Starts the game; the values are those of my own seats, given openly and last. */
  start: (id: string, values: Record<number, string>) => {
    const shares: Shares = { values };
    return ask("POST", `/api/tables/${part(id)}/start`, shares);
  },
  /** Reveals the values whose hashes my seats have sent. */
  reveal: (id: string, values: Record<number, string>) => {
    const shares: Shares = { values };
    return ask("POST", `/api/tables/${part(id)}/reveal`, shares);
  },
  /** Every draw of a finished game, with what could have been drawn. */
  draws: (id: string) => json<DrawSheet>("GET", `/api/tables/${part(id)}/draws`),
  /** The lines of a commitment in the public list. */
  listed: (commitment: string) =>
    json<FairList>("GET", `/api/fair/log?commitment=${part(commitment)}`),
  /** The public list from behind a line on. */
  fairList: (after: number, limit: number) =>
    json<FairList>("GET", `/api/fair/log?after=${after}&limit=${limit}`),
  rematch: (id: string) => json<Made>("POST", `/api/tables/${part(id)}/rematch`),

  lessons: () => json<LessonRow[]>("GET", "/api/lessons"),
  lesson: (name: string) => json<Lesson>("GET", `/api/lessons/${part(name)}`),

  record: async (id: string) => (await ask("GET", `/api/tables/${part(id)}/record`)).text(),
  /** A table's board as it stands, after words of whoever must decide. */
  survey: (id: string, then: readonly string[], unwanted?: AbortSignal) => {
    const query = then.length === 0 ? "" : `?then=${part(then.join(";"))}`;
    return json<Survey>("GET", `/api/tables/${part(id)}/survey${query}`, undefined, unwanted);
  },
  /** What would become of lists of words of the seat to act, each tried for itself. */
  why: (id: string, tries: readonly (readonly string[])[]) => {
    const asked: Tries = { tries: tries.map((words) => [...words]) };
    return json<Tried[]>("POST", `/api/tables/${part(id)}/why`, asked);
  },
  /** Changes what will be played: the owner, before the start. */
  change: (id: string, change: Partial<TableConfig>) =>
    ask("PUT", `/api/tables/${part(id)}/plan`, change),
  /** The colour of a seat, before the start. */
  colour: (id: string, seat: number, colour: number) =>
    ask("PUT", `${seatPath(id, seat)}/colour`, { colour }),
  replay: (id: string) => json<Replay>("GET", `/api/tables/${part(id)}/replay`),
  replayText: (record: string) => {
    const text: RecordText = { record, then: [] };
    return json<Replay>("POST", "/api/replay", text);
  },
};

/** Fetches any other JSON of the server. */
export function fetchJson<T>(path: string): Promise<T> {
  return json<T>("GET", path);
}
