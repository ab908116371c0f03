// Somebody who seeks a rival: what it wants, how long it has waited, who was found.

import { explain } from "../errors";
import { api } from "../net/api";
import { MeSocket } from "../net/me";
import { go, route } from "../router.svelte";
import { ensureMe } from "../session.svelte";
import { play } from "../sound";
import { notify } from "../ui/notices.svelte";
import type { MeTold, NearBot, PlayLimit, PoolInfo } from "../wire";
import { keepWish, lastWish, wishOf, type Wish } from "./wish";

type Paired = Extract<MeTold, { t: "paired" }>;
type Waiting = Extract<MeTold, { t: "waiting" }>;

export type Phase =
  /** Asking what there is, and who I am. */
  | { kind: "beginning" }
  | { kind: "waiting"; waiting?: Waiting }
  /** A rival is here, and I am at another game: shall I go? */
  | { kind: "found"; paired: Paired }
  /** On the way to the table. */
  | { kind: "going"; paired: Paired }
  /** I was not there in time. */
  | { kind: "absent" }
  | { kind: "limited"; limit: PlayLimit };

export class Seeker {
  phase = $state.raw<Phase>({ kind: "beginning" });
  pools = $state.raw<readonly PoolInfo[]>([]);
  wish = $state.raw<Wish>({ pools: [], guests: true });
  /** Computers that play at once. */
  near = $state.raw<readonly NearBot[]>([]);
  /** Whether the line is there. */
  there = $state(true);
  /** How far the server's clock is ahead of this one, ms. */
  ahead = $state(0);
  /** Since when I have waited, ms by this clock. */
  since = $state(Date.now());
  #socket: MeSocket | undefined;

  constructor(
    /** Seeking is over. */
    private readonly ended: () => void,
    /** A rival is found: a hidden page calls. */
    private readonly called: (rivals: readonly string[], table: string) => void,
  ) {}

  /** Begins with what was sought last. */
  async begin(): Promise<void> {
    const [{ pools }] = await Promise.all([api.pools(), ensureMe()]);
    this.pools = pools;
    const usual = pools.find((pool) => pool.usual) ?? pools[0];
    const names = pools.map((pool) => pool.name);
    this.wish = wishOf(lastWish(), names, usual?.name ?? "");
    this.#socket = new MeSocket({
      told: (message) => this.#told(message),
      line: (there) => (this.there = there),
    });
    this.seek(this.wish);
  }

  /** Seeks something, or something else. */
  seek(wish: Wish): void {
    if (this.phase.kind !== "waiting") {
      this.phase = { kind: "waiting" };
      this.since = Date.now();
      this.near = [];
    }
    this.wish = wish;
    keepWish(wish);
    this.#say();
  }

  /** I play against the computer meanwhile: whoever comes gives me a moment longer. */
  busy(): void {
    this.#say();
  }

  #say(): void {
    const { pools, guests } = this.wish;
    this.#socket?.seek({ t: "seek", pools: [...pools], guests, busy: atTable() });
  }

  stop(): void {
    this.#socket?.unseek();
    this.close();
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
    this.ended();
  }

  /** Goes to the rival who was found; the game against the computer waits until I come back. */
  go(): void {
    if (this.phase.kind === "found") this.#goTo(this.phase.paired);
  }

  /** Stays where I am: the rival waits no longer for me. */
  async stay(): Promise<void> {
    if (this.phase.kind !== "found") return;
    const { table, seat } = this.phase.paired;
    this.#socket?.forget();
    await api.stand(table, seat).catch(() => undefined);
    this.close();
  }

  #goTo(paired: Paired): void {
    this.phase = { kind: "going", paired };
    go(`/t/${paired.table}`);
  }

  #told(message: MeTold): void {
    switch (message.t) {
      case "hello":
        this.ahead = message.now - Date.now();
        break;
      case "waiting":
        this.#waits(message);
        break;
      case "paired":
        play("turn");
        this.called(message.rivals, message.table);
        if (atTable()) this.phase = { kind: "found", paired: message };
        else this.#goTo(message);
        break;
      case "bots":
        this.near = message.near;
        break;
      case "idle":
        this.#rests(message);
        break;
      case "refused":
        notify(explain(message.problem), "bad");
        // Nothing is sought yet: there is nothing to wait for.
        if (this.phase.kind === "waiting" && !this.phase.waiting) this.close();
        break;
      default:
        break;
    }
  }

  #waits(waiting: Waiting): void {
    // The rival did not come: away from a table that is no more.
    const now = route();
    const table = this.phase.kind === "going" ? this.phase.paired.table : undefined;
    if (now.page === "table" && now.id === table) go("/", true);
    this.since = waiting.since - this.ahead;
    this.phase = { kind: "waiting", waiting };
  }

  #rests({ why, limit }: Extract<MeTold, { t: "idle" }>): void {
    this.#socket?.forget();
    if (why === "limit" && limit) this.phase = { kind: "limited", limit };
    else if (why === "absent") this.phase = { kind: "absent" };
    else if (why === "playing" || why === "elsewhere") this.close();
  }
}

/** Whether a table fills the screen: nobody is led away from it without being asked. */
function atTable(): boolean {
  return route().page === "table";
}
