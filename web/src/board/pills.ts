// Where small signs stand along the edges of the stage: where they cover least. Pure.

import type { Area } from "./camera";

export const EDGES = ["left", "right", "top", "bottom"] as const;
export type Edge = (typeof EDGES)[number];

export interface Pill {
  edge: Edge;
  width: number;
  height: number;
}

const GAP = 8;
const STEP = 10;

/** How much of two rectangles is the same. */
function shared(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The places of the signs, each on its edge and none on another. */
export function pillsAlong(pills: readonly Pill[], area: Area, busy: readonly Area[]): Area[] {
  const placed: Area[] = [];
  for (const pill of pills) placed.push(best(pill, area, [...busy, ...placed]));
  return placed;
}

function best({ edge, width, height }: Pill, area: Area, busy: readonly Area[]): Area {
  const upright = edge === "left" || edge === "right";
  const room = upright ? area.height - height : area.width - width;
  const middle = room / 2;
  const steps = Math.max(0, Math.floor((room - 2 * GAP) / STEP));
  let found: Area | undefined;
  let least = Infinity;
  for (let i = 0; i <= steps; i++) {
    const along = GAP + i * STEP;
    const far =
      edge === "right"
        ? area.width - width - GAP
        : edge === "bottom"
          ? area.height - height - GAP
          : GAP;
    const at = {
      x: area.x + (upright ? far : along),
      y: area.y + (upright ? along : far),
      width,
      height,
    };
    const covered = busy.reduce((sum, one) => sum + shared(at, one), 0);
    // Of equally good places the one nearest the middle.
    const cost = covered + Math.abs(along - middle) / 100;
    if (cost < least) [found, least] = [at, cost];
  }
  return found ?? { x: area.x, y: area.y, width, height };
}
