//! Where figures stand or lie on a tile, and where its building and its signs are: all of it is
//! settled here, before anything is drawn, so that pictures and places agree.

use super::area::{Area, StreetMap};
use super::plan::End;
use super::stage::Keep;
use super::{Ground, hall};
use crate::geom::{Pt, dist, point};

/// A place for a figure.
#[derive(Clone, Copy, Debug)]
pub(super) struct FigureSpot {
    /// The feet of a standing figure, the middle of a lying one.
    pub at: Pt,
    /// How large a figure may be there, 1 at most.
    pub scale: f64,
}

/// A building on a tile.
#[derive(Clone, Debug)]
pub(super) struct Building {
    /// Its name if it is historic.
    pub name: Option<String>,
    /// The middle of its base.
    pub at: Pt,
    /// Its size.
    pub scale: f64,
}

/// What is where on a tile.
#[derive(Debug)]
pub(super) struct Layout {
    /// The place of a figure for each street, then for each area.
    pub spots: Vec<FigureSpot>,
    /// Its buildings.
    pub buildings: Vec<Building>,
    /// The middle of the sign of each area; homes have none.
    pub signs: Vec<Option<Pt>>,
    /// What stands in the middle of wide markets, for each area.
    pub centres: Vec<Option<Pt>>,
}

/// Half the width and the height of a standing figure, with a little air.
const STANDING: (f64, f64) = (15.0, 42.0);
/// The radius of ground that a lying figure needs.
const LYING: f64 = 17.0;

impl Layout {
    /// Finds the places of a tile.
    pub fn new(tile: &city::Tile, plan: &StreetMap) -> Layout {
        let mut buildings = Vec::new();
        let names = tile.building_names.iter().cloned().map(Some);
        let unnamed = (tile.historic as usize).saturating_sub(tile.building_names.len());
        let historic = names.chain((0..unnamed).map(|_| Some(String::new())));
        for name in historic.chain((0..tile.public).map(|_| None)) {
            if let Some(building) = place_building(plan, name, &buildings) {
                buildings.push(building);
            }
        }
        let mut spots: Vec<FigureSpot> = plan.streets.iter().map(street_spot).collect();
        let (mut signs, mut centres) = (Vec::new(), Vec::new());
        for area in &plan.areas {
            if area.ground == Ground::Homes {
                spots.push(homes_spot(area, &buildings));
                signs.push(None);
                centres.push(None);
            } else {
                let (spot, centre) = market_spot(area);
                signs.push(Some(sign_place(area, &spot, centre)));
                centres.push(centre);
                spots.push(spot);
            }
        }
        Layout { spots, buildings, signs, centres }
    }

    /// What houses and stalls keep clear of.
    pub fn kept(&self, plan: &StreetMap) -> Vec<Keep> {
        let mut kept: Vec<Keep> = self.buildings.iter().map(Building::footprint).collect();
        for (area, spot) in plan.areas.iter().zip(&self.spots[plan.streets.len()..]) {
            let (x, y) = spot.at;
            if area.ground == Ground::Homes {
                let k = spot.scale;
                kept.push(Keep { x: (x - 15.0 * k, x + 15.0 * k), y: (y - 6.0 * k, y + 5.0 * k) });
            } else {
                kept.push(Keep { x: (x - 9.0, x + 9.0), y: (y - 12.0, y + 3.0) });
            }
        }
        let centres = self.centres.iter().flatten();
        kept.extend(centres.map(|(x, y)| Keep { x: (x - 27.0, x + 27.0), y: (y - 24.0, y + 9.0) }));
        kept
    }
}

impl Building {
    /// The ground it covers.
    pub fn footprint(&self) -> Keep {
        let ((x, y), k) = (self.at, self.scale);
        let half = if self.name.is_some() { 33.0 } else { 29.0 };
        Keep { x: (x - half * k, x + half * k), y: (y - 26.0 * k, y + 10.0) }
    }
}

fn street_spot(street: &super::plan::Street) -> FigureSpot {
    let t = match street.end {
        End::Through => 0.5,
        End::Crossing => 0.36,
        End::Blind => 0.42,
    };
    let (x, y) = point(&street.curve, t);
    FigureSpot { at: (x, y + 6.0), scale: 1.0 }
}

/// The distance between the base lines of houses, in full detail.
const ROW: f64 = 25.0;

/// A resident lies on a small square, away from the buildings and within one row of houses.
fn homes_spot(area: &Area, buildings: &[Building]) -> FigureSpot {
    let away = |p: Pt| buildings.iter().map(|b| away_from(&b.footprint(), p)).fold(1e9, f64::min);
    let (at, clear) = area.best(|p, clear| {
        let astray = ((p.1 + 9.0 + ROW / 2.0) % ROW - ROW / 2.0).abs();
        clear.min(away(p)).min(24.0) - astray * 0.5 - dist(p, (100.0, 100.0)) * 0.01
    });
    FigureSpot { at, scale: (clear.min(away(at).max(9.0)) / LYING).clamp(0.45, 1.0) }
}

fn away_from(keep: &Keep, p: Pt) -> f64 {
    let dx = (keep.x.0 - p.0).max(p.0 - keep.x.1);
    let dy = (keep.y.0 - p.1).max(p.1 - keep.y.1);
    dx.max(dy)
}

/// From this distance to its borders on a market has something in its middle.
const WIDE: f64 = 62.0;

/// A merchant stands where there is most room, on wide markets beside what is in the middle.
fn market_spot(area: &Area) -> (FigureSpot, Option<Pt>) {
    let (middle, clear) = area.best(|p, clear| clear.min(90.0) - dist(p, (100.0, 100.0)) * 0.01);
    if clear > WIDE {
        let at = (middle.0 + 42.0, middle.1 + 26.0);
        return (FigureSpot { at, scale: 1.0 }, Some(middle));
    }
    let down = (clear * 0.5).min(14.0);
    (
        FigureSpot { at: (middle.0, middle.1 + down), scale: (clear / STANDING.0).clamp(0.6, 1.0) },
        None,
    )
}

/// The sign hangs beside the merchant's place, not over it.
fn sign_place(area: &Area, spot: &FigureSpot, centre: Option<Pt>) -> Pt {
    let body = (spot.at.0, spot.at.1 - STANDING.1 * 0.4);
    let worth = |p: Pt, clear: f64| {
        let far = dist(p, body).min(centre.map_or(1e9, |c| dist(p, (c.0, c.1 - 10.0)) - 10.0));
        clear.min(17.0) * 2.0 + far.min(30.0) * 1.6 - (far - 34.0).max(0.0) * 0.5
    };
    area.best(worth).0
}

/// A building that would hide more than this of streets and markets is better made smaller.
const HIDING: f64 = 8.0;

/// How well a building would stand at a point.
#[derive(Clone, Copy)]
struct Stand {
    worth: f64,
    hidden: f64,
    at: Pt,
}

/// The best ground for a building: all of its foot on homes, its top over no street if possible.
fn place_building(plan: &StreetMap, name: Option<String>, others: &[Building]) -> Option<Building> {
    let half = if name.is_some() { 31.0 } else { 28.0 };
    let height = hall::height(name.as_deref());
    let mut found: Option<(f64, Stand)> = None;
    for scale in [1.0, 0.94, 0.88, 0.8, 0.72, 0.64] {
        let size = (half * scale, height * scale);
        let best_of = |grid: &mut dyn Iterator<Item = Pt>| {
            let stands = grid.filter_map(|at| stand(plan, at, size, others));
            stands.max_by(|a, b| a.worth.total_cmp(&b.worth))
        };
        let grid = |(x, y): Pt, step: f64, count: usize| {
            let at = move |i: usize| (x + step * (i % count) as f64, y + step * (i / count) as f64);
            (0..count * count).map(at)
        };
        let best = best_of(&mut grid((24.0, 34.0), 8.0, 20))
            .and_then(|Stand { at: (x, y), .. }| best_of(&mut grid((x - 4.0, y - 4.0), 2.0, 5)));
        let better = |stand: &Stand| found.is_none_or(|(_, old)| stand.hidden < old.hidden - 4.0);
        if let Some(stand) = best.filter(better) {
            found = Some((scale, stand));
        }
        if found.is_some_and(|(_, stand)| stand.hidden < HIDING) {
            break;
        }
    }
    found.map(|(scale, stand)| Building { name, at: stand.at, scale })
}

/// How well a building would stand at a point; `None` if it does not fit.
fn stand(plan: &StreetMap, (x, y): Pt, (half, height): Pt, others: &[Building]) -> Option<Stand> {
    if x < half + 2.0 || x > 198.0 - half || y - height < 2.0 || y > 192.0 {
        return None;
    }
    let home = plan.areas.iter().find(|a| a.ground == Ground::Homes && a.contains((x, y)))?;
    let mut free = 12.0_f64;
    for px in [x - half, x, x + half] {
        for py in [y + 3.0, y - 10.0, y - 22.0] {
            if !home.contains((px, py)) {
                return None;
            }
            free = free.min(plan.to_street((px, py))).min(plan.to_border((px, py)));
        }
    }
    // What its upper part would hide of streets and markets.
    let mut hidden = 0.0_f64;
    for (k, up) in [(-0.9, 0.4), (-0.5, 0.65), (0.0, 0.8), (0.2, 1.0), (0.5, 0.65), (0.9, 0.4)] {
        let p = (x + half * k, y - height * up);
        let market = plan.areas.iter().any(|a| a.ground != Ground::Homes && a.contains(p));
        let depth = if market { plan.to_border(p) } else { 0.0 };
        hidden += (-plan.to_street(p)).max(depth).max(0.0);
    }
    let here = Keep { x: (x - half, x + half), y: (y - 26.0, y + 8.0) };
    if free < 2.0 || others.iter().any(|o| o.footprint().meets(&here)) {
        return None;
    }
    let off = (x - 100.0).abs() * 0.06 + (y - 110.0).abs() * 0.06;
    Some(Stand { worth: free * 3.0 - hidden * 3.0 - off, hidden, at: (x, y) })
}
