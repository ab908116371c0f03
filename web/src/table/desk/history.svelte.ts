// Looking back at a game: the frames that were seen, those from before the page was opened, and
// which of them is shown.

import type { Oracle } from "../../net/oracle";
import type { Replay } from "../../wire";
import { viewer, type Frame, type TableState } from "../state";

/** What looking back needs to know. */
export interface Course {
  readonly table: TableState;
  readonly oracle: Pick<Oracle, "replay">;
}

export class History {
  /** The frame looked back at; nothing is the present. */
  at = $state<number | undefined>();
  /** The frames of the whole game, once they were asked for. */
  #older = $state.raw<{ frames: Frame[]; until: number } | undefined>();

  constructor(private readonly course: Course) {}

  readonly frames = $derived.by(() => {
    const seen = this.course.table.frames;
    if (!this.#older) return seen;
    const { frames, until } = this.#older;
    return [...frames, ...seen.filter((frame) => frame.n > until)];
  });

  /** The frame that is shown, if it is not the present. */
  readonly frame = $derived.by(() => (this.at === undefined ? undefined : this.frames[this.at]));

  /** The number of the turn in which the move of a frame was made, as the record has it. */
  turnAt(index: number): number {
    return this.frames[index - 1]?.now.turn ?? 0;
  }

  /** How many moves the others made since mine. */
  readonly since = $derived.by((): number => {
    const { log } = this.course.table;
    const me = viewer(this.course.table);
    let moves = 0;
    for (let i = log.length - 1; i >= 0; i--) {
      const cause = log[i]?.cause;
      if (cause?.c !== "played") continue;
      if (cause.seat === me) break;
      moves += 1;
    }
    return moves;
  });

  /** Looks at another frame; the last one is the present. */
  goTo(index: number): void {
    const last = this.frames.length - 1;
    if (index < 0 && !this.#older) {
      void this.#loadOlder().then(() => this.goTo(this.frames.length - 1 - (last - index)));
      return;
    }
    const to = Math.max(0, index);
    this.at = to >= last ? undefined : to;
  }

  /** Steps through the game. */
  stepBy(by: number): void {
    this.goTo((this.at ?? this.frames.length - 1) + by);
  }

  /** Goes back to just after my last turn. */
  sinceMyTurn(): void {
    if (this.since > 0) this.goTo(this.frames.length - 1 - this.since);
  }

  /** Moves were taken back: what was looked back at may be none of the game any more. */
  wentBack(): void {
    this.at = undefined;
    this.#older = undefined;
  }

  async #loadOlder(): Promise<void> {
    const until = this.course.table.n;
    // Out of reach, or nowhere: what this page has seen must do.
    const replay = await this.course.oracle.replay().catch(() => undefined);
    this.#older = replay ? { frames: framesOf(replay), until } : { frames: [], until: 0 };
  }
}

function framesOf(replay: Replay): Frame[] {
  let tiles = replay.start.tiles.length;
  const frames: Frame[] = [{ n: 0, tiles, now: replay.start.now }];
  for (const step of replay.steps) {
    tiles += step.add.length;
    frames.push({ n: step.n, tiles, now: step.now });
  }
  return frames;
}
