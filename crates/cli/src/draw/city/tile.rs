//! A tile of The City: streets, markets by colour and letter, homes, buildings.

use city::Tile;
use city::names::{HOMES, MARKET, STREET};
use table::Rot;

use super::area::{self, bits};
use crate::draw::geom::{CENTRE, Curve, Pt, add, dist, inside, nearest, path, polygon, sample};
use crate::draw::svg::{INK, Svg, placed};

const HOMES_GROUND: &str = "#C9AE84";
/// Ground, strong colour and letter of fish, grain and livestock.
const MARKETS: [(&str, &str, &str); 3] =
    [("#A9C9D8", "#20628F", "F"), ("#F0DC92", "#8A6208", "G"), ("#E2AE98", "#9B2F22", "L")];
const ROOFS: [&str; 4] = ["#B5502F", "#C96A41", "#A04428", "#D98A5C"];

/// The picture of a tile as it lies, and where followers stand on it.
pub struct Picture {
    /// The picture, 200 units wide.
    pub svg: String,
    spots: Vec<(Pt, bool)>,
}

struct Ground {
    segment: usize,
    polygons: Vec<(Vec<Pt>, Vec<Pt>)>,
}

impl Ground {
    fn holds(&self, p: Pt) -> bool {
        self.polygons.iter().any(|(polygon, _)| inside(p, polygon))
    }
}

struct Drawing<'a> {
    tile: &'a Tile,
    streets: Vec<(Vec<usize>, Vec<Curve>)>,
    grounds: Vec<Ground>,
    crossing: bool,
    /// Points of streets and borders, which everything keeps away from.
    lines: Vec<Pt>,
    used: Vec<Pt>,
}

impl Picture {
    /// Draws a tile.
    pub fn new(tile: &Tile, rot: Rot) -> Picture {
        let segments = tile.segments.iter().enumerate();
        let single = |ports: u8| ports.is_power_of_two();
        let ends = tile.segments.iter().filter(|s| s.kind == STREET && single(s.ports)).count();
        let crossing = ends > 1;
        let streets: Vec<(Vec<usize>, Vec<Curve>)> = tile
            .segments
            .iter()
            .filter(|s| s.kind == STREET)
            .map(|s| (bits(s.ports_turned(rot)), area::street(*s, rot, crossing)))
            .collect();
        let grounds: Vec<Ground> = segments
            .filter(|(_, s)| s.kind != STREET)
            .map(|(segment, s)| {
                let polygons = area::ground(&bits(s.ports_turned(rot)), &streets);
                Ground { segment, polygons }
            })
            .collect();
        let borders = grounds.iter().flat_map(|g| &g.polygons).flat_map(|(_, b)| b.clone());
        let lines = streets.iter().flat_map(|(_, c)| sample(c, 20)).chain(borders).collect();
        let used = Vec::new();
        let mut drawing = Drawing { tile, streets, grounds, crossing, lines, used };
        drawing.paint()
    }

    /// Where a follower stands on a segment, and whether it lies.
    pub fn spot(&self, segment: usize) -> (Pt, bool) {
        self.spots.get(segment).copied().unwrap_or((CENTRE, false))
    }
}

impl Drawing<'_> {
    fn paint(&mut self) -> Picture {
        let mut svg = Svg::default();
        svg.rect((0.0, 0.0), (200.0, 200.0), HOMES_GROUND, "");
        self.market_grounds(&mut svg);
        self.paint_streets(&mut svg);
        let mut spots = vec![(CENTRE, false); self.tile.segments.len()];
        self.place_streets(&mut spots);
        self.buildings(&mut svg);
        self.place_areas(&mut svg, &mut spots);
        self.houses(&mut svg);
        let frame = "stroke=\"#3A2A1C\" stroke-opacity=\".3\" stroke-width=\"1.6\"";
        svg.rect((0.0, 0.0), (200.0, 200.0), "none", frame);
        Picture { svg: svg.into_text(), spots }
    }

    fn kind_of(&self, ground: &Ground) -> Option<usize> {
        let segment = &self.tile.segments[ground.segment];
        (segment.kind == MARKET).then(|| segment.goods.trailing_zeros() as usize % 3)
    }

    fn market_grounds(&self, svg: &mut Svg) {
        // Homes first, so that a market cut out of them lies on top.
        for ground in &self.grounds {
            let Some(kind) = self.kind_of(ground) else { continue };
            for (shape, border) in &ground.polygons {
                svg.fill(&polygon(shape), MARKETS[kind].0);
                if !border.is_empty() {
                    let open = polygon(border).replace('z', "");
                    svg.line(&open, INK, 7.0);
                    svg.line(&open, "#F4ECD8", 4.0);
                }
            }
        }
    }

    fn paint_streets(&self, svg: &mut Svg) {
        for (colour, width) in [("#6E5433", 28.0), ("#F3E6C3", 22.0)] {
            for (_, curves) in &self.streets {
                let data = path(curves);
                let more = format!(
                    "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                     stroke-linecap=\"round\""
                );
                svg.path(&data, &more);
            }
        }
        if self.crossing {
            svg.circle(CENTRE, 18.0, "#D8C394", &format!("stroke=\"{INK}\" stroke-width=\"2.5\""));
            svg.circle(CENTRE, 6.0, "#8F7444", "");
        }
        for (sides, curves) in &self.streets {
            if sides.len() == 1 && !self.crossing {
                let at = curves[0][3];
                svg.circle(at, 19.0, "#F3E6C3", "stroke=\"#6E5433\" stroke-width=\"3\"");
                svg.circle(at, 7.0, "#7FB0BE", &format!("stroke=\"{INK}\" stroke-width=\"2\""));
            }
        }
    }

    fn place_streets(&mut self, spots: &mut [(Pt, bool)]) {
        for (number, (sides, curves)) in self.streets.iter().enumerate() {
            let points = sample(curves, 20);
            let k = if sides.len() == 2 { 0.5 } else { 0.35 };
            let at = points[(k * (points.len() - 1) as f64) as usize];
            spots[number] = (add(at, (0.0, 12.0), 1.0), false);
        }
    }

    /// The freest point of an area.
    fn free(&mut self, number: usize, keep: f64) -> Pt {
        let ground = &self.grounds[number];
        let is_market = self.kind_of(ground).is_some();
        let others: Vec<&Ground> =
            self.grounds.iter().filter(|g| self.kind_of(g).is_some()).collect();
        let holds = |p: Pt| {
            if is_market || ground.polygons.is_empty() {
                ground.holds(p)
            } else {
                ground.holds(p) && !others.iter().any(|g| g.holds(p))
            }
        };
        let score = |p: &Pt| {
            let beside = self.used.iter().map(|q| dist(*p, *q) * keep).fold(60.0, f64::min);
            let side = p.0.min(p.1).min(200.0 - p.0).min(200.0 - p.1);
            nearest(*p, &self.lines).min(side).min(beside) - 0.05 * dist(*p, CENTRE)
        };
        let places = (12..190)
            .step_by(6)
            .flat_map(|y| (12..190).step_by(6).map(move |x| (f64::from(x), f64::from(y))));
        let best = places.filter(|p| holds(*p)).max_by(|a, b| score(a).total_cmp(&score(b)));
        let best = best.unwrap_or(CENTRE);
        self.used.push(best);
        best
    }

    fn buildings(&mut self, svg: &mut Svg) {
        let homes = (0..self.grounds.len()).filter(|n| self.kind_of(&self.grounds[*n]).is_none());
        let homes: Vec<usize> = homes.collect();
        let all = [(self.tile.public, false), (self.tile.historic, true)];
        let kinds = all.iter().flat_map(|(count, historic)| (0..*count).map(move |_| *historic));
        for (i, historic) in kinds.enumerate() {
            let Some(number) = homes.get(i % homes.len().max(1)) else { return };
            let at = self.free(*number, 0.8);
            svg.group(&placed(at, 1.1), |svg| building(svg, historic));
        }
    }

    fn place_areas(&mut self, svg: &mut Svg, spots: &mut [(Pt, bool)]) {
        for number in 0..self.grounds.len() {
            let segment = self.grounds[number].segment;
            let is_homes = self.tile.segments[segment].kind == HOMES;
            if let Some(kind) = self.kind_of(&self.grounds[number]) {
                let at = self.free(number, 1.0);
                market(svg, kind, at);
            }
            let at = self.free(number, 0.8);
            spots[segment] = (add(at, (0.0, if is_homes { 0.0 } else { 16.0 }), 1.0), is_homes);
        }
    }

    fn houses(&self, svg: &mut Svg) {
        let markets: Vec<&Ground> =
            self.grounds.iter().filter(|g| self.kind_of(g).is_some()).collect();
        for row in 0..7 {
            for i in 0..6 {
                let shift = if row % 2 == 0 { 0.0 } else { 16.0 };
                let p = (20.0 + shift + f64::from(i) * 32.0, 20.0 + f64::from(row) * 27.0);
                let side = p.0.min(p.1).min(200.0 - p.0).min(200.0 - p.1);
                let clear = nearest(p, &self.lines) > 27.0 && nearest(p, &self.used) > 36.0;
                if side > 15.0 && clear && !markets.iter().any(|g| g.holds(p)) {
                    let roof = ROOFS[(row * 5 + i * 3) as usize % ROOFS.len()];
                    house(svg, p, roof);
                }
            }
        }
    }
}

fn house(svg: &mut Svg, at: Pt, roof: &str) {
    svg.group(&placed(at, 1.3), |svg| {
        let ink = format!("stroke=\"{INK}\" stroke-width=\"1.1\"");
        svg.path("M-8,6v-8h16v8z", &format!("fill=\"#EFE2C2\" {ink}"));
        svg.path("M-10,-1l4,-9h12l4,9z", &format!("fill=\"{roof}\" {ink}"));
    });
}

fn market(svg: &mut Svg, kind: usize, at: Pt) {
    let (_, strong, letter) = MARKETS[kind];
    svg.circle(at, 21.0, "#FFFBEF", &format!("stroke=\"{strong}\" stroke-width=\"6\""));
    svg.text((at.0, at.1 + 11.0), 31.0, "middle", strong, letter);
}

/// A public building is a grey hall, a historic one a tower with a golden pennant.
fn building(svg: &mut Svg, historic: bool) {
    let ink = format!("stroke=\"{INK}\" stroke-width=\"2\" stroke-linejoin=\"round\"");
    if historic {
        svg.path("M-15,22v-44h30v44z", &format!("fill=\"#F1EEE4\" {ink}"));
        svg.path("M-19,-20v-9h8v4h7v-4h8v4h7v-4h8v9z", &format!("fill=\"#D3D3CC\" {ink}"));
        svg.path("M-5,22v-10a5,6 0 0 1 10,0v10z", &format!("fill=\"{INK}\""));
        svg.line("M0,-29v-22", INK, 3.0);
        svg.path("M0,-51h20l-6,6l6,6h-20z", &format!("fill=\"#F2C230\" {ink}"));
    } else {
        svg.path("M-26,18v-22h52v22z", &format!("fill=\"#E3E6E6\" {ink}"));
        svg.path("M-30,-3l8,-17h44l8,17z", &format!("fill=\"#8A939B\" {ink}"));
        svg.fill(
            "M-21,18v-9a4,5 0 0 1 8,0v9zM-4,18v-9a4,5 0 0 1 8,0v9zM13,18v-9a4,5 0 0 1 8,0v9z",
            INK,
        );
    }
}
