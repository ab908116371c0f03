//! The areas of a tile: each block between the streets parted among the areas at its half-edges.
//!
//! One area of a block is its ground; the others are cut out of it by lines from where they begin
//! to where they end. Neighbours that are cut out together share one such line.

use table::Rot;

use super::Ground;
use super::plan::{self, End, Street, Stretch};
use crate::geom::{
    CENTRE, Curve, INWARD, Pt, RUN, TILE, add, along, between, dist, inside, left_of, sample,
    to_line, unit,
};

/// A market or residential area.
#[derive(Debug)]
pub(super) struct Area {
    /// What it is.
    pub ground: Ground,
    /// Its half-edges as the tile lies, a bit for each.
    pub ports: u8,
    /// Its outlines; more than one only if streets part it.
    pub rings: Vec<Vec<Pt>>,
    /// Areas without half-edges that lie in it.
    pub holes: Vec<Vec<Pt>>,
}

impl Area {
    /// Whether a point lies in it.
    pub fn contains(&self, p: Pt) -> bool {
        self.rings.iter().any(|r| inside(p, r)) && !self.holes.iter().any(|h| inside(p, h))
    }

    /// The distance of a point to the nearest boundary.
    pub fn clearance(&self, p: Pt) -> f64 {
        let closed =
            |ring: &Vec<Pt>| to_line(p, ring).min(to_line(p, &[ring[ring.len() - 1], ring[0]]));
        self.rings.iter().chain(&self.holes).map(closed).fold(1e9, f64::min)
    }

    /// The inner point with the highest `worth` of point and distance to the boundary, and that
    /// distance: sought on a coarse grid, then around the best point of it.
    pub fn best(&self, worth: impl Fn(Pt, f64) -> f64) -> (Pt, f64) {
        let better = |found: (f64, Pt, f64), p: Pt| {
            if !self.contains(p) {
                return found;
            }
            let clear = self.clearance(p);
            let value = worth(p, clear);
            if value > found.0 { (value, p, clear) } else { found }
        };
        let coarse =
            (0..25 * 25).map(|i| (4.0 + 8.0 * (i % 25) as f64, 4.0 + 8.0 * (i / 25) as f64));
        let found = coarse.fold((f64::NEG_INFINITY, CENTRE, 0.0), better);
        let (x, y) = found.1;
        let fine =
            (0..7 * 7).map(|i| (x - 6.0 + 2.0 * (i % 7) as f64, y - 6.0 + 2.0 * (i / 7) as f64));
        let found = fine.fold(found, better);
        (found.1, found.2)
    }
}

/// A line between two areas of a block.
#[derive(Debug)]
pub(super) struct Border {
    /// Its points.
    pub line: Vec<Pt>,
    /// Whether it parts two markets, which then are one (CITY-73).
    pub within_market: bool,
}

/// Streets and areas of a tile as it lies.
#[derive(Debug)]
pub(super) struct StreetMap {
    /// The streets, in the order of the tile file.
    pub streets: Vec<Street>,
    /// The areas, in the order of the tile file.
    pub areas: Vec<Area>,
    /// What parts areas inside the tile, other than streets.
    pub borders: Vec<Border>,
}

/// So far from streets borders inside a tile keep, if they can.
const ENOUGH: f64 = 10.0;

/// A length of a block's boundary that belongs to one area.
struct Run {
    area: usize,
    halves: usize,
    path: Vec<Pt>,
}

impl StreetMap {
    /// The plan of a tile.
    pub fn new(tile: &city::Tile, rot: Rot) -> StreetMap {
        let streets = plan::streets(tile, rot);
        let segments = tile.segments.iter().skip(tile.streets as usize);
        let areas = segments
            .map(|s| Area {
                ground: Ground::of(s),
                ports: s.ports_turned(rot),
                rings: Vec::new(),
                holes: Vec::new(),
            })
            .collect();
        let blocks = plan::blocks(&streets);
        let mut plan = StreetMap { streets, areas, borders: Vec::new() };
        for block in &blocks {
            plan.part(block);
        }
        plan.put_inner();
        plan
    }

    /// The area at a half-edge.
    fn at(&self, port: usize) -> usize {
        self.areas.iter().position(|a| a.ports >> port & 1 == 1).unwrap_or(0)
    }

    /// Whether a point lies on a street, or within `margin` of one.
    pub fn to_street(&self, p: Pt) -> f64 {
        let court = |s: &Street| match s.end {
            End::Blind => dist(p, s.curve[3]) - plan::COURT,
            End::Crossing => dist(p, CENTRE) - plan::ROUNDEL,
            End::Through => 1e9,
        };
        let one = |s: &Street| (to_line(p, &s.line) - plan::HALF).min(court(s));
        self.streets.iter().map(one).fold(1e9, f64::min)
    }

    /// The distance to the nearest border inside the tile.
    pub fn to_border(&self, p: Pt) -> f64 {
        self.borders.iter().map(|b| to_line(p, &b.line)).fold(1e9, f64::min)
    }

    /// Parts a block among its areas.
    fn part(&mut self, block: &[Stretch]) {
        let runs = self.runs(block);
        if let [run] = runs.as_slice() {
            self.areas[run.area].rings.push(run.path.clone());
            return;
        }
        let ground = self.ground_of(&runs);
        let first = runs.iter().position(|r| r.area == ground).unwrap_or(0);
        let mut ring: Vec<Pt> = Vec::new();
        let mut at = 0;
        let run = |i: usize| &runs[(first + i) % runs.len()];
        while at < runs.len() {
            if run(at).area == ground {
                ring.extend(&run(at).path);
                at += 1;
                continue;
            }
            let count = (at..runs.len()).take_while(|i| run(*i).area != ground).count();
            let group: Vec<&Run> = (at..at + count).map(run).collect();
            ring.extend(self.cut_out(&group, ground));
            at += count;
        }
        ring.dedup_by(|a, b| dist(*a, *b) < 0.01);
        self.areas[ground].rings.push(ring);
    }

    /// The runs of a block's boundary. Where two areas change at a street, its middle parts them.
    fn runs(&self, block: &[Stretch]) -> Vec<Run> {
        let labels: Vec<Option<usize>> = block.iter().map(|s| s.port.map(|p| self.at(p))).collect();
        let count = block.len();
        let before = |i: usize| (1..=count).find_map(|n| labels[(i + count - n) % count]);
        // Begin where an area begins, if there are two.
        let start = (0..count).find(|i| labels[*i].is_some() && before(*i) != labels[*i]);
        let mut runs: Vec<Run> = Vec::new();
        let mut owed: Vec<Pt> = Vec::new();
        for i in (0..count).map(|n| (start.unwrap_or(0) + n) % count) {
            let path = &block[i].path;
            let next = labels[(i + 1) % count].or_else(|| labels[(i + 2) % count]);
            match (labels[i], runs.last_mut()) {
                (Some(area), Some(run)) if run.area == area => {
                    run.halves += 1;
                    run.path.extend(path);
                }
                (Some(area), _) => {
                    let mut whole = std::mem::take(&mut owed);
                    whole.extend(path);
                    runs.push(Run { area, halves: 1, path: whole });
                }
                (None, Some(run)) if next == Some(run.area) => run.path.extend(path),
                (None, Some(run)) => {
                    let half = path.len() / 2;
                    run.path.extend(&path[..=half]);
                    owed = path[half..].to_vec();
                }
                (None, None) => owed.clone_from(path),
            }
        }
        // What was owed at the end of the walk opens the first run.
        if let Some(first) = runs.first_mut().filter(|_| !owed.is_empty()) {
            owed.extend(&first.path);
            first.path = owed;
        }
        for run in &mut runs {
            run.path.dedup_by(|a, b| dist(*a, *b) < 0.01);
        }
        runs
    }

    /// The area that the others are cut out of: the one that most often comes back, then homes,
    /// then the longest.
    fn ground_of(&self, runs: &[Run]) -> usize {
        let key = |area: usize| {
            let mine = || runs.iter().filter(move |r| r.area == area);
            let homes = self.areas[area].ground == Ground::Homes;
            (mine().count(), homes, mine().map(|r| r.halves).sum::<usize>())
        };
        runs.iter().map(|r| r.area).max_by_key(|a| key(*a)).unwrap_or(0)
    }

    /// Cuts neighbouring runs out of a ground; returns the line that parts them from it.
    fn cut_out(&mut self, group: &[&Run], ground: usize) -> Vec<Pt> {
        let (Some(from), Some(to)) = (
            group.first().and_then(|r| r.path.first()).copied(),
            group.last().and_then(|r| r.path.last()).copied(),
        ) else {
            return Vec::new();
        };
        let halves: usize = group.iter().map(|r| r.halves).sum();
        let line = self.border(from, to, halves);
        let grounds: Vec<Ground> = self.areas.iter().map(|a| a.ground).collect();
        let market = |area: usize| grounds[area] != Ground::Homes;
        let all_markets = market(ground) && group.iter().all(|r| market(r.area));
        let last = line.len() - 1;
        let cut = |i: usize| last * i / group.len();
        let mut added = vec![Border { line: line.clone(), within_market: all_markets }];
        for (i, run) in group.iter().enumerate() {
            let mut ring = run.path.clone();
            ring.extend(line[cut(i)..=cut(i + 1)].iter().rev());
            ring.dedup_by(|a, b| dist(*a, *b) < 0.01);
            if let Some(end) = run.path.last().filter(|_| i + 1 < group.len()) {
                let both = market(run.area) && market(group[i + 1].area);
                added.push(Border { line: vec![*end, line[cut(i + 1)]], within_market: both });
            }
            self.areas[run.area].rings.push(ring);
        }
        self.borders.extend(added);
        line
    }

    /// The line from where a cut-out begins to where it ends, clear of streets.
    fn border(&self, from: Pt, to: Pt, halves: usize) -> Vec<Pt> {
        let side = (0..4).find(|s| {
            dist(from, along(*s, 0.0, 0.0)) < 1.0 && dist(to, along(*s, TILE, 0.0)) < 1.0
        });
        if let Some(side) = side.filter(|_| halves == 2) {
            let depth = if self.streets.is_empty() { 78.0 } else { 58.0 };
            return self.clearest([depth, 96.0, 110.0].map(|d| sample(&cap(side, d), 7)));
        }
        let way = unit((to.0 - from.0, to.1 - from.1));
        let reach = dist(from, to) * 0.14;
        self.clearest([0.0, -8.0, 8.0, -16.0, 16.0, -24.0, 24.0, 36.0, 48.0, 60.0].map(|bow| {
            // To the right lies what is not cut out.
            let middle = add(between(from, to, 0.5), left_of(way), -bow);
            // A hand draws no straight line: it swings a little.
            let swing = unit(add(way, left_of(way), 0.16));
            let first = [from, add(from, way, reach), add(middle, swing, -2.0 * reach), middle];
            let second = [middle, add(middle, swing, 2.0 * reach), add(to, way, -reach), to];
            sample(&[first, second], 6)
        }))
    }

    /// The first of some lines that keeps clear of the streets, else the one that does it best.
    /// Close to its ends a line may lead to a street.
    fn clearest<const N: usize>(&self, lines: [Vec<Pt>; N]) -> Vec<Pt> {
        let room = |line: &Vec<Pt>| {
            let ends = [line[0], line[line.len() - 1]];
            let free = line.iter().filter(|p| ends.iter().all(|e| dist(**p, *e) > 24.0));
            free.map(|p| self.to_street(*p)).fold(ENOUGH, f64::min)
        };
        let mut best = (f64::NEG_INFINITY, Vec::new());
        for line in lines {
            let room = room(&line);
            if room > best.0 {
                best = (room, line);
            }
        }
        best.1
    }

    /// Areas without half-edges: round places in the roomiest of the others.
    fn put_inner(&mut self) {
        let inner: Vec<usize> =
            (0..self.areas.len()).filter(|a| self.areas[*a].rings.is_empty()).collect();
        for area in inner {
            let rooms = self.areas.iter().enumerate().filter(|(_, a)| !a.rings.is_empty());
            let rooms = rooms.map(|(i, a)| (i, a.best(|_, clear| clear)));
            let best = rooms.max_by(|a, b| a.1.1.total_cmp(&b.1.1));
            let Some((host, (at, clear))) = best else { continue };
            let r = (clear * 0.72).min(36.0);
            let ring: Vec<Pt> = (0..20)
                .map(|i| f64::from(i) * std::f64::consts::TAU / 20.0)
                .map(|angle| add(at, (angle.cos(), angle.sin()), r))
                .collect();
            let mut line = ring.clone();
            line.push(ring[0]);
            let market = |a: usize| self.areas[a].ground != Ground::Homes;
            let within_market = market(area) && market(host);
            self.borders.push(Border { line, within_market });
            self.areas[host].holes.push(ring.clone());
            self.areas[area].rings.push(ring);
        }
    }
}

/// A rounded bay from one corner of a side to the other.
fn cap(side: usize, depth: f64) -> [Curve; 3] {
    let (run, inward) = (RUN[side], INWARD[side]);
    let (from, to) = (along(side, 0.0, 0.0), along(side, TILE, 0.0));
    let (near, far) = (along(side, 72.0, depth), along(side, 128.0, depth));
    [
        [from, add(from, inward, depth * 0.9), add(near, run, -42.0), near],
        crate::geom::straight(near, far),
        [far, add(far, run, 42.0), add(to, inward, depth * 0.9), to],
    ]
}
