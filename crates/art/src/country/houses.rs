//! What stands inside the walls of a city: a square, the marks, a church, and rows of houses.
//!
//! The rows are the same on every tile. Houses on an open side belong to the side, and both tiles
//! draw them.

use super::composition::Composition;
use super::spots::{LANDMARK, Sign};
use super::wall::INSET;
use crate::Detail;
use crate::colour::{GROUND, GROUND_DARK, PLAZA, Rgb, SHADE, SQUARE, map};
use crate::geom::{Pt, TILE, add, dist};
use crate::pictures::Put;
use crate::rng::Rng;
use crate::sprite::{Crown, House, church, tree};
use crate::svg::{d, flat, polygon, stroke};

const COBBLE: Rgb = map(0x00A9_8A57);

/// A box that is taken: its left, top, right and bottom.
type Box = (f64, f64, f64, f64);

/// The measures of houses at a level of detail.
struct Measure {
    row: f64,
    tall: f64,
    least: f64,
    spread: u64,
}

const fn measure(detail: Detail) -> Measure {
    match detail {
        Detail::Full => Measure { row: TILE / 9.0, tall: 1.2, least: 18.0, spread: 11 },
        Detail::Middle => Measure { row: TILE / 7.0, tall: 1.5, least: 22.0, spread: 12 },
        Detail::Small => Measure { row: 50.0, tall: 2.2, least: 36.0, spread: 15 },
    }
}

/// A house on an open side.
struct SideHouse {
    at: Pt,
    width: f64,
    seed: u64,
}

/// The grounds of all towns, with their shadows.
pub fn grounds(scene: &mut Composition) {
    let sketch = scene.sketch;
    let small = scene.is_small();
    for town in &sketch.lines.towns {
        let round: Vec<Pt> = town.outline.iter().map(|p| (p.0.round(), p.1.round())).collect();
        let data = polygon(&round);
        if !small {
            let shift = "transform=\"translate(5,6)\"";
            scene.pen.group(shift, |pen| pen.path(&data, flat(SHADE).opacity(0.3)));
        }
        scene.pen.path(&data, flat(GROUND));
    }
}

/// Everything inside a town.
pub fn fill_town(scene: &mut Composition, number: usize, rng: &mut Rng) {
    let mut taken: Vec<Box> = Vec::new();
    square(scene, number, &mut taken);
    let sketch = scene.sketch;
    for sign in &sketch.spots.signs[scene.detail as usize][number] {
        place_sign(scene, sign, &mut taken);
    }
    let town = &scene.sketch.lines.towns[number];
    let part = &scene.sketch.plan.parts[town.segment];
    let plain = part.landmark().is_none();
    if !scene.is_small() && plain && part.sides.len() > 1 && rng.unit() < 0.6 {
        place_church(scene, number, rng, &mut taken);
    }
    let on_sides = side_houses(scene, &part.sides);
    rows(scene, number, rng, &on_sides, &taken);
    let (detail, tall) = (scene.detail, measure(scene.detail).tall);
    for house in &on_sides {
        let drawn = House::new(house.at, house.width, tall);
        scene.stand(house.at.1, |pen| drawn.draw(pen, &mut Rng::seeded(house.seed), detail));
    }
}

/// The paved place where a figure stands; before a great building, the building too.
fn square(scene: &mut Composition, number: usize, taken: &mut Vec<Box>) {
    let sketch = scene.sketch;
    let town = &sketch.lines.towns[number];
    let part = &sketch.plan.parts[town.segment];
    let (x, y) = sketch.spots.stands[town.segment].at;
    let detail = scene.detail;
    if let Some((name, draw)) = part.landmark() {
        let (at, scale) = LANDMARK;
        scene.stand(133.0, |pen| draw(pen, &Put { name, at, scale, detail }));
        taken.extend([
            (44.0, 56.0, 150.0, 143.0),
            (52.0, 30.0, 104.0, 60.0),
            (132.0, 158.0, 170.0, 184.0),
        ]);
        return scene.pen.ellipse((x, y - 3.0), (17.0, 8.5), flat(PLAZA));
    }
    let narrow = part.sides.len() == 1 && part.sides[0] % 2 == 1;
    let r = if scene.is_small() {
        20.0
    } else if narrow {
        11.0
    } else {
        17.0
    };
    let at = |u: f64, v: f64| (x + u * r, y + v);
    let paving = [
        at(-1.0, -3.0),
        at(-0.8, -11.0),
        at(-0.1, -14.0),
        at(0.85, -12.0),
        at(1.0, -2.0),
        at(0.7, 5.0),
        at(-0.2, 6.5),
        at(-0.9, 4.0),
    ];
    let data = polygon(&paving);
    if !scene.is_small() {
        scene.pen.path(&data, flat(GROUND_DARK).line(GROUND_DARK).width(6.0).round().opacity(0.55));
    }
    scene.pen.path(&data, flat(SQUARE).line(SQUARE).width(4.0).round());
    if scene.is_full() {
        let stones = d!("M{},{}h4m3,-2h4m3,3h5m-14,4h5m-10,2h4m4,-1h5", x - 11.0, y - 6.0);
        scene.pen.path(&stones, stroke(COBBLE, 1.0));
    }
    taken.push((x - r, y - 14.0, x + r, y + 7.0));
}

fn place_sign(scene: &mut Composition, sign: &Sign, taken: &mut Vec<Box>) {
    let ((x, y), (w, h), detail) = (sign.at, sign.size, scene.detail);
    taken.push((x - w - 1.0, y - h * 0.8, x + w + 1.0, y + 3.0));
    let put = Put { name: sign.name, at: sign.at, scale: detail.mark_scale(), detail };
    scene.stand(y + 40.0, |pen| (sign.draw)(pen, &put));
}

fn place_church(scene: &mut Composition, number: usize, rng: &mut Rng, taken: &mut Vec<Box>) {
    let sketch = scene.sketch;
    let (sx, sy) = sketch.spots.stands[sketch.lines.towns[number].segment].at;
    let mut best: Option<(f64, Pt)> = None;
    for y in (56..=180).step_by(6).map(f64::from) {
        for x in (44..=160).step_by(6).map(f64::from) {
            let corners = [(-16.0, 0.0), (16.0, 0.0), (-16.0, -30.0), (16.0, -30.0)];
            let deep = |q: &Pt| sketch.ground.depth_in(number, add((x, y), *q, 1.0)) > 12.0;
            let hits = |b: &Box| x + 17.0 > b.0 && x - 17.0 < b.2 && y > b.1 && y - 34.0 < b.3;
            let at_square = (x - sx).abs() < 34.0 && y > sy - 46.0 && y < sy + 52.0;
            if !corners.iter().all(deep) || taken.iter().any(hits) || at_square {
                continue;
            }
            let luck = rng.unit();
            if best.is_none_or(|(most, _)| luck > most) {
                best = Some((luck, (x, y)));
            }
        }
    }
    if let Some((_, at)) = best {
        scene.stand(at.1, |pen| church(pen, at, rng));
        taken.push((at.0 - 17.0, at.1 - 20.0, at.0 + 17.0, at.1 + 2.0));
    }
}

/// The houses on the open sides of a town, from streams of the sides themselves.
fn side_houses(scene: &Composition, sides: &[usize]) -> Vec<SideHouse> {
    let m = measure(scene.detail);
    let mut houses = Vec::new();
    for side in sides.iter().copied() {
        let (x, y) = (i64::from(scene.cell.x), i64::from(scene.cell.y));
        let (x, y) = (x + i64::from(side == 1), y + i64::from(side == 2));
        let mut rng = Rng::of("edge").int(x).int(y).int((side % 2) as i64);
        let far = if side == 0 || side == 3 { 0.0 } else { TILE };
        if side % 2 == 0 {
            let mut x = INSET + 9.0 + rng.range(0.0, 5.0);
            loop {
                let width = m.least + rng.whole(m.spread);
                let seed = rng.bits();
                if x + width > TILE - INSET - 9.0 {
                    break;
                }
                houses.push(SideHouse { at: (x + width / 2.0, far + m.row / 2.0), width, seed });
                x += width + rng.range(0.0, 3.0);
            }
        } else {
            let mut y = m.row / 2.0;
            while y < TILE {
                let width = m.least + rng.whole(m.spread);
                let (seed, dx) = (rng.bits(), rng.range(-4.0, 4.0));
                if y - 9.0 * m.tall > INSET + 3.0 && y < TILE - INSET - 2.0 {
                    houses.push(SideHouse { at: (far + dx, y), width, seed });
                }
                y += m.row;
            }
        }
    }
    houses
}

/// Rows of houses wherever there is room.
fn rows(
    scene: &mut Composition,
    number: usize,
    rng: &mut Rng,
    on_sides: &[SideHouse],
    taken: &[Box],
) {
    let detail = scene.detail;
    let m = measure(detail);
    let open_south = scene.sketch.lines.towns[number].sides.contains(&2);
    let mut y = m.row * 1.5;
    while y < TILE + m.row {
        if open_south && y > TILE - 2.0 {
            break;
        }
        let mut x = 6.0;
        while x < TILE - 6.0 {
            let wanted = m.least + rng.whole(m.spread);
            let jitter = if detail == Detail::Small { 0.0 } else { rng.whole(4) - 2.0 };
            let foot = y + jitter;
            let width = fitting(scene, number, (x, y), foot, wanted, on_sides, taken);
            let Some(width) = width else {
                x += 3.0;
                continue;
            };
            let at = (x + width / 2.0, foot);
            if detail == Detail::Full && rng.unit() < 0.07 {
                scene.stand(foot, |pen| tree(pen, at, 5.0, rng, detail, Crown::Any));
            } else {
                let house = House::new(at, width, m.tall);
                scene.stand(foot, |pen| house.draw(pen, rng, detail));
            }
            x += width + rng.whole(3);
        }
        y += m.row;
    }
}

/// The width that a house can have from `x` on, if any.
fn fitting(
    scene: &Composition,
    town: usize,
    (x, row): Pt,
    foot: f64,
    wanted: f64,
    on_sides: &[SideHouse],
    taken: &[Box],
) -> Option<f64> {
    let m = measure(scene.detail);
    let high = 18.0 * m.tall * 0.85;
    let ground = &scene.sketch.ground;
    let off_walls = if scene.is_small() { 5.0 } else { 7.0 };
    for width in [wanted, m.least] {
        let middle = x + width / 2.0;
        let near = on_sides.iter().find(|h| {
            (h.at.1 - row).abs() < m.row * 0.6
                && (h.at.0 - middle).abs() < f64::midpoint(h.width, width) + 0.5
        });
        if near.is_some_and(|h| h.at.0 < middle) {
            return None;
        }
        let across = [x, middle, x + width];
        let mut feet = across.iter().flat_map(|u| [(*u, foot), (*u, foot - 7.0 * m.tall)]);
        let clear = |b: &Box| x + width < b.0 || x > b.2 || foot < b.1 || foot - high > b.3;
        let gates = &scene.sketch.lines.gates;
        if near.is_none()
            && x >= 2.0
            && x + width <= TILE - 2.0
            && taken.iter().all(clear)
            && gates.iter().all(|g| dist((middle, foot - 6.0), g.at) >= 20.0)
            && feet.all(|p| ground.depth_in(town, p) > off_walls)
        {
            return Some(width);
        }
    }
    None
}
