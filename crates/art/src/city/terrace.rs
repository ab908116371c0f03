//! Terraces: rows of houses that fill the homes from street to street without a gap at the sides
//! of the tile.
//!
//! The base lines are the same on all tiles, and a row that reaches a side ends exactly there, so
//! that it goes on next door. A whole row is drawn as few paths, one for each colour.

use table::Cell;

use super::Ground;
use super::area::StreetMap;
use super::stage::{Keep, Stage};
use super::tint::{PLASTER, TOWN_ROOFS};
use crate::Detail;
use crate::colour::{DOOR, INK, TREE_INK, TREES, WINDOW};
use crate::geom::{Pt, TILE};
use crate::rng::Rng;
use crate::svg::{Pen, bar, d, fill, flat, steps, stroke};

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Eaves,
    Gable,
    Hipped,
}

/// A house of a terrace.
#[derive(Clone, Copy)]
struct House {
    left: f64,
    foot: f64,
    width: f64,
    wall: f64,
    roof: f64,
    form: Form,
    tone: usize,
    plaster: usize,
    lit: bool,
}

/// The measures of terraces at a level of detail.
#[derive(Clone, Copy)]
struct Measure {
    rows: usize,
    width: (f64, f64),
    tall: f64,
}

/// Puts the houses of a tile on a stage, and the trees between them.
pub(super) fn terraces(
    stage: &mut Stage,
    plan: &StreetMap,
    kept: &[Keep],
    (key, cell): (&Rng, Cell),
    detail: Detail,
) {
    let measure = detail.of(
        Measure { rows: 8, width: (13.0, 27.0), tall: 1.0 },
        Measure { rows: 7, width: (17.0, 32.0), tall: 1.15 },
        Measure { rows: 4, width: (30.0, 48.0), tall: 1.9 },
    );
    for row in 0..measure.rows {
        let mut rng = key.clone().int(row as i64);
        let foot = (TILE / measure.rows as f64) * (row as f64 + 1.0) - 1.0;
        let mut houses = Vec::new();
        for (from, to) in gaps(plan, kept, foot, measure.tall) {
            let narrow = to - from < measure.least() && to - from >= 5.0;
            if narrow && detail == Detail::Full && rng.below(2) == 0 {
                tree(stage, (f64::midpoint(from, to), foot - 1.0), 4.2, &mut rng, detail);
            }
            fill_gap(&mut houses, stage, (from, to, foot), measure, &mut rng, detail);
        }
        for house in &mut houses {
            if rng.below(5) < 2 {
                house.tone = quarter(cell, house);
            }
        }
        if !houses.is_empty() {
            stage.put(foot, |pen| draw_row(pen, &houses, detail));
        }
    }
}

/// The roof that is common in this part of the town: parts are smaller than tiles, and do not end
/// with them.
fn quarter(cell: Cell, house: &House) -> usize {
    let part = |cell: i16, at: f64| ((f64::from(cell) * TILE + at) / 130.0).floor() as i64;
    let (x, y) = (part(cell.x, house.left + house.width / 2.0), part(cell.y, house.foot));
    Rng::of("quarter").int(x).int(y).below(TOWN_ROOFS.len() as u64) as usize
}

impl Measure {
    /// The narrowest house.
    fn least(self) -> f64 {
        self.width.0 * 0.62
    }
}

/// The lengths of a base line where houses can stand.
fn gaps(plan: &StreetMap, kept: &[Keep], foot: f64, tall: f64) -> Vec<(f64, f64)> {
    let fits = |x: f64| {
        let here = |y: f64| {
            let p = (x, y);
            let homes = plan.areas.iter().any(|a| a.ground == Ground::Homes && a.contains(p));
            homes && plan.to_border(p) > 4.0
        };
        let probe = Keep { x: (x - 1.0, x + 1.0), y: (foot - 13.0 * tall, foot) };
        [foot - 1.0, foot - 12.0 * tall].into_iter().all(here)
            && plan.to_street((x, foot)) > 1.5
            && plan.to_street((x, foot - 15.0 * tall)) > -2.0
            && !kept.iter().any(|k| k.meets(&probe))
    };
    // Every other point is looked at; one between two alike is like them.
    let coarse: Vec<bool> = (0..=50).map(|i| fits((4.0 * f64::from(i) + 1.0).min(199.0))).collect();
    let at = |step: usize| match (coarse[step / 2], coarse[(step / 2 + 1).min(50)]) {
        (here, _) if step.is_multiple_of(2) => here,
        (before, after) if before == after => before,
        _ => fits(2.0 * step as f64 + 1.0),
    };
    let mut found: Vec<(f64, f64)> = Vec::new();
    let mut start = None;
    for step in 0..=100 {
        let x = 2.0 * step as f64;
        match (step < 100 && at(step), start) {
            (true, None) => start = Some(x),
            (false, Some(from)) => {
                found.push((from, x));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Fills a length with houses, now and then with a tree between.
fn fill_gap(
    houses: &mut Vec<House>,
    stage: &mut Stage,
    (from, to, foot): (f64, f64, f64),
    measure: Measure,
    rng: &mut Rng,
    detail: Detail,
) {
    let least = measure.least();
    let mut left = from;
    while to - left >= least {
        let mut width = rng.range(measure.width.0, measure.width.1).round();
        let rest = to - left - width;
        if rest < least {
            // The last one takes what is left, or leaves enough for one more.
            width = if rest > -6.0 { to - left } else { ((to - left) / 2.0).max(least).round() };
            width = width.min(to - left);
        }
        let inside = left > 4.0 && left + width < 196.0;
        if detail != Detail::Small && rng.unit() < 0.08 && inside {
            tree(stage, (left + 5.0, foot - rng.whole(4)), 5.5, rng, detail);
            left += 10.0;
            continue;
        }
        houses.push(house((left, foot), width, measure.tall, rng));
        left += width;
        // A narrow passage here and there.
        if to - left > least + 3.0 && rng.unit() < 0.16 {
            left += 3.0;
        }
    }
}

/// A small tree between houses, in fewer strokes than those of the country.
fn tree(stage: &mut Stage, (x, y): Pt, r: f64, rng: &mut Rng, detail: Detail) {
    let (dark, light) = rng.pick(&TREES);
    let poplar = rng.below(4) == 0;
    let (wide, tall) = if poplar { (r * 0.65, r * 1.7) } else { (r, r) };
    let line = detail.of(0.8, 1.0, 1.6);
    stage.put(y, |pen| {
        pen.ellipse((x, y - tall), (wide, tall), fill(dark).line(TREE_INK).width(line));
        pen.circle((x - wide * 0.3, y - tall * 1.3), wide * 0.5, flat(light));
    });
}

fn house((left, foot): Pt, width: f64, tall: f64, rng: &mut Rng) -> House {
    let form = match rng.below(10) {
        0..=2 if width < 24.0 * tall => Form::Gable,
        3 | 4 if width > 17.0 * tall => Form::Hipped,
        _ => Form::Eaves,
    };

    House {
        left,
        foot: foot - rng.whole(3),
        width,
        wall: ((8.0 + rng.whole(4)) * tall).round(),
        roof: ((10.0 + rng.whole(4)) * tall).round(),
        form,
        tone: rng.below(TOWN_ROOFS.len() as u64) as usize,
        plaster: rng.below(PLASTER.len() as u64) as usize,
        lit: rng.unit() < 0.55,
    }
}

impl House {
    fn eaves(&self) -> f64 {
        self.foot - self.wall
    }

    fn wall_path(&self) -> String {
        let (x, w) = (self.left + 0.5, self.width - 1.0);
        match self.form {
            Form::Gable => steps(
                (x, self.foot),
                &[(0.0, -self.wall), (w / 2.0, -self.roof), (w / 2.0, self.roof), (0.0, self.wall)],
            ),
            _ => bar((x, self.eaves()), (w, self.wall)),
        }
    }

    /// The whole roof, its light part and its dark part.
    fn roof_paths(&self) -> [String; 3] {
        let (x, y, w, h) = (self.left, self.eaves(), self.width, self.roof);
        let none = String::new;
        match self.form {
            Form::Eaves => [
                steps((x - 0.5, y + 1.0), &[(2.5, -h - 1.0), (w - 4.0, 0.0), (2.5, h + 1.0)]),
                steps((x + 2.0, y - h), &[(w - 4.0, 0.0), (1.0, h * 0.4), (2.0 - w, 0.0)]),
                none(),
            ],
            Form::Gable => {
                let (half, back) = (w / 2.0, 5.0);
                let left = steps(
                    (x - 0.5, y + 1.0),
                    &[(half + 0.5, -h - 1.0), (0.0, -back), (-half - 0.5, h)],
                );
                let right = steps(
                    (x + half, y - h),
                    &[(half + 0.5, h + 1.0), (0.0, -back), (-half - 0.5, -h - 1.0)],
                );
                [left + &right, none(), right]
            }
            Form::Hipped => [
                steps(
                    (x - 0.5, y + 1.0),
                    &[(w * 0.34, -h - 1.0), (w * 0.32, 0.0), (w * 0.34 + 1.0, h + 1.0)],
                ),
                none(),
                steps((x + w * 0.66, y - h), &[(w * 0.34, h + 1.0), (-w * 0.22, 0.0)]),
            ],
        }
    }

    /// Windows and a door.
    fn openings(&self) -> String {
        let y = self.eaves();
        let middle = self.left + self.width / 2.0;
        let door = d!("M{},{}v-5h2.5v5z", middle.floor() - 1.0, self.foot);
        let at = |x: f64| d!("M{},{}h2v2.5h-2z", x.round(), y + 3.0);
        match self.form {
            Form::Gable => door + &d!("M{},{}h2v2.5h-2z", middle.floor() - 1.0, y - 1.0),
            _ if self.width > 17.0 => {
                door + &at(self.left + self.width * 0.22) + &at(self.left + self.width * 0.72)
            }
            _ => door + &at(self.left + self.width * 0.2),
        }
    }
}

/// A row, back to front: walls, openings, roofs.
fn draw_row(pen: &mut Pen, houses: &[House], detail: Detail) {
    let of = |keep: &dyn Fn(&House) -> bool, path: &dyn Fn(&House) -> String| -> String {
        houses.iter().filter(|h| keep(h)).map(path).collect()
    };
    if detail == Detail::Small {
        for (tone, roof) in TOWN_ROOFS.iter().enumerate() {
            let mine = |h: &House| h.tone == tone;
            pen.path(
                &of(&mine, &|h| {
                    bar((h.left, h.foot - h.wall - h.roof), (h.width, h.wall + h.roof))
                }),
                fill(roof.1),
            );
            pen.path(
                &of(&mine, &|h| {
                    bar(
                        (h.left + 1.0, h.foot - h.wall - h.roof + 1.0),
                        (h.width - 2.0, h.roof * 0.8),
                    )
                }),
                flat(roof.0),
            );
        }
        return;
    }
    for (plaster, colour) in PLASTER.iter().enumerate() {
        pen.path(&of(&|h| h.plaster == plaster, &House::wall_path), fill(*colour));
    }
    // By night light in the windows is half of the picture, so it shows at middle size too.
    if detail == Detail::Full || pen.is_night() {
        pen.path(&of(&|h| h.lit, &House::openings), flat(WINDOW));
    }
    if detail == Detail::Full {
        pen.path(&of(&|h| !h.lit, &House::openings), flat(DOOR));
    }
    for (tone, roof) in TOWN_ROOFS.iter().enumerate() {
        let mine = |h: &House| h.tone == tone;
        pen.path(&of(&mine, &|h| h.roof_paths()[0].clone()), fill(roof.1));
        pen.path(&of(&mine, &|h| h.roof_paths()[1].clone()), flat(roof.0));
        pen.path(&of(&mine, &|h| h.roof_paths()[2].clone()), flat(roof.2).opacity(0.6));
    }
    if detail == Detail::Full {
        let courses =
            |h: &House| d!("M{},{}h{}", h.left + 1.5, h.eaves() - h.roof * 0.3, h.width - 3.0);
        let hatch = stroke(INK, 2.2).dash(0.6, 2.3).opacity(0.3);
        pen.path(&of(&|h| h.form == Form::Eaves, &courses), hatch);
    }
}
