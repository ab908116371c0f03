// Somebody who seeks a rival: what it wants, how long it has waited, who was found.

import { explain } from "../errors";
import { api } from "../net/api";
import { MeSocket, type MeOptions, type Seek } from "../net/me";
import { go, isWhole, route } from "../router.svelte";
import { endLasting, noteLasting } from "../inbox/line.svelte";
import { ensureMe, whoAmI } from "../session.svelte";
import { isSlow } from "../slow";
import { notify } from "../ui/notices.svelte";
import type { LastingSeek, MeTold, NearBot, PlayLimit, PoolInfo } from "../wire";
import { keepWish, lastWish, wishOf, type Wish } from "./wish";

type Paired = Extract<MeTold, { t: "paired" }>;
type Waiting = Extract<MeTold, { t: "waiting" }>;

export type Phase =
  /** Asking what there is, and who I am. */
  | { kind: "beginning" }
  /** `waiting` is what the server said; until then it may not know. */
  | { kind: "waiting"; waiting?: Waiting }
  /** A rival is here, and I am at another game: shall I go? */
  | { kind: "found"; paired: Paired }
  /** The same, and there is no hurry: the game takes days, or has begun with me. */
  | { kind: "kept"; paired: Paired }
  /** On the way to the table. */
  | { kind: "going"; paired: Paired }
  /** I was not there in time. */
  | { kind: "absent" }
  | { kind: "limited"; limit: PlayLimit };

/** How long after its time a table that says nothing more is given up, ms. */
const LATE = 5_000;

export interface Around {
  /** Seeking is over. */
  ended: () => void;
  /** A rival is found: it is heard, and a hidden page calls. */
  called: (rivals: readonly string[], table: string) => void;
  /** Makes the line; tests bring their own. */
  line?: (options: MeOptions) => Pick<MeSocket, "seek" | "keep" | "unseek" | "forget" | "close">;
}

export class Seeker {
  phase = $state.raw<Phase>({ kind: "beginning" });
  pools = $state.raw<readonly PoolInfo[]>([]);
  wish = $state.raw<Wish>({ pools: [], guests: true, bots: false });
  /** Computers that play at once. */
  near = $state.raw<readonly NearBot[]>([]);
  /** Whether the line is there. */
  there = $state(true);
  /** How far the server's clock is ahead of this one, ms. */
  ahead = $state(0);
  /** Since when I have waited, ms by this clock. */
  since = $state(Date.now());
  /** Whether a game against the computer is being made: it will fill the screen. */
  leaving = $state(false);
  /** The pools in which I am sought for: not all that I wish may be open to me. */
  readonly sought = $derived(
    (this.phase.kind === "waiting" ? this.phase.waiting?.pools : undefined) ?? this.wish.pools,
  );
  #line: ReturnType<NonNullable<Around["line"]>> | undefined;
  #closed = false;
  /** Whether the server has heard what I seek. */
  #heard = false;
  /** Whether the server was told last that I play something else meanwhile. */
  #saidBusy = false;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: Around) {}

  /** Begins with what was sought last. */
  async begin(): Promise<void> {
    await Promise.all([this.readPools(), ensureMe()]);
    // Somebody may have thought better of it.
    if (this.#closed) return;
    const usual = this.pools.find((pool) => pool.usual) ?? this.pools[0];
    const names = this.pools.map((pool) => pool.name);
    this.wish = wishOf(lastWish(), names, usual?.name ?? "");
    const make = this.around.line ?? ((options: MeOptions) => new MeSocket(options));
    this.#line = make({
      told: (message) => this.#told(message),
      line: (there) => this.#lined(there),
      ended: () => this.close(),
    });
    this.seek(this.wish);
  }

  /** Asks what can be sought, and how many do. */
  async readPools(): Promise<void> {
    this.pools = (await api.pools()).pools;
  }

  /** Seeks something, or something else. */
  seek(wish: Wish): void {
    if (this.#met()) return;
    if (this.phase.kind !== "waiting") {
      this.phase = { kind: "waiting" };
      this.since = Date.now();
      this.near = [];
    }
    this.wish = wish;
    keepWish(wish);
    this.#say();
  }

  /** Another page is shown. At another table I am given a moment more to come; and whoever has come
   *  to the rival by itself need not be asked. */
  moved(): void {
    const { phase } = this;
    if (phase.kind === "waiting" && this.#isBusy() !== this.#saidBusy) this.#say();
    if (phase.kind === "found" && isAt(phase.paired)) this.#comes(phase.paired);
    if (phase.kind === "kept" && isAt(phase.paired)) this.close();
  }

  /** Makes another game to play meanwhile; one at a time. */
  async meanwhile(play: () => Promise<unknown>): Promise<void> {
    if (this.leaving || this.#met()) return;
    this.leaving = true;
    this.moved();
    try {
      await play();
    } finally {
      this.leaving = false;
      this.moved();
    }
  }

  /** Whether what I seek goes on without this page. */
  readonly lasts = $derived(
    this.phase.kind === "waiting" &&
      this.phase.waiting !== undefined &&
      this.sought.some((name) => this.#isLasting(name)),
  );

  /** Goes on by days without this page. */
  leave(): void {
    const pools = this.sought.filter((name) => this.#isLasting(name));
    noteLasting({ pools, since: this.since + this.ahead });
    this.close();
  }

  /** Ends everything that is sought, also by days. Without a line the server is asked another way. */
  stop(): void {
    if (this.there) {
      this.#line?.unseek();
      noteLasting(undefined);
    } else if (this.wish.pools.some((name) => this.#isLasting(name))) {
      void endLasting();
    }
    this.close();
  }

  #isSlow(name: string): boolean {
    return this.pools.some((pool) => pool.name === name && isSlow(pool.clock));
  }

  /** Whether the server seeks there for me with or without a page. */
  #isLasting(name: string): boolean {
    return whoAmI()?.account === true && this.#isSlow(name);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#late);
    this.#line?.close();
    this.around.ended();
  }

  /** Goes to the rival who was found; the game against the computer waits until I come back. */
  go(): void {
    const { phase } = this;
    if (phase.kind === "found") this.#goTo(phase.paired);
    if (phase.kind !== "kept") return;
    go(`/t/${phase.paired.table}`);
    this.close();
  }

  /** Stays where I am: the rival waits no longer for me, unless the game takes days. */
  async stay(): Promise<void> {
    const { phase } = this;
    if (phase.kind !== "found" && phase.kind !== "kept") return;
    this.close();
    const { table, seat } = phase.paired;
    if (phase.kind === "found") await api.stand(table, seat).catch(() => undefined);
  }

  #isBusy(): boolean {
    return this.leaving || isWhole();
  }

  /** What was found, if something was. */
  #met(): Paired | undefined {
    return "paired" in this.phase ? this.phase.paired : undefined;
  }

  #seek(): Seek {
    const { pools, guests, bots } = this.wish;
    return { t: "seek", pools: [...pools], guests, bots, busy: this.#isBusy() };
  }

  #say(): void {
    this.#saidBusy = this.#isBusy();
    this.#line?.seek(this.#seek());
  }

  #comes(paired: Paired): void {
    clearTimeout(this.#late);
    this.phase = { kind: "going", paired };
  }

  #goTo(paired: Paired): void {
    this.#comes(paired);
    go(`/t/${paired.table}`);
  }

  /** The line is back, or lost: what the server knew of me went with it. */
  #lined(there: boolean): void {
    this.there = there;
    if (there) return;
    const { phase } = this;
    if (phase.kind === "waiting") this.phase = { kind: "waiting" };
    if (phase.kind !== "going") return;
    // The table's own page sees to it from here; whoever is not there must still be led.
    if (isAt(phase.paired)) this.close();
    else this.#offer(phase.paired);
  }

  #told(message: MeTold): void {
    switch (message.t) {
      case "hello":
        this.ahead = message.now - Date.now();
        this.#back(message.seek);
        break;
      case "waiting":
        this.#waits(message);
        break;
      case "paired":
        this.#paired(message);
        break;
      case "bots":
        this.near = message.near;
        break;
      case "idle":
        this.#rests(message);
        break;
      case "refused":
        notify(explain(message.problem), "bad");
        // Nothing is sought: there is nothing to wait for.
        if (this.phase.kind === "waiting" && !this.phase.waiting) this.close();
        break;
      default:
        break;
    }
  }

  #waits(waiting: Waiting): void {
    const met = this.#met();
    // The rival did not come: away from a table that is no more.
    if (met && waiting.again === true && isAt(met)) go("/", true);
    clearTimeout(this.#late);
    this.since = waiting.since - this.ahead;
    this.phase = { kind: "waiting", waiting };
    this.#heard = true;
    // The server goes on by itself; a new line would have to say it again, but for what lasts.
    const seek = this.#seek();
    const pools = seek.pools.filter((name) => !this.#isLasting(name));
    if (pools.length > 0) this.#line?.keep({ ...seek, pools });
    else this.#line?.forget();
    this.moved();
  }

  /** The line is back. What is sought by days was sought all the while, unless it was found or ended
   *  elsewhere: then the bell has said so. */
  #back(seek: LastingSeek | undefined): void {
    if (!this.#heard || this.phase.kind !== "waiting") return;
    const all = this.wish.pools.every((name) => this.#isLasting(name));
    if (!all) return;
    if (!seek) {
      this.close();
      return;
    }
    const { pools, since } = seek;
    this.#waits({ t: "waiting", pools, since, people: 0 });
  }

  #paired(paired: Paired): void {
    // What another page sought by days is not for this one to follow.
    if (!this.wish.pools.includes(paired.pool)) return;
    // A new line must not seek another rival.
    this.#line?.forget();
    if (this.#isSlow(paired.pool)) noteLasting(undefined);
    this.around.called(paired.rivals, paired.table);
    if (this.#isBusy()) {
      this.#offer(paired);
    } else {
      this.#goTo(paired);
      // Nobody has to be there: there is nothing more to hear.
      if (this.#isLasting(paired.pool)) this.close();
    }
  }

  /** Asks whether I want to go there. */
  #offer(paired: Paired): void {
    const pool = this.pools.find(({ name }) => name === paired.pool);
    if (pool && isSlow(pool.clock)) {
      this.phase = { kind: "kept", paired };
      return;
    }
    this.phase = { kind: "found", paired };
    clearTimeout(this.#late);
    // Without a line nobody would say that it is too late.
    const left = paired.until - this.ahead - Date.now();
    this.#late = setTimeout(() => {
      if (this.phase.kind === "found") this.phase = { kind: "absent" };
    }, left + LATE);
  }

  #rests({ why, limit }: Extract<MeTold, { t: "idle" }>): void {
    this.#line?.forget();
    const { phase } = this;
    if (why === "limit" && limit) {
      this.phase = { kind: "limited", limit };
    } else if (why === "playing" && (phase.kind === "found" || phase.kind === "kept")) {
      // I am elsewhere: the way there stays in sight.
      this.phase = { kind: "kept", paired: phase.paired };
      this.#line?.close();
    } else if (why === "absent" && !(phase.kind === "going" && isAt(phase.paired))) {
      this.phase = { kind: "absent" };
    } else {
      // It has begun, or its own page says why it has not.
      this.close();
    }
    if (this.phase.kind !== "found") clearTimeout(this.#late);
  }
}

/** Whether the table of somebody who was found is shown. */
export function isAt({ table }: { table: string }): boolean {
  const now = route();
  return now.page === "table" && now.id === table;
}
