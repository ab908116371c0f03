//! The laid tiles: features by flood fill, the outside, and the outline walked anew each time.

use std::collections::{BTreeMap, BTreeSet};

use crate::tiles::{Kind, SIDES, Tile};

/// x grows east, y grows south.
pub type Cell = (i32, i32);
/// A cell that holds a tile, and one of its sides.
pub type Edge = (Cell, usize);
/// A cell that holds a tile, and the place of one of its segments.
pub type SegmentId = (Cell, usize);

/// The cell next to `cell` on this side.
pub fn step(cell: Cell, side: usize) -> Cell {
    let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side];
    (cell.0 + dx, cell.1 + dy)
}

pub fn opposite(side: usize) -> usize {
    (side + 2) % 4
}

/// The half-edge of the neighbouring tile that lies against this one: NL-SR, NR-SL, EL-WR, ER-WL.
fn facing(half: usize) -> usize {
    opposite(half / 2) * 2 + (1 - half % 2)
}

/// The text form of an edge.
pub fn edge_word(edge: Edge) -> String {
    format!("{},{}:{}", edge.0.0, edge.0.1, SIDES[edge.1])
}

/// A connected street, market or residential area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    pub kind: Kind,
    /// Earliest laid tile first, then the order on the tile.
    pub segments: Vec<SegmentId>,
}

impl Feature {
    /// Number of different cells (CITY-06).
    pub fn tiles(&self) -> i32 {
        self.segments.iter().map(|segment| segment.0).collect::<BTreeSet<Cell>>().len() as i32
    }
}

/// A tile as it lies.
#[derive(Clone, Debug)]
struct Laid {
    tile: Tile,
    /// How many tiles were laid before it.
    order: usize,
}

/// All laid tiles.
#[derive(Clone, Debug, Default)]
pub struct Board {
    laid: BTreeMap<Cell, Laid>,
}

impl Board {
    pub fn is_empty(&self) -> bool {
        self.laid.is_empty()
    }

    /// Number of laid tiles.
    pub fn size(&self) -> usize {
        self.laid.len()
    }

    pub fn has(&self, cell: Cell) -> bool {
        self.laid.contains_key(&cell)
    }

    /// The tile as it lies.
    pub fn tile(&self, cell: Cell) -> &Tile {
        &self.laid[&cell].tile
    }

    /// Lays a tile that is turned already.
    pub fn put(&mut self, cell: Cell, tile: Tile) {
        let order = self.laid.len();
        assert!(!self.has(cell), "{cell:?} holds a tile");
        self.laid.insert(cell, Laid { tile, order });
    }

    /// The empty cells that share an edge with a tile.
    pub fn frontier(&self) -> BTreeSet<Cell> {
        let around = self.laid.keys().flat_map(|&cell| (0..4).map(move |side| step(cell, side)));
        around.filter(|&cell| !self.has(cell)).collect()
    }

    /// CITY-13: along every shared edge both tiles have a street or neither has.
    pub fn streets_match(&self, cell: Cell, tile: &Tile) -> bool {
        (0..4).all(|side| {
            let beside = step(cell, side);
            !self.has(beside)
                || self.tile(beside).has_street(opposite(side)) == tile.has_street(side)
        })
    }

    /// The text form of a segment: cell and spot.
    pub fn segment_word(&self, segment: SegmentId) -> String {
        let ((x, y), place) = segment;
        format!("{x},{y}:{}", self.tile((x, y)).segments[place].spot())
    }

    pub fn kind(&self, segment: SegmentId) -> Kind {
        self.tile(segment.0).segments[segment.1].kind
    }

    /// The kind of goods of a market segment.
    pub fn goods(&self, segment: SegmentId) -> String {
        self.tile(segment.0).segments[segment.1].goods.clone()
    }

    /// The edges through which a segment reaches its neighbours.
    pub fn edges_of(&self, segment: SegmentId) -> BTreeSet<Edge> {
        let (cell, place) = segment;
        let segment = &self.tile(cell).segments[place];
        let of_areas = segment.halves.iter().map(|half| half / 2);
        segment.sides.iter().copied().chain(of_areas).map(|side| (cell, side)).collect()
    }

    /// The areas that lie against this one: across tile edges and inside the tile.
    pub fn areas_beside(&self, segment: SegmentId) -> BTreeSet<SegmentId> {
        let (cell, place) = segment;
        let tile = self.tile(cell);
        let mut found = BTreeSet::new();
        for &half in &tile.segments[place].halves {
            let beside = step(cell, half / 2);
            if self.has(beside) {
                let area = self.tile(beside).area_at(facing(half));
                found.extend(area.map(|area| (beside, area)));
            }
        }
        for &(a, b) in &tile.touches {
            if a == place {
                found.insert((cell, b));
            }
            if b == place {
                found.insert((cell, a));
            }
        }
        found
    }

    /// The segments joined with this one directly (CITY-05, CITY-73).
    fn joined(&self, segment: SegmentId) -> BTreeSet<SegmentId> {
        let kind = self.kind(segment);
        let mut found = BTreeSet::new();
        if kind == Kind::Street {
            for (cell, side) in self.edges_of(segment) {
                let beside = step(cell, side);
                if self.has(beside) {
                    let street = self.tile(beside).street_at(opposite(side));
                    found.extend(street.map(|street| (beside, street)));
                }
            }
            return found;
        }
        for other in self.areas_beside(segment) {
            // Two homes of one tile that merely touch stay apart; CITY-73 is about markets only.
            let across = other.0 != segment.0;
            if self.kind(other) == kind && (across || kind == Kind::Market) {
                found.insert(other);
            }
        }
        found
    }

    /// The whole feature this segment belongs to.
    pub fn feature(&self, start: SegmentId) -> Feature {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(segment) = open.pop() {
            for next in self.joined(segment) {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        let mut segments: Vec<SegmentId> = seen.into_iter().collect();
        segments.sort_by_key(|&(cell, place)| (self.laid[&cell].order, place));
        Feature { kind: self.kind(start), segments }
    }

    /// All features, each once, in the order of their first segments.
    pub fn features(&self) -> Vec<Feature> {
        let mut seen: BTreeSet<SegmentId> = BTreeSet::new();
        let mut features = Vec::new();
        for (&cell, laid) in &self.laid {
            for place in 0..laid.tile.segments.len() {
                if !seen.contains(&(cell, place)) {
                    let feature = self.feature((cell, place));
                    seen.extend(&feature.segments);
                    features.push(feature);
                }
            }
        }
        features.sort_by_key(|feature| {
            (self.laid[&feature.segments[0].0].order, feature.segments[0].1)
        });
        features
    }

    /// CITY-32: what the outside would be with one more tile; of the endless plane only the box
    /// of the tiles and the cells round it.
    pub fn outside_after(&self, laid: Cell) -> BTreeSet<Cell> {
        let mut tiles: BTreeSet<Cell> = self.laid.keys().copied().collect();
        tiles.insert(laid);
        let (left, right) = span(tiles.iter().map(|cell| cell.0));
        let (top, bottom) = span(tiles.iter().map(|cell| cell.1));
        let mut seen = BTreeSet::from([(left - 1, top - 1)]);
        let mut open = vec![(left - 1, top - 1)];
        while let Some(cell) = open.pop() {
            for next in (0..4).map(|side| step(cell, side)) {
                let in_x = (left - 1..=right + 1).contains(&next.0);
                let in_y = (top - 1..=bottom + 1).contains(&next.1);
                if in_x && in_y && !tiles.contains(&next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// CITY-34: the boundary edge that follows clockwise.
    pub fn successor(&self, edge: Edge) -> Edge {
        let (cell, side) = edge;
        let forward = (side + 1) % 4;
        let ahead = step(cell, forward);
        let diagonal = step(step(cell, side), forward);
        if self.has(diagonal) {
            (diagonal, opposite(forward))
        } else if self.has(ahead) {
            (ahead, side)
        } else {
            (cell, forward)
        }
    }

    /// CITY-33: the boundary, walked clockwise once round from the north side of a topmost tile.
    pub fn outline(&self) -> Vec<Edge> {
        let Some(&top) = self.laid.keys().min_by_key(|cell| cell.1) else {
            return Vec::new();
        };
        let start = (top, 0);
        let mut walk = vec![start];
        let mut edge = self.successor(start);
        while edge != start {
            walk.push(edge);
            edge = self.successor(edge);
        }
        walk
    }

    /// The cells from `cell` on in direction `side`, up to the first empty cell.
    pub fn row(&self, cell: Cell, side: usize) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut next = cell;
        while self.has(next) {
            cells.push(next);
            next = step(next, side);
        }
        cells
    }
}

fn span(values: impl Iterator<Item = i32>) -> (i32, i32) {
    values.fold((i32::MAX, i32::MIN), |(low, high), value| (low.min(value), high.max(value)))
}
