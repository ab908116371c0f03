// Lands for the home page: real tiles of the base game, edge to edge, each board within the number
// of tiles in the box. A letter is the tile's name, the digit its quarter turns. One for each day.

const BOARDS = [
  "I.g0 E.g1 P3 U0 O2 R.g2 H3 R2 M.g3 E1 E3 / N2 H1 S3 U0 P1 Q3 B3 I1 N.g0 V3 U2 / K0 E2 H.g0 B1 U1 J0 A1 V3 U.g2 P2 K3 / V.g1 F1 N1 R2 O3 L1 F0 J3 V0 M1 D3 / G2 S3 U0 D0 D0 V1 E2 B1 D1 K3 W1",
  "R3 E2 V.g2 L1 M.g3 U.g3 V3 V0 H2 U3 E1 / L0 P1 F0 D3 E0 U1 K2 W2 O1 S2 M3 / P2 P3 D2 L1 N3 A2 N.g1 G0 J3 S1 N0 / R.g1 T0 I0 V2 O1 E.g3 E1 F2 I.g3 H.g0 V3 / K0 U3 A0 B1 W3 U2 D2 U2 D0 K0 V2",
  "M2 N.g3 R1 H.g3 O3 L2 A1 R.g1 F0 D3 W3 / F1 H0 M.g1 H1 P0 T1 K3 D0 D2 J2 V2 / I.g0 N1 E3 E1 O3 L0 W2 V0 E0 R1 K3 / B2 N2 I3 A0 Q1 D3 V.g3 V1 E.g2 G1 U1 / W0 S1 S3 L1 P0 J2 K2 V0 E0 J0 W1",
  "E.g2 R.g1 E3 V.g3 O2 L3 A1 U.g1 M2 J3 J2 / F1 G3 E1 T2 R0 L3 U2 L1 N0 M.g2 P0 / F1 N1 E3 N.g1 E3 U1 A0 U3 I.g2 S3 V1 / P1 H1 K3 U0 W0 P2 S2 D3 H0 H.g2 B1 / W3 U0 V1 V3 W2 O1 I0 D1 R0 Q0 K3",
];

export interface HeroTile {
  id: string;
  r: number;
  x: number;
  y: number;
}

/** The land of a day. */
export function heroBoard(day: number): HeroTile[] {
  const rows = (BOARDS[day % BOARDS.length] ?? "").split("/");
  return rows.flatMap((row, y) =>
    row
      .trim()
      .split(" ")
      .map((word, x) => ({ id: `base/${word.slice(0, -1)}`, r: Number(word.slice(-1)), x, y })),
  );
}

/** Screens of at least this width have the land on their right, and words over its left. */
const WIDE = 900;
/** How much of such a screen shows nothing of the land: as the mask in Hero.svelte begins. */
const HIDDEN = 0.32;

/** The side of a tile on a screen of so many px: as Hero.svelte sets it. */
export function heroSide(width: number): number {
  return width < WIDE ? 96 : Math.min(150, Math.max(92, 0.086 * width));
}

/** The tiles of a land that can be seen on a screen of so many px: no other is worth its picture. */
export function heroInSight(tiles: readonly HeroTile[], width: number): HeroTile[] {
  const side = heroSide(width);
  const land = (Math.max(...tiles.map((tile) => tile.x)) + 1) * side;
  const [left, first] = width < WIDE ? [(width - land) / 2, 0] : [width - land, HIDDEN * width];
  return tiles.filter(({ x }) => left + (x + 1) * side > first && left + x * side < width);
}

/** Tiles whose middle is a monastery, a road or a city: a follower may stand there. */
const STANDING = new Set(["base/B", "base/U", "base/R", "base/Q", "base/K"]);

/** A few followers on the right half of the land, each of another colour, not side by side. */
export function heroFigures(tiles: readonly HeroTile[]): { tile: HeroTile; colour: number }[] {
  const chosen: HeroTile[] = [];
  for (const tile of tiles) {
    const near = chosen.some((other) => Math.hypot(other.x - tile.x, other.y - tile.y) < 2);
    if (STANDING.has(tile.id) && tile.x >= 5 && !near) chosen.push(tile);
  }
  return chosen.slice(0, 6).map((tile, i) => ({ tile, colour: [2, 4, 3, 0, 5, 1][i] ?? 0 }));
}
