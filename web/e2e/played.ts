// Games that were played before a test begins: whole records, and tables a few turns before the
// end, so that the end need not be waited for.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { playQuickly } from "./robot";
import { BINARY } from "./server";

export interface Kind {
  family?: "country" | "city";
  expansions?: string;
  seats?: number;
  seed?: number;
}

const records = new Map<string, string[]>();

/** The record of a game that the engine played by itself. */
export function wholeRecord({ seed = 1, ...kind }: Kind = {}): string {
  const [record] = recordsOf(kind, seed, 1);
  if (record === undefined) throw new Error("no record was written");
  return record;
}

/** The records of some games that the engine played by itself. */
function recordsOf(
  { family = "country", expansions, seats = 2 }: Kind,
  seed: number,
  games: number,
): string[] {
  const kind = [
    ...["--family", family, "--players", String(seats)],
    ...(expansions ? ["--expansions", expansions] : []),
    ...["--games", String(games), "--seed", String(seed)],
  ];
  const name = kind.join(" ");
  const known = records.get(name);
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), "trencavel-record-"));
  execFileSync(BINARY, ["random", "--record", folder, ...kind], { stdio: "ignore" });
  const made = readdirSync(folder).sort();
  const texts = made.map((file) => readFileSync(join(folder, file), "utf8"));
  rmSync(folder, { recursive: true });
  records.set(name, texts);
  return texts;
}

/** The record without its last turns. */
export function withoutLast(record: string, turns: number): string {
  const last = [...record.matchAll(/(?<=\s)(\d+)\. /g)].at(-turns);
  if (last === undefined) throw new Error(`the record has fewer than ${turns} turns`);
  return record.slice(0, last.index).replace(/\[Result .*\]\n/, "");
}

/** The record as it was before the first word of a kind, if there is one. */
export function before(record: string, word: RegExp): string | undefined {
  const found = word.exec(record);
  return found ? record.slice(0, found.index).replace(/\[Result .*\]\n/, "") : undefined;
}

/** Of many games that in which a word of a kind comes soonest, as it was before that word: the
 *  smaller a board, the sooner it is there. */
export function soonestBefore(kind: Kind, word: RegExp): string {
  const found = recordsOf(kind, 1, 40).flatMap((record) => before(record, word) ?? []);
  const [soonest] = found.sort((a, b) => a.length - b.length);
  if (soonest === undefined) throw new Error(`${word} is in no game`);
  return soonest;
}

/** Of many games that in which a tile soonest brings a word of a kind with it, as it was when the tile
 *  was drawn; and how it was laid then. */
export function drawnBefore(kind: Kind, word: string): { record: string; lay: [string, string] } {
  const turn = new RegExp(
    `(?<=\\s\\d+\\. \\S+)\\s+(-?\\d+,-?\\d+) r([0-3])\\s+(?:(?!\\d+\\. |gate@)\\S+\\s+)*?${word}`,
  );
  const found = recordsOf(kind, 1, 40).flatMap((record) => {
    const [, cell = "", r = ""] = turn.exec(record) ?? [];
    const cut = before(record, turn);
    return cut === undefined ? [] : { record: `${cut}\n`, lay: [cell, r] as [string, string] };
  });
  const [soonest] = found.sort((a, b) => a.record.length - b.record.length);
  if (soonest === undefined) throw new Error(`${word} is in no game`);
  return soonest;
}

/** The record of a game of the base kind for two in which nothing has happened yet. */
export const FRESH = '[Trencavel "1"]\n[Seats "2"]\n';

/** Who has the other seats; for those with the link the game has not begun yet. */
type Against = "computer" | "level-1" | "level-2" | "screen" | "link" | "anyone";

function sitter(against: Against, name: string): object {
  if (against === "screen") return { kind: "screen", name };
  if (against === "link" || against === "anyone") return { kind: against };
  return { kind: "computer", level: against === "computer" ? "random" : against };
}

/** Asks the server as the person of a page, before or after that has been opened. */
export async function post<T = unknown>(page: Page, path: string, data: unknown): Promise<T> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json().catch(() => undefined)) as T;
}

/** A table of mine that goes on from a record; gives its id. */
export async function tableFrom(
  page: Page,
  record: string,
  family = "country",
  against: Against = "computer",
  aids = "standard",
): Promise<string> {
  await post(page, "/api/guest", { name: "Guilhem" });
  const expansions = /\[Expansions "(.*)"\]/.exec(record)?.[1]?.split(/[ ,]+/) ?? [];
  const tiles = /\[Tiles "(.*)"\]/.exec(record)?.[1];
  const seats = Number(/\[Seats "(\d)"\]/.exec(record)?.[1] ?? 2);
  const plan = { family, expansions, options: [], ...(tiles ? { tiles } : {}) };
  const others = ["Alaïs", "Bernat", "Clara"].slice(0, seats - 1);
  return tableOf(page, { plan, aids, from: record }, [
    { kind: "me" },
    ...others.map((name) => sitter(against, name)),
  ]);
}

/** A new table of the base game for two, opened by its owner: the create page has tests of its own. */
export async function newTable(page: Page, against: Against): Promise<string> {
  // Nobody yet: whoever has a name keeps it.
  if ((await page.request.get("/api/me")).status() === 204) {
    await post(page, "/api/guest", { name: "Guilhem" });
  }
  const plan = { family: "country", expansions: [], options: [] };
  const id = await tableOf(page, { plan }, [{ kind: "me" }, sitter(against, "Alaïs")]);
  await page.goto(`/t/${id}`);
  return id;
}

async function tableOf(page: Page, wanted: object, seats: object[]): Promise<string> {
  const config = {
    name: "",
    order: "given",
    clock: { kind: "none" },
    flagged: "computer",
    aids: "standard",
    visibility: "link",
    ...wanted,
    seats,
  };
  const value = "0123456789abcdef".repeat(2);
  const { id } = await post<{ id: string }>(page, "/api/tables", { config });
  const waits = seats.some((seat) => "kind" in seat && /link|anyone/.test(String(seat.kind)));
  if (!waits) await post(page, `/api/tables/${id}/start`, { values: { 0: value } });
  return id;
}

/** A game that I have just finished; the page shows its end. */
export async function finishedTable(page: Page, kind: Kind = {}): Promise<string> {
  const id = await tableFrom(page, withoutLast(wholeRecord(kind), 4), kind.family);
  await page.goto(`/t/${id}`);
  await page.locator("section [role=group]").waitFor();
  await playQuickly(page, 1);
  return id;
}
