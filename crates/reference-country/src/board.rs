//! The laid tiles, and the features found on them by flood fill each time they are asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::tiles::{self, Centre, Tile};

/// Column and row; x grows east, y grows south (BASE-01).
pub type Cell = (i32, i32);

/// A segment of a tile: which one, in the order in which features are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TileSegment {
    Road(usize),
    City(usize),
    Field(usize),
    Centre,
}

/// A segment on the board; `tile` counts the laid tiles from 0, so the order of segments is
/// "earliest laid tile first, then the order on the tile".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    pub tile: usize,
    pub part: TileSegment,
}

/// A feature: all its segments (BASE-05).
pub type Feature = BTreeSet<Segment>;

/// A tile on the board, already in its turned form.
#[derive(Clone, Debug)]
pub struct Laid {
    pub tile: Arc<Tile>,
    pub cell: Cell,
}

/// Everything that lies on the table.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub laid: Vec<Laid>,
    cells: BTreeMap<Cell, usize>,
}

/// The cell next to `cell` on `side`.
pub fn beside(cell: Cell, side: usize) -> Cell {
    let (x, y) = cell;
    [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)][side]
}

/// The number of distinct cells of a feature (BASE-07).
pub fn cells_of(feature: &Feature) -> usize {
    feature.iter().map(|segment| segment.tile).collect::<BTreeSet<_>>().len()
}

/// The eight cells around `cell`.
pub fn around(cell: Cell) -> Vec<Cell> {
    let (x, y) = cell;
    let mut cells = Vec::new();
    for dy in -1..=1 {
        for dx in -1..=1 {
            if (dx, dy) != (0, 0) {
                cells.push((x + dx, y + dy));
            }
        }
    }
    cells
}

impl Board {
    pub fn lay(&mut self, tile: Arc<Tile>, cell: Cell) {
        let before = self.cells.insert(cell, self.laid.len());
        assert!(before.is_none(), "two tiles in one cell");
        self.laid.push(Laid { tile, cell });
    }

    /// The number of the tile in a cell.
    pub fn at(&self, cell: Cell) -> Option<usize> {
        self.cells.get(&cell).copied()
    }

    pub fn tile(&self, number: usize) -> &Tile {
        &self.laid[number].tile
    }

    /// Empty cells that share an edge with a laid tile (BASE-17).
    pub fn frontier(&self) -> BTreeSet<Cell> {
        let mut frontier = BTreeSet::new();
        for laid in &self.laid {
            for side in 0..4 {
                let cell = beside(laid.cell, side);
                if self.at(cell).is_none() {
                    frontier.insert(cell);
                }
            }
        }
        frontier
    }

    /// BASE-18: every touching edge has the same type on both sides.
    pub fn edges_match(&self, tile: &Tile, cell: Cell) -> bool {
        (0..4).all(|side| match self.at(beside(cell, side)) {
            Some(other) => self.tile(other).edges[tiles::opposite(side)] == tile.edges[side],
            None => true,
        })
    }

    /// All segments of one tile in naming order.
    pub fn segments(&self, number: usize) -> Vec<Segment> {
        let tile = self.tile(number);
        let mut parts: Vec<TileSegment> = (0..tile.roads.len()).map(TileSegment::Road).collect();
        parts.extend((0..tile.cities.len()).map(TileSegment::City));
        parts.extend((0..tile.fields.len()).map(TileSegment::Field));
        if tile.centre.is_some() {
            parts.push(TileSegment::Centre);
        }
        parts.into_iter().map(|part| Segment { tile: number, part }).collect()
    }

    /// Sides of a road or city segment; empty for the others.
    fn sides(&self, segment: Segment) -> &[usize] {
        let tile = self.tile(segment.tile);
        match segment.part {
            TileSegment::Road(index) => &tile.roads[index].sides,
            TileSegment::City(index) => &tile.cities[index].sides,
            TileSegment::Field(_) | TileSegment::Centre => &[],
        }
    }

    /// Segments of neighbouring tiles that touch this one and join it (BASE-05, BASE-40).
    fn joined(&self, segment: Segment) -> Vec<Segment> {
        let laid = &self.laid[segment.tile];
        let mut joined = Vec::new();
        if let TileSegment::Field(index) = segment.part {
            for &half in &laid.tile.fields[index].half_edges {
                let Some(other) = self.at(beside(laid.cell, half / 2)) else {
                    continue;
                };
                let touching = tiles::partner(half);
                let fields = &self.tile(other).fields;
                let found = fields.iter().position(|field| field.half_edges.contains(&touching));
                joined.extend(found.map(|i| Segment { tile: other, part: TileSegment::Field(i) }));
            }
            return joined;
        }
        for &side in self.sides(segment) {
            let Some(other) = self.at(beside(laid.cell, side)) else {
                continue;
            };
            let touching = tiles::opposite(side);
            let tile = self.tile(other);
            let part = match segment.part {
                TileSegment::Road(_) => tile
                    .roads
                    .iter()
                    .position(|r| r.sides.contains(&touching))
                    .map(TileSegment::Road),
                _ => tile
                    .cities
                    .iter()
                    .position(|c| c.sides.contains(&touching))
                    .map(TileSegment::City),
            };
            joined.extend(part.map(|part| Segment { tile: other, part }));
        }
        joined
    }

    /// The whole feature of a segment, by flood fill.
    pub fn feature(&self, start: Segment) -> Feature {
        let mut feature = Feature::from([start]);
        let mut waiting = vec![start];
        while let Some(segment) = waiting.pop() {
            for next in self.joined(segment) {
                if feature.insert(next) {
                    waiting.push(next);
                }
            }
        }
        feature
    }

    /// The different features of the given segments, in their order.
    pub fn features_of(&self, segments: &[Segment]) -> Vec<Feature> {
        let mut seen: BTreeSet<Segment> = BTreeSet::new();
        let mut features = Vec::new();
        for &segment in segments {
            if !seen.contains(&segment) {
                let feature = self.feature(segment);
                seen.extend(&feature);
                features.push(feature);
            }
        }
        features
    }

    /// Every feature of the board, in naming order.
    pub fn all_features(&self) -> Vec<Feature> {
        let numbers = 0..self.laid.len();
        let segments: Vec<Segment> = numbers.flat_map(|number| self.segments(number)).collect();
        self.features_of(&segments)
    }

    /// Whether a feature is complete; fields never are (BASE-32).
    pub fn is_complete(&self, feature: &Feature) -> bool {
        feature.iter().all(|&segment| {
            let cell = self.laid[segment.tile].cell;
            match segment.part {
                TileSegment::Field(_) => false,
                // BASE-31, ABBOT-06, CULT-09
                TileSegment::Centre => self.neighbours(cell) == 8,
                // BASE-29, BASE-30: no open edge (BASE-08)
                TileSegment::Road(_) | TileSegment::City(_) => {
                    self.sides(segment).iter().all(|&side| self.at(beside(cell, side)).is_some())
                }
            }
        })
    }

    /// How many of the 8 surrounding cells hold tiles.
    pub fn neighbours(&self, cell: Cell) -> usize {
        around(cell).into_iter().filter(|&near| self.at(near).is_some()).count()
    }

    /// What stands in the middle of the tile in a cell.
    pub fn centre_at(&self, cell: Cell) -> Option<Centre> {
        self.at(cell).and_then(|number| self.tile(number).centre)
    }

    /// The kind of a segment in words.
    pub fn kind(&self, segment: Segment) -> &'static str {
        match segment.part {
            TileSegment::Road(_) => "road",
            TileSegment::City(_) => "city",
            TileSegment::Field(_) => "field",
            TileSegment::Centre => self.tile(segment.tile).centre.map_or("nothing", Centre::name),
        }
    }

    /// The spot of a segment: `road:EW`, `field:NL.SR`, `monastery`.
    pub fn spot(&self, segment: Segment) -> String {
        let tile = self.tile(segment.tile);
        let kind = self.kind(segment);
        match segment.part {
            TileSegment::Centre => kind.to_owned(),
            TileSegment::Field(index) => {
                format!("{kind}:{}", tiles::half_edge_names(&tile.fields[index].half_edges))
            }
            _ => format!("{kind}:{}", tiles::side_names(self.sides(segment))),
        }
    }

    /// The full name of a segment: `0,-1:city:S`.
    pub fn name(&self, segment: Segment) -> String {
        let (x, y) = self.laid[segment.tile].cell;
        format!("{x},{y}:{}", self.spot(segment))
    }

    /// The single open river edge: the empty cell and the side of that cell where the river
    /// comes in.
    pub fn river_mouth(&self) -> Option<(Cell, usize)> {
        for laid in &self.laid {
            for &side in &laid.tile.river {
                let cell = beside(laid.cell, side);
                if self.at(cell).is_none() {
                    return Some((cell, tiles::opposite(side)));
                }
            }
        }
        None
    }

    /// Which way each river tile after the spring bends, in the order of laying: seen in flow
    /// direction, `Some(true)` is a curve to the right, `None` no curve (RIVER-07).
    pub fn river_bends(&self) -> Vec<Option<bool>> {
        let mut bends = Vec::new();
        let river = self.laid.iter().filter(|laid| !laid.tile.river.is_empty());
        let river: Vec<&Laid> = river.collect();
        for pair in river.windows(2) {
            let [before, here] = pair else { continue };
            let entry = (0..4).find(|&side| beside(here.cell, side) == before.cell);
            bends.push(entry.and_then(|entry| bend(&here.tile, entry)));
        }
        bends
    }
}

/// Which way a river tile bends the flow that comes in at `entry`: `Some(true)` to the right.
pub fn bend(tile: &Tile, entry: usize) -> Option<bool> {
    let exit = tile.river.iter().copied().find(|&side| side != entry)?;
    match (exit + 4 - tiles::opposite(entry)) % 4 {
        1 => Some(true),
        3 => Some(false),
        _ => None,
    }
}
