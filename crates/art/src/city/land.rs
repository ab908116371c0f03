//! The land around the town: a hill washed in green that runs out into the parchment, with trees,
//! fields and the way to the gate.

use table::Cell;

use super::stage::Stage;
use super::wall::Piece;
use crate::board::corner;
use crate::colour::{INK, MEADOW, POOL, ROAD, ROAD_EDGE, RUT, Rgb, map};
use crate::geom::{Curve, INWARD, Pt, TILE, add, along, left_of, middle, point};
use crate::rng::Rng;
use crate::sprite::{self, Crown};
use crate::svg::{Pen, bar, curves, d, flat, line, stroke};
use crate::{Detail, Style};

/// How far the green reaches from the tiles.
const REACH: f64 = 132.0;
/// The washes from the outer edge inwards: distance and colour.
const WASHES: [(f64, Rgb); 5] = [
    (REACH, map(0x00C2_BE80)),
    (REACH - 3.0, map(0x00D9_D8A0)),
    (REACH - 20.0, map(0x00CB_D08F)),
    (REACH - 44.0, map(0x00BA_C97E)),
    (REACH - 70.0, MEADOW),
];
const FURROW: Rgb = map(0x008F_8A45);
const PLOUGHED: Rgb = map(0x00C4_B26A);
const STUBBLE: Rgb = map(0x00D9_CB86);

/// The town and what lies around it.
pub(super) struct Land<'a> {
    /// The cells with tiles.
    pub cells: &'a [Cell],
    /// The gate, if it stands.
    pub gate: Option<Piece>,
    /// How to draw.
    pub style: Style,
}

impl Land<'_> {
    /// Draws the land.
    pub fn draw(&self, pen: &mut Pen) {
        let town: String = self.cells.iter().map(|c| bar(corner(*c), (TILE, TILE))).collect();
        let blots = self.blots();
        for (reach, colour) in WASHES {
            pen.path(&town, stroke(colour, 2.0 * reach).round());
            for (at, far, r) in &blots {
                // A blot swells each wash by the same measure.
                let r = r - (REACH - reach) * 0.55;
                if *far < reach && r > 6.0 {
                    pen.circle(*at, r.round(), flat(colour));
                }
            }
        }
        self.patches(pen, &town);
        self.commons(pen);
        if let Some(gate) = &self.gate {
            way(pen, gate);
        }
        if self.style.detail == Detail::Small {
            return;
        }
        let mut stage = Stage::new(self.style.night);
        self.things(&mut stage);
        pen.inked(INK, self.style.detail.of(0.9, 1.2, 2.0), |pen| stage.draw(pen));
    }

    /// The distance of a point to the town.
    fn distance(&self, p: Pt) -> f64 {
        let to = |cell: &Cell| {
            let c = corner(*cell);
            let gap = |v: f64, low: f64| (low - v).max(v - low - TILE).max(0.0);
            let (dx, dy) = (gap(p.0, c.0), gap(p.1, c.1));
            (dx * dx + dy * dy).sqrt()
        };
        self.cells.iter().map(to).fold(1e9, f64::min)
    }

    /// Cells beside the town that have no tile, each once, in order.
    fn beside(&self) -> Vec<Cell> {
        let mut all: Vec<Cell> = self.cells.iter().flat_map(|c| c.around()).collect();
        table::sort_short(&mut all);
        all.dedup();
        all.retain(|c| !self.cells.contains(c));
        all
    }

    /// Where the wash runs out farther than elsewhere: point, distance to the town, radius.
    fn blots(&self) -> Vec<(Pt, f64, f64)> {
        let mut blots = Vec::new();
        for cell in self.beside() {
            let mut rng = Rng::of("blot").cell(cell);
            for _ in 0..9 {
                let at = add(corner(cell), (rng.whole(200), rng.whole(200)), 1.0);
                let far = self.distance(at);
                let r = rng.range(30.0, 62.0);
                if far > 70.0 && far < REACH - 14.0 && far + r < REACH + 30.0 {
                    blots.push((at, far, r));
                }
            }
        }
        blots
    }

    /// Empty cells inside the town (CITY-32).
    fn holes(&self) -> Vec<Cell> {
        let beside = self.beside();
        let bound = |of: fn(&Cell) -> i16| {
            let all = || self.cells.iter().map(of);
            (all().min().unwrap_or(0) - 1, all().max().unwrap_or(0) + 1)
        };
        let ((west, east), (north, south)) = (bound(|c| c.x), bound(|c| c.y));
        let mut outside = vec![Cell::new(west, north)];
        let mut at = 0;
        while let Some(cell) = outside.get(at).copied() {
            at += 1;
            for next in table::Side::ALL.map(|side| cell.step(side)) {
                let on_sheet = (west..=east).contains(&next.x) && (north..=south).contains(&next.y);
                if on_sheet && !self.cells.contains(&next) && !outside.contains(&next) {
                    outside.push(next);
                }
            }
        }
        beside.into_iter().filter(|c| !outside.contains(c)).collect()
    }

    /// A hole is the common of the town: a green with a lane of beaten earth around it, into which
    /// the streets beside it run.
    fn commons(&self, pen: &mut Pen) {
        let greens: String = self.holes().iter().map(|c| bar(corner(*c), (TILE, TILE))).collect();
        if greens.is_empty() {
            return;
        }
        let rims = self.hole_rims();
        pen.path(&greens, flat(MEADOW));
        for (width, opacity) in [(110.0, 0.12), (84.0, 0.18)] {
            pen.path(&rims, stroke(POOL, width).round().opacity(opacity));
        }
        pen.path(&rims, stroke(INK, 58.0).round().opacity(0.16));
        pen.path(&rims, stroke(ROAD_EDGE, 54.0).round());
        pen.path(&rims, stroke(ROAD, 50.0).round());
        // The houses around it throw their shadow on the lane.
        pen.path(&rims, stroke(INK, 12.0).opacity(0.18));
    }

    /// The sides of holes where tiles begin.
    fn hole_rims(&self) -> String {
        let mut data = String::new();
        for hole in self.holes() {
            for side in table::Side::ALL.into_iter().filter(|s| self.cells.contains(&hole.step(*s)))
            {
                let [from, to] =
                    [0.0, TILE].map(|d| add(corner(hole), along(side as usize, d, 0.0), 1.0));
                data += &line(&[from, to]);
            }
        }
        data
    }

    /// Darker and lighter pools of the wash.
    fn patches(&self, pen: &mut Pen, town: &str) {
        pen.path(town, stroke(POOL, 100.0).round().opacity(0.12));
        for cell in self.beside() {
            let mut rng = Rng::of("patch").cell(cell);
            for _ in 0..3 {
                let at = add(corner(cell), (rng.range(0.0, TILE), rng.range(0.0, TILE)), 1.0);
                let r = rng.range(16.0, 44.0);
                let colour = rng.pick(&[POOL, map(0x00D6_DB9A), map(0x0086_A552)]);
                if self.distance(at) < REACH - 40.0 - r * 0.4 {
                    pen.ellipse(at, (r.round(), (r * 0.6).round()), flat(colour).opacity(0.16));
                }
            }
        }
    }

    /// Trees, fields and flocks.
    fn things(&self, stage: &mut Stage) {
        let mut taken: Vec<(Pt, f64)> = Vec::new();
        let holes = self.holes();
        let way = self.gate.as_ref().map(way_curve);
        let near_way = |p: Pt| {
            way.is_some_and(|c| {
                (0..=12).any(|i| crate::geom::dist(point(&c, f64::from(i) / 12.0), p) < 30.0)
            })
        };
        for cell in self.beside() {
            let mut rng = Rng::of("land").cell(cell);
            for _ in 0..16 {
                let at = add(corner(cell), (rng.whole(200), rng.whole(200)), 1.0);
                let kind = rng.below(10);
                let (room, least) = if kind < 2 { (26.0, 78.0) } else { (11.0, 52.0) };
                let far = self.distance(at);
                let least = if holes.contains(&cell) { room + 34.0 } else { least };
                let free = |(p, r): &(Pt, f64)| crate::geom::dist(*p, at) > r + room;
                if far < least || far > REACH - 22.0 || near_way(at) || !taken.iter().all(free) {
                    continue;
                }
                taken.push((at, room));
                let detail = self.style.detail;
                stage.put(at.1, |pen| match kind {
                    0 | 1 => field(pen, at, &mut rng),
                    2..=7 => grove(pen, at, &mut rng, detail),
                    8 => sprite::sheep(pen, at, &mut rng),
                    _ => sprite::haystack(pen, at),
                });
            }
        }
    }
}

/// Two or three trees.
fn grove(pen: &mut Pen, at: Pt, rng: &mut Rng, detail: Detail) {
    let count = 1 + rng.below(3);
    for i in 0..count {
        let step = (9.0 * i as f64 - 6.0, rng.range(-2.0, 4.0) + i as f64 * 2.0);
        let r = rng.range(6.0, 9.5);
        let mut own = Rng::seeded(rng.bits());
        sprite::tree(pen, add(at, step, 1.0), r, &mut own, detail, Crown::Any);
    }
}

/// A small ploughed field.
fn field(pen: &mut Pen, (x, y): Pt, rng: &mut Rng) {
    let lean = rng.range(-8.0, 8.0).round();
    let colour = rng.pick(&[PLOUGHED, STUBBLE]);
    let data = d!("M{},{}l{},-22h40l{},22z", x - 20.0, y, lean, -lean);
    pen.path(&data, crate::svg::fill(colour).line(FURROW).width(1.2));
    let rows: String =
        (1..6).map(|i| d!("M{},{}l{},-22", x - 20.0 + 6.7 * f64::from(i), y, lean)).collect();
    pen.path(&rows, stroke(FURROW, 1.2).opacity(0.7));
}

/// The middle line of the way that leads to the gate.
fn way_curve(gate: &Piece) -> Curve {
    let side = gate.side();
    let out = (-INWARD[side].0, -INWARD[side].1);
    let start = add(gate.corner(), middle(side), 1.0);
    // It winds a little; the direction follows from where the gate stands.
    let lean = if (gate.edge.cell.x + gate.edge.cell.y) % 2 == 0 { 1.0 } else { -1.0 };
    let far = add(add(start, out, REACH + 48.0), left_of(out), 46.0 * lean);
    [start, add(start, out, 90.0), add(far, out, -70.0), far]
}

fn way(pen: &mut Pen, gate: &Piece) {
    let data = curves(&[way_curve(gate)]);
    pen.path(&data, stroke(ROAD_EDGE, 25.0));
    pen.path(&data, stroke(ROAD, 22.0));
    pen.path(&data, stroke(RUT, 10.5));
    pen.path(&data, stroke(ROAD, 8.0));
}

/// How far the land reaches beyond the tiles.
pub(super) const MARGIN: f64 = REACH + 42.0;
