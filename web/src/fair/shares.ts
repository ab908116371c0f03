// What this page does for its seats before the game: it seals a value, reveals it when the table is
// frozen, and gives it openly where nobody could reveal (docs/fair-draws.md).

import { api } from "../net/api";
import type { Draws, Sit, TableInfo } from "../wire";
import { isSlow } from "../slow";
import { canHash, sealOf } from "./hash";
import { keepCommitment, keepGiven, keepShown, keptOf, myValue } from "./keep";

/** How long starting waits for the shares of others who are there, ms. */
const PATIENCE = 3000;
const AGAIN = 1000;

/** Whether nobody else plays: then my values come last, with the start. */
export function isAlone(table: TableInfo, mine: readonly number[]): boolean {
  return table.seats.every(({ sitter }, seat) => sitter.kind === "computer" || mine.includes(seat));
}

/** The share with which to sit down, or to give one later. */
export async function shareFor(
  table: TableInfo,
  seat: number,
): Promise<Pick<Sit, "hash" | "value">> {
  const { draws } = table;
  // A table of an earlier version takes what the server gives.
  if (draws.version < 2) return {};
  const value = myValue(table.id, draws.round, draws.commitment, seat);
  if (isSlow(table.config.clock) || !canHash()) return { value };
  return { hash: await sealOf(draws.commitment, seat, value) };
}

/** My values of the seats that have not given anything, to be told with the start. */
export function lastValues(table: TableInfo, mine: readonly number[]): Record<number, string> {
  const { draws } = table;
  if (draws.version < 2) return {};
  const open = mine.filter((seat) => draws.shares[seat] === "none");
  return Object.fromEntries(
    open.map((seat) => [seat, myValue(table.id, draws.round, draws.commitment, seat)]),
  );
}

/** Begins a table at which nobody else plays. */
export async function startAlone(id: string): Promise<void> {
  const { table, you } = await api.table(id);
  keepCommitment(id, table.draws.round, table.draws.commitment, table.draws.version);
  await startWith(table, lastValues(table, you.seats));
}

/** Starts with my values. A server that took them cannot say later that none came. */
async function startWith(table: TableInfo, values: Record<number, string>): Promise<void> {
  await api.start(table.id, values);
  keepGiven(table.id, table.draws.round, Object.keys(values).map(Number));
}

/** Whether everybody who is there has given a share. */
function allShared({ seats, draws }: TableInfo): boolean {
  return seats.every(
    ({ sitter, here }, seat) => sitter.kind !== "person" || !here || draws.shares[seat] !== "none",
  );
}

/** Begins a table; a moment is left to the pages that are just sealing their values. */
export async function startTable(
  now: () => TableInfo,
  mine: () => readonly number[],
): Promise<void> {
  const end = Date.now() + PATIENCE;
  if (!isAlone(now(), mine()) && now().draws.version >= 2) {
    while (!allShared(now()) && Date.now() < end) {
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  const table = now();
  await startWith(table, isAlone(table, mine()) ? lastValues(table, mine()) : {});
}

/** Looks after the shares of my seats as the table changes; one for each page of a table. */
export class Sharer {
  #busy = false;
  #ended = false;
  /** The round whose line of the public list was asked for. */
  #noted: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the server has taken and not yet told: its message may come late, and giving it again
   * would be refused once the game has begun. */
  readonly #taken = new Set<string>();

  constructor(
    private readonly now: () => TableInfo | undefined,
    private readonly mine: () => readonly number[],
  ) {}

  /** Once my share is given: where the public list has the seal, so that what follows there can be
   * compared at the end. */
  #keepListed(table: string, { round, commitment }: Draws): void {
    const kept = keptOf(table, round);
    if (this.#noted === round || kept?.shown || !kept?.given?.length) return;
    this.#noted = round;
    void import("./listed").then(async ({ isShown, listed }) => {
      const lines = await listed(commitment, isShown);
      if (lines) keepShown(table, round, lines);
    });
  }

  /** Something changed. */
  look(): void {
    const table = this.now();
    if (!table || table.draws.version < 2) return;
    const { draws } = table;
    if (table.status.kind === "open" || draws.order.length === 0) {
      keepCommitment(table.id, draws.round, draws.commitment, draws.version);
      keepGiven(table.id, draws.round, this.#shown(draws));
      this.#keepListed(table.id, draws);
    }
    if (table.status.kind !== "open" || this.#busy || this.#ended) return;
    for (const seat of this.mine()) {
      const told =
        draws.reveal_until === undefined
          ? draws.shares[seat] !== "none"
          : draws.values[seat] !== "";
      if (told) this.#taken.delete(named(table, seat));
    }
    if (this.#todo(table).length === 0) return;
    this.#busy = true;
    void this.#do(table).finally(() => {
      this.#busy = false;
      // Whatever is still to do, or failed, is tried again.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.look(), AGAIN);
    });
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  /** My seats whose share the table shows. */
  #shown({ shares }: Draws): number[] {
    return this.mine().filter((seat) => shares[seat] === "sealed" || shares[seat] === "open");
  }

  /** My seats that must give something now. */
  #todo(table: TableInfo): number[] {
    const { draws } = table;
    const mine = this.mine().filter((seat) => !this.#taken.has(named(table, seat)));
    if (draws.reveal_until !== undefined) {
      const kept = keptOf(table.id, draws.round);
      return mine.filter(
        (seat) =>
          draws.shares[seat] === "sealed" &&
          draws.values[seat] === "" &&
          kept?.values[seat] !== undefined,
      );
    }
    if (isAlone(table, this.mine())) return [];
    return mine.filter((seat) => draws.shares[seat] === "none");
  }

  async #do(table: TableInfo): Promise<void> {
    const seats = this.#todo(table);
    try {
      if (table.draws.reveal_until !== undefined) {
        const kept = keptOf(table.id, table.draws.round)?.values ?? {};
        await api.reveal(
          table.id,
          Object.fromEntries(seats.map((seat) => [seat, kept[seat] ?? ""])),
        );
        for (const seat of seats) this.#taken.add(named(table, seat));
        return;
      }
      for (const seat of seats) {
        await api.sit(table.id, seat, undefined, await shareFor(table, seat));
        this.#taken.add(named(table, seat));
      }
    } catch {
      // The table went on meanwhile, or the line is down: the next look finds what is to do.
    }
  }
}

/** What a seat gives in a round: its seal first, and then its value. */
function named({ draws }: TableInfo, seat: number): string {
  return `${draws.reveal_until === undefined ? "seal" : "value"} ${draws.round} ${seat}`;
}
