// Tables of this device, in IndexedDB: the log of each, entry by entry, as a server's store has it.
// An entry is written once and never again; what is told to anybody was kept before.

import type { LogEntry, LogWho, TableRow } from "../wire";

const NAME = "trencavel";
const VERSION = 1;
const TABLES = "tables";
const ENTRIES = "entries";
const ANALYSES = "analyses";

/** What is kept of a table besides its log. */
export interface Head {
  id: string;
  /** The secret of its draws, 64 hexadecimal digits. */
  seed: string;
  /** Who plays here, as its log knows them. */
  who: LogWho;
  /** How it is shown in lists; nothing until its game was seen once. */
  row?: TableRow;
  /** When it changed last, ms since 1970. */
  changed: number;
  /** Which engine wrote its newest entry. */
  engine: string;
  /** The table of the server that keeps this game, once it does. */
  kept?: string;
}

/** Somebody else has written what was about to be written: another page has this table. */
export class Taken extends Error {}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps nothing"));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    const fail = (): void => {
      const { error } = transaction;
      if (error?.name === "ConstraintError") reject(new Taken(error.message));
      else reject(error ?? new Error("the browser did not keep it"));
    };
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}

/** An analysis that is kept, and since when; the first ones did not say. */
interface Analysed {
  key: string;
  at?: number;
}

/** So many analyses are kept: some megabytes. */
const ANALYSES_MOST = 50;

/** The keys of the oldest, beyond those that are kept. */
export function tooMany(all: readonly Analysed[], most = ANALYSES_MOST): string[] {
  const newest = [...all].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  return newest.slice(most).map(({ key }) => key);
}

/** The range of all entries of a table. */
function allOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Infinity]);
}

/** The store of this device. */
export class Shelf {
  private constructor(private readonly db: IDBDatabase) {}

  static async open(factory: IDBFactory = indexedDB): Promise<Shelf> {
    const asked = factory.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      const db = asked.result;
      db.createObjectStore(TABLES, { keyPath: "id" });
      db.createObjectStore(ENTRIES, { keyPath: ["id", "n"] });
      db.createObjectStore(ANALYSES, { keyPath: "key" });
    };
    const db = await done(asked);
    // A later version of the page wants to change it: this one lets go.
    db.onversionchange = () => db.close();
    return new Shelf(db);
  }

  #write(...stores: string[]): IDBTransaction {
    // On the disk before anybody is told, as a server does it.
    return this.db.transaction(stores, "readwrite", { durability: "strict" });
  }

  /** Keeps a new table with its first entries. */
  async make(head: Head, entries: readonly LogEntry[]): Promise<void> {
    const writing = this.#write(TABLES, ENTRIES);
    writing.objectStore(TABLES).add(head);
    const log = writing.objectStore(ENTRIES);
    for (const entry of entries) log.add({ id: head.id, n: entry.n, text: JSON.stringify(entry) });
    await finished(writing);
  }

  /** Adds entries to a log: all of them or none. Fails with `Taken` if one is there already. */
  async append(id: string, entries: readonly LogEntry[], engine: string): Promise<void> {
    const writing = this.#write(TABLES, ENTRIES);
    const log = writing.objectStore(ENTRIES);
    for (const entry of entries) log.add({ id, n: entry.n, text: JSON.stringify(entry) });
    this.#change(writing, id, { engine, changed: entries.at(-1)?.at ?? Date.now() });
    await finished(writing);
  }

  /** Changes what is kept of a table besides its log. A table that is gone stays gone. */
  async note(id: string, change: Partial<Omit<Head, "id" | "seed">>): Promise<void> {
    const writing = this.db.transaction(TABLES, "readwrite");
    this.#change(writing, id, change);
    await finished(writing);
  }

  #change(writing: IDBTransaction, id: string, change: Partial<Head>): void {
    const tables = writing.objectStore(TABLES);
    const asked = tables.get(id) as IDBRequest<Head | undefined>;
    asked.onsuccess = () => {
      if (asked.result) tables.put({ ...asked.result, ...change });
      else writing.abort();
    };
  }

  /** A table and its log; nothing if there is none. */
  async read(id: string): Promise<{ head: Head; log: LogEntry[] } | undefined> {
    const reading = this.db.transaction([TABLES, ENTRIES], "readonly");
    const [head, entries] = await Promise.all([
      done(reading.objectStore(TABLES).get(id) as IDBRequest<Head | undefined>),
      done(reading.objectStore(ENTRIES).getAll(allOf(id)) as IDBRequest<{ text: string }[]>),
    ]);
    return head && { head, log: entries.map(({ text }) => JSON.parse(text) as LogEntry) };
  }

  /** All tables, the one that changed last first. */
  async list(): Promise<Head[]> {
    const reading = this.db.transaction(TABLES, "readonly");
    const all = await done(reading.objectStore(TABLES).getAll() as IDBRequest<Head[]>);
    return all.sort((a, b) => b.changed - a.changed);
  }

  /** Removes a table with all that belongs to it. */
  async remove(id: string): Promise<void> {
    const writing = this.#write(TABLES, ENTRIES);
    writing.objectStore(TABLES).delete(id);
    writing.objectStore(ENTRIES).delete(allOf(id));
    await finished(writing);
  }

  /** What was found out about a game, by the hash of its record. */
  async analysis<T>(key: string): Promise<T | undefined> {
    const reading = this.db.transaction(ANALYSES, "readonly");
    const asked = reading.objectStore(ANALYSES).get(key);
    return ((await done(asked)) as { found: T } | undefined)?.found;
  }

  /** Keeps what was found out; the oldest are forgotten when there are many. */
  async keepAnalysis(key: string, found: unknown): Promise<void> {
    const writing = this.#write(ANALYSES);
    const analyses = writing.objectStore(ANALYSES);
    analyses.put({ key, found, at: Date.now() });
    const all = analyses.getAll() as IDBRequest<Analysed[]>;
    all.onsuccess = () => {
      for (const old of tooMany(all.result)) analyses.delete(old);
    };
    await finished(writing);
  }

  close(): void {
    this.db.close();
  }
}

let shelf: Promise<Shelf> | undefined;

/** The store, opened once a page. */
export function openShelf(): Promise<Shelf> {
  shelf ??= Shelf.open().catch((error: unknown) => {
    shelf = undefined;
    throw error;
  });
  return shelf;
}

let asked = false;

/** Asks the browser, once a page, not to forget what is kept; it may. Nobody waits for it. */
export function keepForGood(): void {
  if (asked) return;
  asked = true;
  void navigator.storage?.persist?.().catch(() => false);
}
