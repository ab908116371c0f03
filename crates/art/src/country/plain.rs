//! The plain look: flat fills, bold borders, high contrast; the lines are those of the map.

use super::block;
use super::ground::WALL_HEIGHT;
use super::lines::{RIVER_HALF, ROAD_HALF};
use super::sketch::Sketch;
use super::wall::Town;
use crate::colour::{GOLD, Rgb, pure};
use crate::geom::{Curve, TILE, add, tailed};
use crate::sprite::{cathedral, garden, goods, inn, monastery, shield, shrine};
use crate::svg::{Pen, curves, fill, flat, line, polygon, stroke};
use crate::{Detail, Style};
use country::tile::mark;

/// Meadows.
pub const MEADOW: Rgb = pure(0x00C5_DC93).by_night(0x0031_4B3C);
/// The ground of cities.
pub const CITY: Rgb = pure(0x00B8_6F38).by_night(0x0074_4A30);
const CITY_PALE: Rgb = pure(0x00E2_B98C).by_night(0x0095_6A4A);
const ROAD: Rgb = pure(0x00FF_FFFF).by_night(0x00D5_CFC0);
const EDGE: Rgb = pure(0x0022_1A12).by_night(0x0008_0B12);
const WATER: Rgb = pure(0x0046_99CE).by_night(0x002B_6690);
const STONE: Rgb = pure(0x00FF_F9EA).by_night(0x00CF_CBC0);

/// The picture of a tile without its frame.
pub fn body(sketch: &Sketch, style: Style) -> String {
    let mut pen = Pen::new(style.night);
    pen.bar((-6.0, -6.0), (TILE + 12.0, TILE + 12.0), flat(MEADOW));
    rivers(&mut pen, sketch);
    roads(&mut pen, sketch);
    for town in &sketch.lines.towns {
        pen.polygon(&town.outline, flat(CITY));
        walls(&mut pen, town);
    }
    if let Some(at) = sketch.plan.block {
        block::plain(&mut pen, at, CITY_PALE);
        if let Some(town) = &sketch.lines.great {
            walls(&mut pen, town);
        }
    }
    pen.inked(EDGE, 1.8, |pen| marks(pen, sketch));
    pen.bar((0.0, 0.0), (TILE, TILE), stroke(EDGE, 1.6).opacity(0.35));
    pen.into_text()
}

fn run<'a>(ways: impl Iterator<Item = &'a Vec<Curve>>) -> String {
    ways.map(|w| curves(&tailed(w, 8.0))).collect()
}

fn rivers(pen: &mut Pen, sketch: &Sketch) {
    let data = run(sketch.lines.rivers.iter());
    for (colour, more) in [(EDGE, 2.5), (WATER, -2.5)] {
        pen.path(&data, stroke(colour, 2.0 * (RIVER_HALF + more)));
        if let Some(pool) = sketch.lines.pool {
            let (w, h) = pool.size();
            pen.ellipse(pool.at, (w + more, h + more), flat(colour));
        }
    }
}

fn roads(pen: &mut Pen, sketch: &Sketch) {
    let lines = &sketch.lines;
    if lines.crossing.is_none() && lines.roads.len() > 1 && !lines.bridges.is_empty() {
        for (_, road) in &lines.roads {
            let data = run([road].into_iter()); // one road wholly over the other
            pen.path(&data, stroke(EDGE, 2.0 * ROAD_HALF + 4.0));
            pen.path(&data, stroke(ROAD, 2.0 * ROAD_HALF - 3.0));
        }
    } else {
        let data = run(lines.roads.iter().map(|(_, r)| r).chain(&lines.stubs));
        pen.path(&data, stroke(EDGE, 2.0 * ROAD_HALF + 4.0));
        pen.path(&data, stroke(ROAD, 2.0 * ROAD_HALF - 3.0));
    }
    for bridge in &lines.bridges {
        for side in [-1.0, 1.0] {
            let across = (-bridge.run.1 * side, bridge.run.0 * side);
            let middle = add(bridge.at, across, ROAD_HALF + 1.0);
            let rail = line(&[add(middle, bridge.run, -25.0), add(middle, bridge.run, 25.0)]);
            pen.path(&rail, stroke(EDGE, 8.0).round());
            pen.path(&rail, stroke(STONE, 3.5).round());
        }
    }
    if let Some(at) = lines.crossing {
        pen.circle(at, 19.0, fill(STONE).line(EDGE).width(4.0));
        pen.circle(at, 8.0, flat(EDGE));
    }
    for at in &lines.houses {
        pen.circle(*at, 16.0, fill(STONE).line(EDGE).width(4.0));
    }
}

fn walls(pen: &mut Pen, town: &Town) {
    let data: String = town.walls.iter().map(|w| curves(&tailed(w, 16.0))).collect();
    pen.path(&data, stroke(EDGE, 11.0).round());
    pen.path(&data, stroke(STONE, 4.5).round());
}

fn marks(pen: &mut Pen, sketch: &Sketch) {
    let spots = &sketch.spots;
    for (at, k) in &spots.inns {
        inn(pen, *at, k * 1.15, Detail::Small);
    }
    if let Some(g) = spots.garden {
        garden(pen, g.at, g.scale * 1.05, g.upright, Detail::Small);
    }
    if let Some(b) = sketch.lines.building {
        let draw = if b.is_shrine { shrine } else { monastery };
        draw(pen, b.at, b.scale, Detail::Small);
    }
    for town in &sketch.lines.towns {
        if sketch.plan.parts[town.segment].marks & mark::CATHEDRAL != 0 {
            cathedral(pen, (96.0, 128.0), 1.1, Detail::Small);
        }
    }
    for gate in &sketch.lines.gates {
        let at = add(gate.at, (0.0, -WALL_HEIGHT * 0.2), 1.0);
        pen.circle(at, 9.0, fill(GOLD).line(EDGE).width(3.5));
    }
    let k = Detail::Small.mark_scale();
    for m in spots.marks[Detail::Small as usize].iter().flatten() {
        match m.goods {
            Some(number) => goods(pen, number, (m.at.0, m.at.1 - m.size.1 / 2.0), k),
            None => shield(pen, m.at, k),
        }
    }
}

/// A polygon on the plain ground, for the block.
pub fn patch(pen: &mut Pen, points: &[crate::geom::Pt], colour: Rgb) {
    pen.path(&polygon(points), fill(colour).line(EDGE).width(2.0));
}
