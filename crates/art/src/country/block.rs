//! Carcassonne itself: a walled town over the block of twelve tiles, with its four quarters.
//!
//! Everything is placed in units from the block's upper left corner (four tiles wide, three
//! high); a tile of the block draws what reaches it.

use table::{Cell, Rot};

use super::rampart;
use super::scene::Scene;
use super::wall::{Gate, Town};
use crate::colour::{GROUND, GROUND_DARK, Rgb, SHADE, SQUARE, map};
use crate::geom::{Curve, Pt, TILE, add, between, dist, inside, left_of, straight, to_line, unit};
use crate::rng::Rng;
use crate::sprite::{Crown, House, castle, cathedral, market_cross, smithy, stall, tree, well};
use crate::svg::{bar, flat, line, polygon, stroke};
use crate::{Detail, Place};

/// The cell of the board where the upper left tile of the block lies.
pub const BLOCK_AT: Cell = Cell::new(-2, -1);

/// The corners of the wall, clockwise from the north-west, and towers between them.
const CORNERS: [(Pt, u8); 10] = [
    ((168.0, 110.0), 4),
    ((632.0, 110.0), 1),
    ((690.0, 168.0), 2),
    ((690.0, 440.0), 1),
    ((640.0, 490.0), 1),
    ((550.0, 490.0), 1),
    ((450.0, 490.0), 3),
    ((160.0, 490.0), 1),
    ((110.0, 440.0), 2),
    ((110.0, 168.0), 1),
];
/// The gates: where, and along the wall.
const GATES: [(Pt, Pt); 3] =
    [((139.0, 139.0), (1.0, -1.0)), ((661.0, 139.0), (1.0, 1.0)), ((500.0, 490.0), (-1.0, 0.0))];

/// The streets between the quarters.
const STREETS: [&[Pt]; 5] = [
    &[(139.0, 139.0), (200.0, 178.0), (336.0, 190.0)],
    &[(336.0, 138.0), (332.0, 250.0), (337.0, 370.0), (333.0, 478.0)],
    &[(661.0, 139.0), (640.0, 190.0), (648.0, 250.0), (500.0, 253.0), (333.0, 248.0)],
    &[(336.0, 372.0), (500.0, 368.0), (676.0, 372.0)],
    &[(500.0, 490.0), (500.0, 368.0)],
];

/// A quarter of Carcassonne, in units from the block's upper left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quarter {
    /// Its name, as in words of a game.
    pub name: &'static str,
    /// Its bounds: left, top, width, height.
    pub bounds: (f64, f64, f64, f64),
    /// Where the first figure in it stands.
    pub first: Pt,
    /// How many figures stand in a row.
    pub row: usize,
}

/// The quarters, clockwise (COUNT-07).
pub const QUARTERS: [Quarter; 4] = [
    Quarter { name: "castle", bounds: (352.0, 152.0, 274.0, 86.0), first: (496.0, 192.0), row: 5 },
    Quarter { name: "market", bounds: (352.0, 268.0, 322.0, 88.0), first: (536.0, 308.0), row: 5 },
    Quarter {
        name: "blacksmith",
        bounds: (352.0, 386.0, 322.0, 90.0),
        first: (540.0, 426.0),
        row: 5,
    },
    Quarter {
        name: "cathedral",
        bounds: (132.0, 258.0, 182.0, 214.0),
        first: (152.0, 420.0),
        row: 6,
    },
];

/// The pavings of the quarters, in their order.
const PAVINGS: [Rgb; 4] = [map(0x00CF_C4A8), map(0x00E2_CF9F), map(0x00B9_9A68), map(0x00DD_CFAE)];

impl Quarter {
    /// Where the figure with this number stands, its feet; figures fill rows.
    pub fn stand(&self, number: usize) -> Pt {
        let (column, row) = (number % self.row, number / self.row);
        let shift = if row % 2 == 0 { 0.0 } else { 9.0 };
        add(self.first, (column as f64 * 29.0 + shift, row as f64 * 18.0), 1.0)
    }
}

fn origin(at: Cell) -> Pt {
    (f64::from(at.x) * TILE, f64::from(at.y) * TILE)
}

/// A point of the block on one of its tiles, turned.
fn local(p: Pt, at: Cell, rot: Rot) -> Pt {
    let o = origin(at);
    let mut q = (p.0 - o.0, p.1 - o.1);
    for _ in 0..rot as u8 {
        q = (TILE - q.1, q.0);
    }
    q
}

/// The lengths of wall between towers.
fn pieces() -> impl Iterator<Item = Curve> {
    (0..CORNERS.len()).flat_map(|i| {
        let ((a, count), (b, _)) = (CORNERS[i], CORNERS[(i + 1) % CORNERS.len()]);
        let at = move |k: u8| between(a, b, f64::from(k) / f64::from(count));
        (0..count).map(move |k| straight(at(k), at(k + 1)))
    })
}

/// The town as a tile of the block sees it.
pub fn town(at: Cell, rot: Rot) -> Town {
    let turn = |c: Curve| c.map(|p| local(p, at, rot));
    Town {
        segment: usize::MAX,
        outline: CORNERS.iter().map(|(p, _)| local(*p, at, rot)).collect(),
        walls: pieces().map(|c| vec![turn(c)]).collect(),
        sides: Vec::new(),
    }
}

/// The gate on a tile of the block where a road ends.
pub fn gate(at: Cell, rot: Rot) -> Option<(Pt, Pt)> {
    let on_tile = |p: &Pt| (0.0..TILE).contains(&p.0) && (0.0..TILE).contains(&p.1);
    GATES.iter().find_map(|(p, run)| {
        let here = local(*p, at, Rot::R0);
        let ahead = local(add(*p, *run, 1.0), at, rot);
        let q = local(*p, at, rot);
        on_tile(&here).then(|| (q, left_of(unit((ahead.0 - q.0, ahead.1 - q.1)))))
    })
}

/// The quarters whose first figure stands on a tile of the block. Their regions may reach beyond
/// the tile.
pub fn places_on(at: Cell) -> Vec<Place> {
    let o = origin(at);
    let here = |q: &&Quarter| {
        let p = (q.first.0 - o.0, q.first.1 - o.1);
        (0.0..TILE).contains(&p.0) && (0.0..TILE).contains(&p.1)
    };
    let place = |q: &Quarter| {
        let (x, y, w, h) = q.bounds;
        Place {
            name: q.name.to_owned(),
            x: (q.first.0 - o.0) as f32,
            y: (q.first.1 - o.1) as f32,
            lying: false,
            scale: 1.0,
            area: bar((x - o.0, y - o.1), (w, h)),
            ground: None,
        }
    };
    QUARTERS.iter().filter(here).map(place).collect()
}

/// What of the block reaches a tile, moved to it.
struct View {
    origin: Pt,
}

impl View {
    fn at(&self, p: Pt) -> Pt {
        (p.0 - self.origin.0, p.1 - self.origin.1)
    }

    /// Whether something with its foot here and of this half width and height shows.
    fn shows(&self, p: Pt, half: f64, height: f64) -> bool {
        let q = self.at(p);
        let across = q.0 + half > -2.0 && q.0 - half < TILE + 2.0;
        across && q.1 + 16.0 > -2.0 && q.1 - height < TILE + 2.0
    }
}

/// Draws what of the town reaches a tile, as it lies in the block.
pub fn draw(scene: &mut Scene) {
    let Some(at) = scene.sketch.plan.block else { return };
    let view = View { origin: origin(at) };
    grounds(scene, &view);
    landmarks(scene, &view);
    homes(scene, &view);
    walls(scene, &view);
}

fn grounds(scene: &mut Scene, view: &View) {
    let outline: Vec<Pt> = CORNERS.iter().map(|(p, _)| view.at(*p)).collect();
    let data = polygon(&outline);
    let small = scene.is_small();
    let pen = &mut scene.pen;
    if !small {
        pen.group("transform=\"translate(5,6)\"", |pen| pen.path(&data, flat(SHADE).opacity(0.3)));
    }
    pen.path(&data, flat(GROUND));
    let streets: String =
        STREETS.iter().map(|s| line(&s.iter().map(|p| view.at(*p)).collect::<Vec<_>>())).collect();
    pen.path(&streets, stroke(GROUND_DARK, 23.0).round());
    pen.path(&streets, stroke(SQUARE, 19.0).round());
    for (quarter, paving) in QUARTERS.iter().zip(PAVINGS) {
        let (left, top, w, h) = quarter.bounds;
        let (x, y) = view.at((left, top));
        let court = bar((x + 5.0, y + 5.0), (w - 10.0, h - 10.0));
        pen.path(&court, flat(GROUND_DARK).line(GROUND_DARK).width(13.0).round());
        pen.path(&court, flat(paving).line(paving).width(10.0).round());
        if !small {
            let rows = (h / 12.0) as u32;
            let joint = |i: u32| {
                let level = y + 6.0 + f64::from(i) * 12.0;
                line(&[(x + 2.0, level), (x + w - 2.0, level)])
            };
            let joints: String = (0..rows).map(joint).collect();
            let brush = stroke(paving.times(0.88), 1.0).dashes([9.0, 4.0, 14.0, 6.0]);
            pen.path(&joints, brush);
        }
    }
    let gate_street: Vec<Pt> = STREETS[4].iter().map(|p| view.at(*p)).collect();
    let gate_street = line(&gate_street);
    pen.path(&gate_street, stroke(SQUARE, 19.0).round());
}

fn landmarks(scene: &mut Scene, view: &View) {
    let detail = scene.detail;
    let mut put = |p: Pt, half: f64, height: f64, draw: &dyn Fn(&mut crate::svg::Pen, Pt)| {
        if view.shows(p, half, height) {
            let q = view.at(p);
            scene.stand(q.1, |pen| draw(pen, q));
        }
    };
    put((414.0, 228.0), 80.0, 130.0, &|pen, q| castle(pen, q, 1.0, detail));
    put((214.0, 374.0), 100.0, 170.0, &|pen, q| cathedral(pen, q, 1.5, detail));
    put((404.0, 456.0), 62.0, 120.0, &|pen, q| smithy(pen, q, 1.15, detail));
    put((420.0, 340.0), 24.0, 50.0, &|pen, q| market_cross(pen, q));
    let stalls = [
        (376.0, 304.0),
        (376.0, 346.0),
        (474.0, 302.0),
        (500.0, 346.0),
        (458.0, 350.0),
        (418.0, 300.0),
    ];
    for (i, p) in stalls.into_iter().enumerate() {
        put(p, 26.0, 34.0, &|pen, q| stall(pen, q, i, detail));
    }
    put((472.0, 412.0), 12.0, 20.0, &|pen, q| well(pen, q));
}

/// Boxes in the block that houses keep clear of, beside the quarters: landmarks that rise above
/// them, and the way in from the south. Left, top, right, bottom.
const CLEAR: [(f64, f64, f64, f64); 4] = [
    (352.0, 112.0, 474.0, 240.0),
    (150.0, 232.0, 300.0, 260.0),
    (484.0, 470.0, 516.0, 492.0),
    (384.0, 380.0, 440.0, 388.0),
];

/// Houses in rows wherever nothing else is.
fn homes(scene: &mut Scene, view: &View) {
    let detail = scene.detail;
    let mut rng = Rng::of("carcassonne");
    let (step, tall, least, spread) = match detail {
        Detail::Full => (TILE / 9.0, 1.2, 18.0, 11),
        Detail::Middle => (TILE / 7.0, 1.5, 22.0, 12),
        Detail::Small => (50.0, 2.2, 36.0, 15),
    };
    let outline: Vec<Pt> = CORNERS.iter().map(|(p, _)| *p).collect();
    let ring: Vec<Pt> = outline.iter().chain(outline.first()).copied().collect();
    let mut y = 146.0;
    while y < 486.0 {
        let mut x = 116.0;
        while x < 684.0 {
            let width = least + rng.whole(spread);
            let foot = y + rng.whole(4) - 2.0;
            let seed = rng.bits();
            let feet = [(x, foot), (x + width, foot), (x, foot - 8.0), (x + width, foot - 8.0)];
            let apart = |p: &Pt| {
                inside(*p, &outline)
                    && to_line(*p, &ring) > 9.0
                    && STREETS.iter().all(|s| to_line(*p, s) > 11.0)
                    && GATES.iter().all(|(g, _)| dist(*p, *g) > 26.0)
            };
            let high = 16.0 * tall;
            let clear = |b: &(f64, f64, f64, f64)| {
                x + width < b.0 || x > b.2 || foot < b.1 || foot - high > b.3
            };
            let quarters = QUARTERS.map(|q| {
                let (left, top, w, h) = q.bounds;
                (left - 3.0, top + 4.0, left + w + 3.0, top + h + 1.0)
            });
            if !feet.iter().all(apart) || !CLEAR.iter().chain(&quarters).all(clear) {
                x += 4.0;
                continue;
            }
            let p = (x + width / 2.0, foot);
            if view.shows(p, width, 40.0) {
                let q = view.at(p);
                let mut own = Rng::seeded(seed);
                scene.stand(q.1, |pen| {
                    if seed.is_multiple_of(14) && detail == Detail::Full {
                        tree(pen, q, 5.5, &mut own, detail, Crown::Any);
                    } else {
                        House::new(q, width, tall).draw(pen, &mut own, detail);
                    }
                });
            }
            x += width + rng.whole(3);
        }
        y += step;
    }
}

fn walls(scene: &mut Scene, view: &View) {
    for piece in pieces() {
        let middle = between(piece[0], piece[3], 0.5);
        let half = dist(piece[0], piece[3]) / 2.0 + 34.0;
        let near = view.at(middle);
        let reach = |v: f64| v + half > 0.0 && v - half < TILE;
        if !reach(near.0) || !reach(near.1) {
            continue;
        }
        let wall = piece.map(|p| view.at(p));
        let gates: Vec<Gate> = GATES
            .iter()
            .filter(|(g, _)| dist(*g, middle) < 12.0)
            .map(|(g, run)| {
                let run = unit(*run);
                Gate { town: 0, wall: 0, at: view.at(*g), run, out: left_of(run) }
            })
            .collect();
        let level = (piece[3].1 - piece[0].1).abs() < 1.0;
        let tower = if level || gates.is_empty() { vec![wall[0]] } else { vec![wall[0], wall[3]] };
        rampart::draw(scene, &[wall], &tower, &gates);
    }
}

/// The town in the plain look: courts and landmarks on flat ground.
pub fn plain(pen: &mut crate::svg::Pen, at: Cell, court: Rgb) {
    let view = View { origin: origin(at) };
    let outline: Vec<Pt> = CORNERS.iter().map(|(p, _)| view.at(*p)).collect();
    pen.polygon(&outline, flat(super::plain::CITY));
    for quarter in &QUARTERS {
        let (x, y, w, h) = quarter.bounds;
        let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map(|p| view.at(p));
        super::plain::patch(pen, &corners, court);
    }
    pen.inked(crate::colour::INK, 2.0, |pen| {
        let small = Detail::Small;
        castle(pen, view.at((416.0, 232.0)), 0.9, small);
        cathedral(pen, view.at((216.0, 372.0)), 1.5, small);
        smithy(pen, view.at((402.0, 464.0)), 1.05, small);
        market_cross(pen, view.at((440.0, 336.0)));
        stall(pen, view.at((386.0, 330.0)), 0, small);
        stall(pen, view.at((488.0, 330.0)), 1, small);
    });
}
