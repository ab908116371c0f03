//! A walled town over a block of tiles, from the plan that an expansion gives.
//!
//! Everything is placed in units from the block's upper left corner; a tile of the block draws
//! what reaches it.

use table::{Cell, Rot};

use super::composition::Composition;
use super::lying::LyingTile;
use super::rampart;
use super::wall::{Gate, Town};
use crate::colour::{GROUND, GROUND_DARK, Rgb, SHADE, SQUARE};
use crate::geom::{Curve, Pt, TILE, add, between, dist, inside, left_of, straight, to_line, unit};
use crate::pictures::{self, Put, Sprite};
use crate::rng::Rng;
use crate::sprite::{Crown, House, tree};
use crate::svg::{Pen, bar, flat, line, polygon, stroke};
use crate::{Detail, DrawnSpot};

/// A town that lies over a block of tiles, as an expansion draws it.
pub struct TownPlan {
    /// Its name, which keys the chance that its houses are drawn by.
    pub name: &'static str,
    /// The set that the tiles of the block are of: the first part of their ids.
    pub set: &'static str,
    /// The cell of the board where the upper left tile of the block lies.
    pub at: Cell,
    /// The columns and rows of the block.
    pub size: (i16, i16),
    /// The corners of the wall, clockwise from the north-west, and towers between them.
    pub corners: &'static [(Pt, u8)],
    /// The gates: where, and along the wall.
    pub gates: &'static [(Pt, Pt)],
    /// The streets between the quarters; the last one leads in from a gate.
    pub streets: &'static [&'static [Pt]],
    /// The quarters.
    pub quarters: &'static [Quarter],
    /// What stands in them.
    pub landmarks: &'static [Landmark],
    /// What stands in them in the plain look: where, how large, and how it is drawn.
    pub plain: &'static [(Pt, f64, Sprite)],
    /// Boxes that houses keep clear of, beside the quarters: landmarks that rise above them, and
    /// the way in. Left, top, right, bottom.
    pub clear: &'static [(f64, f64, f64, f64)],
}

/// A place of the game that lies in a town, in units from the block's upper left corner.
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
    /// Its paving.
    pub paving: Rgb,
}

/// Something that stands in a town.
pub struct Landmark {
    /// Where its foot is.
    pub at: Pt,
    /// Half its width.
    pub half: f64,
    /// Its height.
    pub height: f64,
    /// Its size.
    pub scale: f64,
    /// How it is drawn.
    pub draw: Sprite,
}

/// A tile of a block.
#[derive(Clone, Copy)]
pub struct Block {
    /// The town on the block.
    pub town: &'static TownPlan,
    at: Cell,
}

/// The block that a tile is of.
pub fn of(plan: &LyingTile) -> Option<Block> {
    Some(Block { town: pictures::town_of(&plan.id)?, at: plan.block? })
}

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

impl TownPlan {
    /// The lengths of wall between towers.
    fn pieces(&self) -> impl Iterator<Item = Curve> {
        let corners = self.corners;
        (0..corners.len()).flat_map(move |i| {
            let ((a, count), (b, _)) = (corners[i], corners[(i + 1) % corners.len()]);
            let at = move |k: u8| between(a, b, f64::from(k) / f64::from(count));
            (0..count).map(move |k| straight(at(k), at(k + 1)))
        })
    }

    /// The quarter of a place.
    pub fn quarter(&self, name: &str) -> Option<&Quarter> {
        self.quarters.iter().find(|q| q.name == name)
    }
}

impl Block {
    /// The town as this tile sees it.
    pub fn town(self, rot: Rot) -> Town {
        let turn = |c: Curve| c.map(|p| local(p, self.at, rot));
        Town {
            segment: usize::MAX,
            outline: self.town.corners.iter().map(|(p, _)| local(*p, self.at, rot)).collect(),
            walls: self.town.pieces().map(|c| vec![turn(c)]).collect(),
            sides: Vec::new(),
        }
    }

    /// The gate on this tile where a road ends.
    pub fn gate(self, rot: Rot) -> Option<(Pt, Pt)> {
        let on_tile = |p: &Pt| (0.0..TILE).contains(&p.0) && (0.0..TILE).contains(&p.1);
        self.town.gates.iter().find_map(|(p, run)| {
            let here = local(*p, self.at, Rot::R0);
            let ahead = local(add(*p, *run, 1.0), self.at, rot);
            let q = local(*p, self.at, rot);
            on_tile(&here).then(|| (q, left_of(unit((ahead.0 - q.0, ahead.1 - q.1)))))
        })
    }

    /// The quarters whose first figure stands on this tile. Their regions may reach beyond the
    /// tile.
    pub fn places(self) -> Vec<DrawnSpot> {
        let o = origin(self.at);
        let here = |q: &&Quarter| {
            let p = (q.first.0 - o.0, q.first.1 - o.1);
            (0.0..TILE).contains(&p.0) && (0.0..TILE).contains(&p.1)
        };
        let place = |q: &Quarter| {
            let (x, y, w, h) = q.bounds;
            DrawnSpot {
                name: q.name.to_owned(),
                x: (q.first.0 - o.0) as f32,
                y: (q.first.1 - o.1) as f32,
                lying: false,
                scale: 1.0,
                area: bar((x - o.0, y - o.1), (w, h)),
                named: true,
                ground: None,
            }
        };
        self.town.quarters.iter().filter(here).map(place).collect()
    }

    fn view(self) -> BlockPart {
        BlockPart { town: self.town, origin: origin(self.at) }
    }
}

/// What of the block reaches a tile, moved to it.
struct BlockPart {
    town: &'static TownPlan,
    origin: Pt,
}

impl BlockPart {
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
pub fn draw(scene: &mut Composition) {
    let Some(block) = of(&scene.sketch.plan) else { return };
    let view = block.view();
    grounds(scene, &view);
    landmarks(scene, &view);
    homes(scene, &view);
    walls(scene, &view);
}

fn grounds(scene: &mut Composition, view: &BlockPart) {
    let outline: Vec<Pt> = view.town.corners.iter().map(|(p, _)| view.at(*p)).collect();
    let data = polygon(&outline);
    let small = scene.is_small();
    let pen = &mut scene.pen;
    if !small {
        pen.group("transform=\"translate(5,6)\"", |pen| pen.path(&data, flat(SHADE).opacity(0.3)));
    }
    pen.path(&data, flat(GROUND));
    let street = |s: &&[Pt]| line(&s.iter().map(|p| view.at(*p)).collect::<Vec<_>>());
    let streets: String = view.town.streets.iter().map(street).collect();
    pen.path(&streets, stroke(GROUND_DARK, 23.0).round());
    pen.path(&streets, stroke(SQUARE, 19.0).round());
    for quarter in view.town.quarters {
        let ((left, top, w, h), paving) = (quarter.bounds, quarter.paving);
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
    if let Some(way_in) = view.town.streets.last().map(street) {
        pen.path(&way_in, stroke(SQUARE, 19.0).round());
    }
}

fn landmarks(scene: &mut Composition, view: &BlockPart) {
    let detail = scene.detail;
    for mark in view.town.landmarks {
        if view.shows(mark.at, mark.half, mark.height) {
            let put = Put { name: "", at: view.at(mark.at), scale: mark.scale, detail };
            scene.stand(put.at.1, |pen| (mark.draw)(pen, &put));
        }
    }
}

/// Houses in rows wherever nothing else is.
fn homes(scene: &mut Composition, view: &BlockPart) {
    let detail = scene.detail;
    let mut rng = Rng::of(view.town.name);
    let (step, tall, least, spread) = match detail {
        Detail::Full => (TILE / 9.0, 1.2, 18.0, 11),
        Detail::Middle => (TILE / 7.0, 1.5, 22.0, 12),
        Detail::Small => (50.0, 2.2, 36.0, 15),
    };
    let town = view.town;
    let outline: Vec<Pt> = town.corners.iter().map(|(p, _)| *p).collect();
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
                    && town.streets.iter().all(|s| to_line(*p, s) > 11.0)
                    && town.gates.iter().all(|(g, _)| dist(*p, *g) > 26.0)
            };
            let high = 16.0 * tall;
            let clear = |b: &(f64, f64, f64, f64)| {
                x + width < b.0 || x > b.2 || foot < b.1 || foot - high > b.3
            };
            let mut quarters = town.quarters.iter().map(|q| {
                let (left, top, w, h) = q.bounds;
                (left - 3.0, top + 4.0, left + w + 3.0, top + h + 1.0)
            });
            let in_the_way = !town.clear.iter().all(clear) || !quarters.all(|q| clear(&q));
            if !feet.iter().all(apart) || in_the_way {
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

fn walls(scene: &mut Composition, view: &BlockPart) {
    for piece in view.town.pieces() {
        let middle = between(piece[0], piece[3], 0.5);
        let half = dist(piece[0], piece[3]) / 2.0 + 34.0;
        let near = view.at(middle);
        let reach = |v: f64| v + half > 0.0 && v - half < TILE;
        if !reach(near.0) || !reach(near.1) {
            continue;
        }
        let wall = piece.map(|p| view.at(p));
        let gates: Vec<Gate> = view
            .town
            .gates
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
pub fn plain(pen: &mut Pen, block: Block, court: Rgb) {
    let view = block.view();
    let outline: Vec<Pt> = view.town.corners.iter().map(|(p, _)| view.at(*p)).collect();
    pen.polygon(&outline, flat(super::plain::CITY));
    for quarter in view.town.quarters {
        let (x, y, w, h) = quarter.bounds;
        let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map(|p| view.at(p));
        super::plain::patch(pen, &corners, court);
    }
    pen.inked(crate::colour::INK, 2.0, |pen| {
        for (at, scale, draw) in view.town.plain {
            let put = Put { name: "", at: view.at(*at), scale: *scale, detail: Detail::Small };
            draw(pen, &put);
        }
    });
}
