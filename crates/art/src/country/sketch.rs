//! What is known of a turned tile before it is drawn anywhere: the same in every cell and style.

use country::tile::{Segment, TileDef};
use table::Rot;

use super::area;
use super::block;
use super::ground::Ground;
use super::lines::Lines;
use super::lying::{LyingSegment, LyingTile};
use super::spots::{Spots, Stand};
use crate::{DrawnSpot, TileSpots};

/// A turned tile, surveyed.
pub struct Sketch {
    /// Its definition.
    pub plan: LyingTile,
    /// Where its lines run.
    pub lines: Lines,
    /// Its ground.
    pub ground: Ground,
    /// Its places.
    pub spots: Spots,
}

impl Sketch {
    /// Surveys a tile.
    pub fn new(tile: &TileDef, rot: Rot) -> Sketch {
        let plan = LyingTile::new(tile, rot);
        let (lines, ground) = Lines::of(&plan);
        let spots = Spots::new(&plan, &lines, &ground);
        Sketch { plan, lines, ground, spots }
    }

    /// Where a figure stands on a segment, which may be of a table without some centres: the
    /// segment is found by what it is.
    pub fn stand_of(&self, segment: &Segment) -> Stand {
        let rot = self.plan.rot;
        let mut sides: Vec<usize> = segment.sides.iter().map(|s| s.turned(rot) as usize).collect();
        table::sort_short(&mut sides);
        let ports: Vec<usize> = segment.ports.iter().map(|p| p.turned(rot).0 as usize).collect();
        let same = |p: &LyingSegment| {
            p.name == segment.kind.name() && p.sides == sides && p.ports == ports
        };
        let number = self.plan.parts.iter().position(same).unwrap_or(0);
        self.spots.stands[number]
    }

    /// What others need to put things on the tile.
    pub fn shape(&self, tile: &TileDef) -> TileSpots {
        let rot = self.plan.rot;
        let segments = tile.segments.iter().enumerate().map(|(i, segment)| {
            let stand = self.spots.stands[i];
            DrawnSpot {
                name: country::text::segment_name(segment, rot),
                x: stand.at.0 as f32,
                y: stand.at.1 as f32,
                lying: stand.lying,
                scale: stand.scale as f32,
                area: area::of(&self.plan, &self.lines, &self.ground, &self.spots, i),
                named: false,
                ground: None,
            }
        });
        let quarters = block::of(&self.plan).map(block::Block::places).unwrap_or_default();
        TileSpots { places: segments.chain(quarters).collect() }
    }
}
