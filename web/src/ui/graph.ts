// The points of a game as lines: numbers in, a path out.

export interface Frame {
  width: number;
  height: number;
}

/** The next round number at or above the highest score, for the top of the graph. */
export function topOf(series: readonly (readonly number[])[]): number {
  const highest = Math.max(10, ...series.flat());
  const step = highest > 100 ? 50 : highest > 40 ? 20 : 10;
  return Math.ceil(highest / step) * step;
}

/** A number below the graph needs so much room, px. */
const ROOM = 28;

/** The moves that are named below a graph of so many: as many as have room. */
export function marksOf(steps: number, width: number): number[] {
  const every = [2, 5, 10, 20, 50].find((n) => (n / steps) * width >= ROOM) ?? 100;
  return Array.from({ length: Math.floor(steps / every) + 1 }, (_, i) => i * every);
}

/** Where a score lies. */
export function pointOf(
  step: number,
  score: number,
  steps: number,
  top: number,
  frame: Frame,
): { x: number; y: number } {
  return {
    x: steps === 0 ? 0 : (step / steps) * frame.width,
    y: frame.height - (score / top) * frame.height,
  };
}

/** The path of one seat's points. */
export function pathOf(scores: readonly number[], top: number, frame: Frame): string {
  const steps = Math.max(1, scores.length - 1);
  return scores
    .map((score, step) => {
      const { x, y } = pointOf(step, score, steps, top, frame);
      return `${step === 0 ? "M" : "L"}${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join("");
}
