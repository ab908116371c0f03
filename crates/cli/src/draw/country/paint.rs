//! Painting a tile: ground, river, roads, cities, then what stands on them.

use country::tile::Kind;

use super::marks::Spots;
use super::plan::Plan;
use super::shape::Shape;
use crate::draw::geom::{Curve, Pt, add, num, path, point, polygon, straight, unit};
use crate::draw::svg::{INK, Svg, placed};

/// The colour of meadows.
pub const MEADOW: &str = "#A9BF6B";
const ROAD: &str = "#F3E6C3";
const ROAD_EDGE: &str = "#8F7444";
const WATER: &str = "#7FB0BE";
const BANK: &str = "#4E8496";
const CITY: &str = "#C08A55";
const STONE: &str = "#F4ECD8";
const ROOFS: [&str; 4] = ["#B5502F", "#C96A41", "#A04428", "#D98A5C"];

/// The picture of a tile, 200 units wide.
pub fn tile(plan: &Plan, shape: &Shape, spots: &Spots) -> String {
    let mut svg = Svg::default();
    svg.rect((0.0, 0.0), (200.0, 200.0), MEADOW, "");
    tufts(&mut svg, shape, spots);
    river(&mut svg, shape);
    roads(&mut svg, shape);
    cities(&mut svg, shape, spots);
    things(&mut svg, plan, shape, spots);
    let frame = "stroke=\"#3A2A1C\" stroke-opacity=\".3\" stroke-width=\"1.6\"";
    svg.rect((0.0, 0.0), (200.0, 200.0), "none", frame);
    svg.into_text()
}

/// A few marks of grass, away from everything, so that meadow reads as meadow.
fn tufts(svg: &mut Svg, shape: &Shape, spots: &Spots) {
    let busy: Vec<Pt> =
        spots.inns.iter().copied().chain(spots.garden).chain(shape.centre).collect();
    let marks = [(38.0, 30.0), (168.0, 44.0), (150.0, 172.0), (30.0, 160.0), (84.0, 62.0)];
    for p in marks.iter().filter(|p| super::super::geom::nearest(**p, &busy) > 44.0) {
        let data = format!("M{},{}l3,-7l3,7l3,-6l2,6", num(p.0), num(p.1));
        svg.line(&data, "#86A552", 2.0);
    }
}

/// A curve that runs on past both its ends where these lie on sides, so that no cap shows.
fn with_tails(curves: &[Curve]) -> String {
    let mut all = curves.to_vec();
    let outside = |p: Pt| p.0 <= 0.1 || p.1 <= 0.1 || p.0 >= 199.9 || p.1 >= 199.9;
    if let Some(first) = curves.first().filter(|c| outside(c[0])) {
        let out = unit((first[0].0 - first[1].0, first[0].1 - first[1].1));
        all.insert(0, straight(add(first[0], out, 10.0), first[0]));
    }
    if let Some(last) = curves.last().filter(|c| outside(c[3])) {
        let out = unit((last[3].0 - last[2].0, last[3].1 - last[2].1));
        all.push(straight(last[3], add(last[3], out, 10.0)));
    }
    path(&all)
}

fn river(svg: &mut Svg, shape: &Shape) {
    for (colour, width, pool) in [(BANK, 34.0, (44.0, 30.0)), (WATER, 28.0, (40.0, 26.0))] {
        for river in &shape.rivers {
            svg.line(&with_tails(river), colour, width);
        }
        if let Some(at) = shape.pool {
            svg.ellipse(at, pool, colour, "");
        }
    }
    for river in &shape.rivers {
        let more = "fill=\"none\" stroke=\"#B9D8DC\" stroke-width=\"3\" stroke-dasharray=\"14 12\"";
        svg.path(&with_tails(river), more);
    }
}

fn roads(svg: &mut Svg, shape: &Shape) {
    let all: Vec<String> =
        shape.roads.iter().map(|(_, r)| r).chain(&shape.stubs).map(|r| with_tails(r)).collect();
    let crossing_over = shape.crossing.is_none() && shape.roads.len() > 1;
    if crossing_over {
        for data in &all {
            svg.line(data, ROAD_EDGE, 25.0);
            svg.line(data, ROAD, 20.0); // one road wholly over the other
        }
    } else {
        for (colour, width) in [(ROAD_EDGE, 25.0), (ROAD, 20.0)] {
            for data in &all {
                svg.line(data, colour, width);
            }
        }
    }
    for bridge in &shape.bridges {
        let side = (-bridge.run.1, bridge.run.0);
        for k in [-13.5, 13.5] {
            let middle = add(bridge.at, side, k);
            let (a, b) = (add(middle, bridge.run, -25.0), add(middle, bridge.run, 25.0));
            let data = path(&[straight(a, b)]);
            svg.path(
                &data,
                &format!("stroke=\"{INK}\" stroke-width=\"6\" stroke-linecap=\"round\""),
            );
            svg.path(
                &data,
                &format!("stroke=\"{STONE}\" stroke-width=\"3\" stroke-linecap=\"round\""),
            );
        }
    }
    if let Some(at) = shape.crossing {
        svg.circle(at, 17.0, "#D8C394", &format!("stroke=\"{INK}\" stroke-width=\"2.5\""));
        svg.circle(at, 6.0, "#8F7444", "");
    }
    for at in &shape.houses {
        house(svg, *at, 2.0, ROOFS[0]);
    }
}

fn cities(svg: &mut Svg, shape: &Shape, spots: &Spots) {
    for city in &shape.cities {
        svg.fill(&polygon(&city.outline), CITY);
    }
    for (i, at) in spots.houses.iter().enumerate() {
        let pick = (at.0 * 7.0 + at.1 * 13.0) as usize + i;
        house(svg, *at, 1.3, ROOFS[pick % ROOFS.len()]);
    }
    for city in &shape.cities {
        for wall in &city.walls {
            let data = path(wall);
            let round = "fill=\"none\" stroke-linejoin=\"round\"";
            svg.path(&data, &format!("{round} stroke=\"{INK}\" stroke-width=\"9\""));
            svg.path(&data, &format!("{round} stroke=\"{STONE}\" stroke-width=\"4.6\""));
            for (c, t) in wall.iter().zip([1.0, 1.0]).take(wall.len().saturating_sub(1)) {
                let tower = point(c, t);
                let rim = format!("stroke=\"{INK}\" stroke-width=\"2.2\"");
                svg.circle(tower, 7.0, STONE, &rim);
            }
        }
    }
}

/// A small house seen from above at a slant.
pub fn house(svg: &mut Svg, at: Pt, scale: f64, roof: &str) {
    svg.group(&placed(at, scale), |svg| {
        let ink = format!("stroke=\"{INK}\" stroke-width=\"1.1\"");
        svg.path("M-8,6v-8h16v8z", &format!("fill=\"#EFE2C2\" {ink}"));
        svg.path("M-10,-1l4,-9h12l4,9z", &format!("fill=\"{roof}\" {ink}"));
    });
}

fn things(svg: &mut Svg, plan: &Plan, shape: &Shape, spots: &Spots) {
    let mut standing: Vec<(Pt, Thing)> = Vec::new();
    standing.extend(spots.inns.iter().map(|p| (*p, Thing::Inn)));
    standing.extend(spots.garden.map(|p| (p, Thing::Garden)));
    standing.extend(spots.shields.iter().map(|p| (*p, Thing::Shield)));
    standing.extend(spots.goods.iter().map(|(p, n)| (*p, Thing::Goods(*n))));
    standing.extend(spots.cathedrals.iter().map(|p| (*p, Thing::Cathedral)));
    if let Some(at) = shape.centre {
        let is_shrine = plan.centre == Some(Kind::Shrine);
        standing.push((at, if is_shrine { Thing::Shrine } else { Thing::Monastery }));
    }
    for (at, thing) in standing {
        svg.group(&placed(at, thing.scale()), |svg| draw_thing(svg, thing));
    }
}

#[derive(Clone, Copy)]
enum Thing {
    Inn,
    Garden,
    Shield,
    Goods(u8),
    Cathedral,
    Monastery,
    Shrine,
}

impl Thing {
    const fn scale(self) -> f64 {
        match self {
            Thing::Shield | Thing::Goods(_) => 1.35,
            Thing::Monastery | Thing::Shrine => 1.3,
            Thing::Inn | Thing::Garden => 1.1,
            Thing::Cathedral => 1.0,
        }
    }
}

fn draw_thing(svg: &mut Svg, thing: Thing) {
    let ink = format!("stroke=\"{INK}\" stroke-width=\"2\" stroke-linejoin=\"round\"");
    match thing {
        Thing::Inn => {
            svg.ellipse(
                (0.0, 6.0),
                (30.0, 17.0),
                WATER,
                &format!("stroke=\"{BANK}\" stroke-width=\"3\""),
            );
            svg.path("M-14,10v-14h28v14z", &format!("fill=\"#EFE2C2\" {ink}"));
            svg.path("M-18,-3l7,-15h22l7,15z", &format!("fill=\"#2F5D8A\" {ink}"));
            svg.path("M-4,10v-9h8v9z", &format!("fill=\"{INK}\""));
        }
        Thing::Garden => {
            svg.rect((-22.0, -15.0), (44.0, 30.0), "#4F7A3A", &format!("rx=\"5\" {ink}"));
            svg.rect((-17.0, -10.0), (34.0, 20.0), "#8DB35C", "rx=\"3\"");
            for (x, colour) in [(-11.0, "#E8566A"), (-0.0, "#F6D04D"), (11.0, "#FFFFFF")] {
                svg.circle((x, -3.5), 3.6, colour, "");
                svg.circle((x, 4.5), 3.6, colour, "");
            }
        }
        Thing::Shield => {
            svg.path(
                "M-12,-14h24v13c0,9 -7,14 -12,17c-5,-3 -12,-8 -12,-17z",
                &format!("fill=\"#FFF8E6\" {ink}"),
            );
            svg.fill("M-9,-11h9v12h-9zM0,1h9c0,6 -5,9 -9,12z", "#2F5D8A");
            svg.fill("M0,-11h9v12h-9zM-9,1h9v12c-4,-3 -9,-6 -9,-12z", "#E0AE2E");
        }
        Thing::Goods(n) => {
            svg.circle((0.0, 0.0), 15.0, "#FFF8E6", &ink);
            super::super::goods::icon(svg, n, (0.0, 0.0), 1.0);
        }
        Thing::Cathedral => cathedral(svg, &ink),
        Thing::Monastery => monastery(svg, &ink),
        Thing::Shrine => shrine(svg, &ink),
    }
}

fn cathedral(svg: &mut Svg, ink: &str) {
    svg.path("M-34,34v-46h68v46z", &format!("fill=\"#E4E2DA\" {ink}"));
    svg.path("M-38,-10l10,-22h56l10,22z", &format!("fill=\"#8A939B\" {ink}"));
    for x in [-50, 26] {
        svg.path(&format!("M{x},34v-70h24v70z"), &format!("fill=\"#D3D3CC\" {ink}"));
        svg.path(&format!("M{},-35l15,-26l15,26z", x - 3), &format!("fill=\"#5A626B\" {ink}"));
    }
    svg.circle((0.0, 4.0), 10.0, "#3F6E96", ink);
    svg.path("M-7,34v-10a7,8 0 0 1 14,0v10z", &format!("fill=\"{INK}\""));
}

fn monastery(svg: &mut Svg, ink: &str) {
    svg.ellipse((2.0, 20.0), (36.0, 11.0), INK, "opacity=\".2\"");
    svg.path("M-12,22v-24h40v24z", &format!("fill=\"#F4EAD0\" {ink}"));
    svg.path("M-15,-1l7,-15h32l7,15z", &format!("fill=\"#B5502F\" {ink}"));
    svg.path("M-30,22v-40h18v40z", &format!("fill=\"#F4EAD0\" {ink}"));
    svg.path("M-33,-17l12,-19l12,19z", &format!("fill=\"#8A3A20\" {ink}"));
    svg.line("M-21,-36v-12M-26,-43h10", INK, 2.6);
    svg.fill("M-25,22v-8a4,5 0 0 1 8,0v8zM-3,6h6v9h-6zM9,6h6v9h-6z", INK);
}

fn shrine(svg: &mut Svg, ink: &str) {
    svg.ellipse((2.0, 20.0), (30.0, 10.0), INK, "opacity=\".2\"");
    svg.path("M-26,20h52v-6h-52z", &format!("fill=\"#CFCBBE\" {ink}"));
    for x in [-20, -4, 12] {
        svg.path(&format!("M{x},14v-22h8v22z"), &format!("fill=\"#F1EEE4\" {ink}"));
    }
    svg.path("M-27,-8l27,-18l27,18z", &format!("fill=\"#6F5A8E\" {ink}"));
    svg.circle((0.0, -14.0), 3.6, "#F6D04D", "");
}
