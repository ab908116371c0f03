// Which place of a tile lies under a point: asked of the same outlines that overlays draw.

import type { DrawnSpot } from "../board/shapes.svelte";

let pen: CanvasRenderingContext2D | null | undefined;
const paths = new Map<string, Path2D>();

/** The place whose region holds the point (0..200), small regions before large ones. */
export function placeUnder(
  places: readonly DrawnSpot[],
  x: number,
  y: number,
): DrawnSpot | undefined {
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return undefined;
  for (const place of places) {
    let path = paths.get(place.area);
    if (!path) {
      path = new Path2D(place.area);
      paths.set(place.area, path);
    }
    if (pen.isPointInPath(path, x, y, "evenodd")) return place;
  }
  return undefined;
}
