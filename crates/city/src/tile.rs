//! Tiles: what tile files are read to.

mod packed;
#[cfg(feature = "files")]
mod read;

use alloc::string::String;
use alloc::vec::Vec;

use table::{Edges, FeatureKind, List, Rot};

use crate::names::STREET;

pub use packed::{pack, unpack};
#[cfg(feature = "files")]
pub use read::parse;

/// The most segments on one tile.
pub const SEGMENTS_MAX: usize = 16;
/// The most segments on all tiles of a set.
pub const NODES_MAX: usize = 680;

/// The most tiles in a set.
pub const SET_MAX: usize = 150;

/// The goods of markets, in the order of their bits.
pub const GOODS: [&str; 3] = ["fish", "grain", "livestock"];

/// A part of a feature on one tile. Streets come before areas, each in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Street, market or homes.
    pub kind: FeatureKind,
    /// The kinds of goods in a market, a bit for each of fish, grain, livestock.
    pub goods: u8,
    /// A street's sides, a bit for each of N E S W; an area's half-edges, a bit for each of NL to
    /// WR; both on the tile as in the file.
    pub ports: u8,
    /// The segments of other kind that it borders inside the tile, a bit for each.
    pub touches: u16,
}

impl Default for Segment {
    fn default() -> Self {
        Segment { kind: STREET, goods: 0, ports: 0, touches: 0 }
    }
}

impl Segment {
    /// Its ports when the tile is turned.
    pub const fn ports_turned(&self, rot: Rot) -> u8 {
        if self.kind.0 == STREET.0 {
            (self.ports << rot as u8 | self.ports >> (4 - rot as u8)) & 15
        } else {
            self.ports.rotate_left(2 * rot as u32)
        }
    }
}

/// A kind of tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Its id in texts.
    pub id: String,
    /// What it shows, in words.
    pub name: String,
    /// How many of it are in the set.
    pub count: u8,
    /// Its streets and areas.
    pub segments: List<Segment, SEGMENTS_MAX>,
    /// How many of the segments are streets.
    pub streets: u8,
    /// How many public buildings stand on it.
    pub public: u8,
    /// How many historic buildings stand on it.
    pub historic: u8,
    /// The names of the historic buildings.
    pub building_names: Vec<String>,
    /// Street (bit 0) or none (bit 1) for each side.
    pub edges: Edges,
    /// Which segments are markets, a bit for each.
    pub(crate) markets: u16,
    /// Markets of this tile that touch and so are one (CITY-73).
    pub(crate) joins: List<(u8, u8), SEGMENTS_MAX>,
}
