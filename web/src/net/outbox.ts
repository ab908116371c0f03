// What was said to a table and is not answered yet. Moves are kept in the browser too, by table and
// with the number that they were made after: a page that is closed without a connection sends them
// when it is opened again.

import type { ClientMsg, ServerMsg } from "../wire";
import type { Waiting } from "./link";

export type Kept = Extract<ClientMsg, { t: "play" } | { t: "chat" } | { t: "phrase" }>;

/** Where moves outlive the page; browsers may forbid it. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

function browserShelf(): Shelf | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

function isMove(value: unknown): value is Waiting {
  const move = value as Partial<Waiting> | null;
  return (
    move?.t === "play" &&
    typeof move.id === "string" &&
    typeof move.seat === "number" &&
    typeof move.after === "number" &&
    Array.isArray(move.words)
  );
}

export class Outbox {
  readonly #kept = new Map<string, Kept>();
  readonly #name: string;

  constructor(
    table: string,
    private readonly shelf: Shelf | undefined = browserShelf(),
  ) {
    this.#name = `trencavel.waiting.${table}`;
    for (const move of this.#read()) this.#kept.set(move.id, move);
  }

  /** The move that waits for its answer. */
  get move(): Waiting | undefined {
    return this.#moves()[0];
  }

  /** Everything that waits, oldest first. */
  all(): Kept[] {
    return [...this.#kept.values()];
  }

  add(message: Kept): void {
    this.#kept.set(message.id, message);
    if (message.t === "play") this.#write();
  }

  /** Forgets what a message of the table answers. */
  settle(message: ServerMsg): void {
    const answered = [...this.#kept.values()].filter((kept) => isAnswer(message, kept));
    for (const { id } of answered) this.#kept.delete(id);
    if (answered.some(({ t }) => t === "play")) this.#write();
  }

  #moves(): Waiting[] {
    return this.all().filter((kept) => kept.t === "play");
  }

  #read(): Waiting[] {
    try {
      const moves = JSON.parse(this.shelf?.getItem(this.#name) ?? "[]") as unknown;
      return Array.isArray(moves) ? moves.filter(isMove) : [];
    } catch {
      return [];
    }
  }

  #write(): void {
    try {
      const moves = this.#moves();
      if (moves.length === 0) this.shelf?.removeItem(this.#name);
      else this.shelf?.setItem(this.#name, JSON.stringify(moves));
    } catch {
      // No room, or forbidden: the move waits as long as the page is open.
    }
  }
}

function isAnswer(message: ServerMsg, kept: Kept): boolean {
  switch (message.t) {
    case "done":
    case "refused":
      return message.id === kept.id;
    case "step":
      return message.cause.c === "played" && message.cause.id === kept.id;
    case "draft":
      // An incomplete move becomes a draft. A whole one is told as a draft when one comes back to
      // a table, which answers nothing.
      return (
        kept.t === "play" &&
        !message.complete &&
        message.choices.words.join(" ") === kept.words.join(" ")
      );
    case "chat":
      // It comes back as everybody sees it.
      if (kept.t === "phrase") return message.phrase === kept.phrase;
      return kept.t === "chat" && message.text === kept.text;
    default:
      return false;
  }
}
