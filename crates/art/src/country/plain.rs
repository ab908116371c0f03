//! The plain look: flat fills, bold borders, high contrast; the lines are those of the map.

use super::block;
use super::ground::WALL_HEIGHT;
use super::lines::{ROAD_HALF, STREAM_HALF};
use super::sketch::Sketch;
use super::spots::LANDMARK;
use super::wall::Town;
use crate::colour::{GOLD, Rgb, pure};
use crate::geom::{Curve, TILE, add, tailed};
use crate::pictures::Put;
use crate::svg::{Pen, curves, fill, flat, line, polygon, stroke};
use crate::{Detail, Style};

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
    streams(&mut pen, sketch);
    roads(&mut pen, sketch);
    for town in &sketch.lines.towns {
        pen.polygon(&town.outline, flat(CITY));
        walls(&mut pen, town);
    }
    if let Some(block) = block::of(&sketch.plan) {
        block::plain(&mut pen, block, CITY_PALE);
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

fn streams(pen: &mut Pen, sketch: &Sketch) {
    let data = run(sketch.lines.streams.iter());
    for (colour, more) in [(EDGE, 2.5), (WATER, -2.5)] {
        pen.path(&data, stroke(colour, 2.0 * (STREAM_HALF + more)));
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
    let put = |name, at, scale| Put { name, at, scale, detail: Detail::Small };
    for house in &spots.roadside {
        (house.draw)(pen, &put(house.name, house.at, house.scale * 1.15));
    }
    if let Some(plot) = spots.plot {
        (plot.draw)(pen, &put(plot.name, plot.at, plot.scale * 1.05), plot.upright);
    }
    if let Some(b) = sketch.lines.building {
        (b.look.draw)(pen, &put(b.name, b.at, b.scale));
    }
    for town in &sketch.lines.towns {
        if let Some((name, draw)) = sketch.plan.parts[town.segment].landmark() {
            draw(pen, &put(name, LANDMARK.0, LANDMARK.1));
        }
    }
    for gate in &sketch.lines.gates {
        let at = add(gate.at, (0.0, -WALL_HEIGHT * 0.2), 1.0);
        pen.circle(at, 9.0, fill(GOLD).line(EDGE).width(3.5));
    }
    let k = Detail::Small.mark_scale();
    for sign in spots.signs[Detail::Small as usize].iter().flatten().chain(&spots.field_signs) {
        (sign.draw)(pen, &put(sign.name, sign.at, k));
    }
}

/// A polygon on the plain ground, for the block.
pub fn patch(pen: &mut Pen, points: &[crate::geom::Pt], colour: Rgb) {
    pen.path(&polygon(points), fill(colour).line(EDGE).width(2.0));
}
