//! A tile as an illustrated map: grounds, streets, then everything upright from back to front.

use table::Cell;

use super::area::{Area, StreetMap};
use super::around::Around;
use super::fair::Fair;
use super::plan::{COURT, End, HALF, ROUNDEL, Street};
use super::spot::{FigureSpot, Layout};
use super::stage::{Keep, Stage};
use super::terrace::terraces;
use super::tint::{EARTH, EARTH_DARK, EARTH_LIGHT, JOINT, KERB, PAVING, cloth};
use super::{Ground, hall, market, verge};
use crate::colour::{GOLD, INK, SQUARE, STONE, STONE_LIGHT};
use crate::geom::{CENTRE, Pt, TILE, add, tailed};
use crate::rng::Rng;
use crate::sprite::{self, Crown};
use crate::svg::{Pen, curves, d, fill, flat, polygon, stroke};
use crate::{Detail, Style};

/// How much of the line between two tiles is seen.
const SEAM: f64 = 0.4;

/// A tile to be drawn.
pub(super) struct TileDrawing<'a> {
    pub tile: &'a city::Tile,
    pub rot: table::Rot,
    pub cell: Cell,
    pub around: &'a Around,
    pub style: Style,
    pub plan: &'a StreetMap,
    pub layout: &'a Layout,
}

impl TileDrawing<'_> {
    /// The random numbers of a kind of thing on this tile.
    fn rng(&self, kind: &str) -> Rng {
        Rng::of(kind).text(&self.tile.id).int(self.rot as i64).cell(self.cell)
    }

    fn detail(&self) -> Detail {
        self.style.detail
    }

    fn is_small(&self) -> bool {
        self.style.detail == Detail::Small
    }

    /// The picture, without its frame.
    pub fn draw(&self) -> String {
        let mut pen = Pen::new(self.style.night);
        pen.path("M-6,-6h212v212h-212z", flat(EARTH));
        if !self.is_small() {
            self.earth(&mut pen);
        }
        for area in self.plan.areas.iter().filter(|a| a.ground != Ground::Homes) {
            self.paving(&mut pen, area);
        }
        verge::draw(&mut pen, self.plan, self.around, self.detail());
        self.streets(&mut pen);
        self.squares(&mut pen);
        let mut stage = Stage::new(self.style.night);
        self.upright(&mut stage);
        pen.inked(INK, self.detail().of(0.9, 1.1, 2.0), |pen| stage.draw(pen));
        // Tiles are counted: where one ends is seen, also in the midst of houses.
        pen.path("M0,0h200v200h-200z", stroke(INK, self.detail().of(1.6, 2.2, 5.0)).opacity(SEAM));
        pen.into_text()
    }

    /// Washes of earth, the same from both sides of a seam.
    fn earth(&self, pen: &mut Pen) {
        for (dx, dy) in (0..9).map(|i| (i % 3 - 1, i / 3 - 1)) {
            let mut rng = Rng::of("earth").int(self.cell.x + dx).int(self.cell.y + dy);
            let (x, y) = (rng.range(0.0, TILE), rng.range(0.0, TILE));
            let (x, y) = ((x + f64::from(dx) * TILE).round(), (y + f64::from(dy) * TILE).round());
            let r = rng.range(50.0, 95.0).round();
            let colour = rng.pick(&[EARTH_LIGHT, EARTH_DARK]);
            if x > -r && x < TILE + r && y > -r && y < TILE + r {
                pen.circle((x, y), r, flat(colour).opacity(0.16));
                pen.circle((x, y), r * 0.7, flat(colour).opacity(0.14));
            }
        }
    }

    /// The ground of a market.
    fn paving(&self, pen: &mut Pen, area: &Area) {
        let cloth = cloth(area.ground);
        let data: String = area.rings.iter().map(|r| polygon(&bled(r))).collect();
        pen.path(&data, flat(cloth.paving));
        if self.is_small() {
            return;
        }
        let full = self.detail() == Detail::Full;
        let step = if full { 9.0 } else { 14.0 };
        let mut rows = [String::new(), String::new()];
        for row in 0..(TILE / step) as usize {
            let y = step * (row as f64 + 0.5);
            for (from, to) in spans(area, y) {
                rows[row % 2] += &d!("M{},{}h{}", from + 1.0, y, to - from - 2.0);
            }
        }
        let brush = match area.ground {
            Ground::Fish => stroke(cloth.joint, 1.4).dash(9.0, 4.0),
            Ground::Grain => stroke(cloth.joint, 1.6).dash(4.0, 6.0),
            _ => stroke(cloth.joint, 1.9).dash(1.6, 7.4),
        };
        pen.path(&rows[0], brush.opacity(0.8));
        pen.path(&rows[1], brush.offset(6.0).opacity(0.8));
    }

    fn streets(&self, pen: &mut Pen) {
        let plan = self.plan;
        if plan.streets.is_empty() {
            return;
        }
        let all: String = plan.streets.iter().map(|s| curves(&tailed(&[s.curve], 8.0))).collect();
        let small = self.is_small();
        let edge = if small { 4.0 } else { 1.2 };
        let courts: Vec<&Street> = plan.streets.iter().filter(|s| s.end == End::Blind).collect();
        if !small {
            pen.path(&all, stroke(INK, 2.0 * HALF + 6.0).opacity(0.16));
        }
        for court in &courts {
            pen.circle(court.curve[3], COURT + edge / 2.0, flat(KERB));
        }
        pen.path(&all, stroke(KERB, 2.0 * HALF + edge));
        for court in &courts {
            pen.circle(court.curve[3], COURT - 1.2, flat(PAVING));
        }
        pen.path(&all, stroke(PAVING, 2.0 * HALF - 2.4));
        if self.detail() == Detail::Full {
            pen.path(&all, stroke(JOINT, 18.0).dash(1.0, 6.4));
            pen.path(&all, stroke(PAVING, 13.0));
            pen.path(&all, stroke(JOINT, 8.0).dash(1.0, 6.4).offset(3.6));
            pen.path(&all, stroke(PAVING, 3.0));
            pen.path(&all, stroke(JOINT, 20.6).opacity(0.35));
            pen.path(&all, stroke(PAVING, 18.4).opacity(0.5));
        }
        if plan.streets.iter().any(|s| s.end == End::Crossing) {
            let rim = if small { 3.0 } else { 1.4 };
            pen.circle(CENTRE, ROUNDEL, fill(SQUARE).line(KERB).width(rim));
            pen.circle(CENTRE, ROUNDEL - 4.0, fill(PAVING).line(JOINT).width(1.2));
        }
    }

    /// The small squares where residents lie.
    fn squares(&self, pen: &mut Pen) {
        for (area, spot) in self.areas() {
            if area.ground == Ground::Homes {
                let k = spot.scale;
                pen.ellipse(spot.at, (17.0 * k, 9.0 * k), flat(EARTH_LIGHT));
                if self.detail() == Detail::Full && k > 0.6 {
                    let (x, y) = spot.at;
                    let data = d!("M{},{}h3m3,-2h4m3,3h4m-15,4h4m3,-1h5", x - 9.0, y - 3.0);
                    pen.path(&data, stroke(EARTH_DARK, 1.0).opacity(0.7));
                }
            }
        }
    }

    fn areas(&self) -> impl Iterator<Item = (&Area, &FigureSpot)> {
        self.plan.areas.iter().zip(&self.layout.spots[self.plan.streets.len()..])
    }

    /// Everything upright.
    fn upright(&self, stage: &mut Stage) {
        let bold = if self.is_small() { 1.15 } else { 1.0 };
        for building in &self.layout.buildings {
            let mut rng = self.rng("hall");
            stage.put(building.at.1 + 1.0, |pen| {
                hall::building(pen, building, bold, self.detail(), &mut rng);
            });
        }
        let kept = self.layout.kept(self.plan);
        let size = self.detail().of(0.95, 1.15, 2.0);
        for (i, area) in self.plan.areas.iter().enumerate() {
            let Some(at) = self.layout.signs[i] else { continue };
            stage.put(at.1 + 60.0, |pen| market::sign(pen, area.ground, at, size));
            if !self.is_small() {
                let r = 13.0 * size;
                let sign = Keep { x: (at.0 - r, at.0 + r), y: (at.1 - r, at.1 + r) };
                let mut fair = Fair {
                    plan: self.plan,
                    area,
                    kept: kept.iter().copied().chain([sign]).collect(),
                    rng: self.rng("stall").int(i as i64),
                };
                fair.fill(stage, self.layout.centres[i], self.detail());
            }
        }
        if !self.is_small() {
            self.street_furniture(stage);
        }
        terraces(stage, self.plan, &kept, (&self.rng("house"), self.cell), self.detail());
    }

    /// A post where streets meet; a well or a tree where one ends.
    fn street_furniture(&self, stage: &mut Stage) {
        let mut rng = self.rng("street");
        for street in self.plan.streets.iter().filter(|s| s.end == End::Blind) {
            let at = add(street.curve[3], (0.0, 5.0), 1.0);
            let mut crown = Rng::seeded(rng.bits());
            if rng.below(3) == 0 {
                let detail = self.detail();
                stage.put(at.1, |pen| sprite::tree(pen, at, 7.5, &mut crown, detail, Crown::Round));
            } else {
                stage.put(at.1, |pen| sprite::well(pen, at));
            }
        }
        if self.plan.streets.iter().any(|s| s.end == End::Crossing) {
            stage.put(106.0, |pen| {
                pen.path("M94,107v-6h12v6z", fill(STONE));
                pen.path("M98.4,101v-14h3.2v14z", fill(STONE_LIGHT));
                pen.circle((100.0, 86.0), 3.4, fill(GOLD));
            });
        }
    }
}

/// A ring whose points on sides lie a little outside the tile, so that its edge is never seen.
fn bled(ring: &[Pt]) -> Vec<Pt> {
    let out = |v: f64| {
        if v < 0.5 {
            v - 4.0
        } else if v > TILE - 0.5 {
            v + 4.0
        } else {
            v
        }
    };
    ring.iter().map(|p| (out(p.0), out(p.1))).collect()
}

/// Where a level line lies inside an area.
fn spans(area: &Area, y: f64) -> Vec<(f64, f64)> {
    let mut cuts: Vec<f64> = Vec::new();
    for ring in area.rings.iter().chain(&area.holes) {
        for (i, a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            if (a.1 > y) != (b.1 > y) {
                cuts.push((b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0);
            }
        }
    }
    table::sort_short_by(&mut cuts, |a, b| a < b);
    cuts.chunks_exact(2).map(|pair| (pair[0], pair[1])).filter(|(a, b)| b - a > 6.0).collect()
}
