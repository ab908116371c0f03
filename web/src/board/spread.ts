// Pushes things apart that would cover each other: follower chips on a tile, labels on the board.
// Pure and always the same for the same question.

export interface Point {
  x: number;
  y: number;
}

/** A box that things must stay in. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A place along one way, moved so that something as long as `long` about it lies between two ends;
 * one that is not between them at all stays where it is. */
export function within(at: number, long: number, low: number, high: number): number {
  if (at < low || at > high || long > high - low) return at;
  return Math.min(Math.max(at, low + long / 2), high - long / 2);
}

const ROUNDS = 60;

/** The points moved as little as it takes to be at least `apart` from each other, in the box. */
export function spread(points: readonly Point[], apart: number, box: Box): Point[] {
  const moved = points.map((p) => ({ x: p.x, y: p.y }));
  for (let round = 0; round < ROUNDS; round++) {
    let still = true;
    for (let i = 0; i < moved.length; i++) {
      for (let j = i + 1; j < moved.length; j++) {
        if (push(moved[i], moved[j], apart, i + j)) still = false;
      }
    }
    for (const p of moved) {
      p.x = Math.min(Math.max(p.x, box.left), box.right);
      p.y = Math.min(Math.max(p.y, box.top), box.bottom);
    }
    if (still) break;
  }
  return moved;
}

/**
 * The points with none nearer to another than `apart`, which spreading alone does not promise: points
 * in a row or in a small box can be stuck. Who comes too near takes the nearest free place instead.
 */
export function settle(
  points: readonly Point[],
  apart: number,
  allowed: (at: Point) => boolean = () => true,
): Point[] {
  const placed: Point[] = [];
  for (const point of points) placed.push(nearestFree(point, placed, apart, allowed));
  return placed;
}

const DIRECTIONS = 16;

function nearestFree(
  point: Point,
  taken: readonly Point[],
  apart: number,
  allowed: (at: Point) => boolean,
): Point {
  const free = (at: Point): boolean =>
    allowed(at) && taken.every((other) => Math.hypot(at.x - other.x, at.y - other.y) >= apart);
  if (free(point)) return point;
  // Each ring is wider than the last, and so many things never fill the plane.
  for (let ring = 1; ; ring++) {
    for (let i = 0; i < DIRECTIONS; i++) {
      const angle = (i / DIRECTIONS) * 2 * Math.PI;
      const far = (ring * apart) / 6;
      const at = { x: point.x + far * Math.cos(angle), y: point.y + far * Math.sin(angle) };
      if (free(at)) return at;
    }
  }
}

function push(a: Point | undefined, b: Point | undefined, apart: number, salt: number): boolean {
  if (!a || !b) return false;
  let dx = b.x - a.x;
  let dy = b.y - a.y;
  let distance = Math.hypot(dx, dy);
  if (distance >= apart - 0.5) return false;
  if (distance < 0.01) {
    // On the same point: any direction does, but always the same one.
    dx = Math.cos(salt);
    dy = Math.sin(salt);
    distance = 1;
  }
  const shift = (apart - Math.min(distance, apart)) / 2 / distance;
  a.x -= dx * shift;
  a.y -= dy * shift;
  b.x += dx * shift;
  b.y += dy * shift;
  return true;
}

/** A label: its middle and its size. */
export interface Label extends Point {
  width: number;
  height: number;
}

/** A label that may stand at any of several points, the best first. */
export interface Choosy {
  points: readonly Point[];
  width: number;
  height: number;
}

/** The first point of each label where it covers none of the others; the best if there is none. */
export function choosePoints(labels: readonly Choosy[], gap: number): Point[] {
  const placed: Label[] = [];
  return labels.map(({ points, width, height }) => {
    const spots = points.map((point) => ({ ...point, width, height }));
    const spot = spots.find((one) => !placed.some((other) => overlap(one, other, gap))) ?? spots[0];
    if (!spot) return { x: 0, y: 0 };
    placed.push(spot);
    return { x: spot.x, y: spot.y };
  });
}

/** The labels moved up or down so that none covers another. */
export function unstack(labels: readonly Label[], gap: number): Point[] {
  const placed: Label[] = [];
  const order = [...labels.keys()].sort((i, j) => (labels[i]?.y ?? 0) - (labels[j]?.y ?? 0));
  const result: Point[] = labels.map((l) => ({ x: l.x, y: l.y }));
  for (const i of order) {
    const label = labels[i];
    if (!label) continue;
    const spot = { ...label };
    for (let tries = 0; tries < placed.length; tries++) {
      const hit = placed.find((other) => overlap(spot, other, gap));
      if (!hit) break;
      spot.y = hit.y + (hit.height + spot.height) / 2 + gap;
    }
    placed.push(spot);
    result[i] = { x: spot.x, y: spot.y };
  }
  return result;
}

function overlap(a: Label, b: Label, gap: number): boolean {
  return (
    Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap &&
    Math.abs(a.y - b.y) < (a.height + b.height) / 2 + gap
  );
}
