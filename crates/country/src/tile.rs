//! Tile definitions: what tile files are read to. Schema: docs/tiles.md.

#[cfg(feature = "files")]
mod check;
mod packed;
#[cfg(feature = "files")]
mod read;

use alloc::string::String;
use alloc::vec::Vec;

use table::{Cell, FeatureKind, HalfEdge, Side};

use crate::exp::nouns::KIND_NAMES;
use crate::exp::{FeatureDecl, Mark, Reads};
use crate::limits::FEATURE_KINDS;

pub use packed::{pack, unpack};
#[cfg(feature = "files")]
pub use read::read;

/// What a segment is part of (BASE-04). The numbers are those of [`FeatureKind`]. From 4 on they
/// are given to the buildings of expansions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the expansion that has the number says what it is
pub enum Kind {
    /// A road.
    Road,
    /// A city.
    City,
    /// A field.
    Field,
    /// A monastery.
    Monastery,
    Centre4,
    Centre5,
    Centre6,
    Centre7,
    Centre8,
    Centre9,
    Centre10,
    Centre11,
    Centre12,
    Centre13,
    Centre14,
    Centre15,
}

/// The kinds of feature of the base game.
pub(crate) const FEATURES: &[FeatureDecl] = &[
    feature(Kind::Road, "road", Reads::Completed),
    feature(Kind::City, "city", Reads::Completed),
    feature(Kind::Field, "field", Reads::As("a field")),
    feature(Kind::Monastery, "monastery", Reads::Completed),
];

const fn feature(kind: Kind, name: &'static str, reads: Reads) -> FeatureDecl {
    FeatureDecl { feature: kind.feature(), name, centre: kind.is_centre(), claimable: true, reads }
}

impl Kind {
    /// In the order of their numbers.
    pub const ALL: [Kind; FEATURE_KINDS] = [
        Kind::Road,
        Kind::City,
        Kind::Field,
        Kind::Monastery,
        Kind::Centre4,
        Kind::Centre5,
        Kind::Centre6,
        Kind::Centre7,
        Kind::Centre8,
        Kind::Centre9,
        Kind::Centre10,
        Kind::Centre11,
        Kind::Centre12,
        Kind::Centre13,
        Kind::Centre14,
        Kind::Centre15,
    ];

    /// Its name in spots.
    pub const fn name(self) -> &'static str {
        KIND_NAMES[self as usize]
    }

    /// Whether it stands in the middle of a tile and is complete once it is surrounded.
    #[inline]
    pub const fn is_centre(self) -> bool {
        self as u8 >= Kind::Monastery as u8
    }

    /// Its number for events.
    pub const fn feature(self) -> FeatureKind {
        FeatureKind(self as u8)
    }

    /// The kind with this number.
    #[inline]
    pub const fn from_index(index: u8) -> Kind {
        Kind::ALL[index as usize % FEATURE_KINDS]
    }
}

/// The terrain of a side (BASE-02); the value is its bit in [`table::Edges`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Terrain {
    /// A side inside a block that is laid as a whole: nothing ever meets it but its block.
    Inner = 0,
    /// Field.
    Field = 1,
    /// City.
    City = 2,
    /// Road.
    Road = 4,
    /// What an expansion declares ([`crate::exp::TerrainDecl`]).
    Stream = 8,
}

/// A segment of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// What it is part of.
    pub kind: Kind,
    /// The sides it reaches (roads and cities).
    pub sides: Vec<Side>,
    /// The half-edges it reaches (fields).
    pub ports: Vec<HalfEdge>,
    /// Coats of arms.
    pub pennants: u8,
    /// What expansions drew at it: bits of [`Mark`].
    pub marks: u32,
    /// For a field, the city segments of this tile that it touches (BASE-06).
    pub cities: Vec<u8>,
}

impl Segment {
    /// Whether something is drawn at it.
    pub const fn has(&self, mark: Mark) -> bool {
        self.marks & mark.bit() != 0
    }
}

/// A tile as its file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileDef {
    /// Its id, as `base/D`.
    pub id: String,
    /// A short description.
    pub name: String,
    /// How many copies there are.
    pub count: u8,
    /// The terrain of its sides, north first.
    pub edges: [Terrain; 4],
    /// Its segments: roads, cities, fields, centre.
    pub segments: Vec<Segment>,
    /// Sides with the terrain that an expansion declares.
    pub stream: Vec<Side>,
    /// Where it lies in a block that is laid as a whole.
    pub block: Option<Cell>,
    /// In which printing it appears, for sets that come in several sizes.
    pub variant: Option<u8>,
}

impl TileDef {
    /// What stands in its middle.
    pub fn centre(&self) -> Option<Kind> {
        self.segments.iter().map(|s| s.kind).find(|k| k.is_centre())
    }
}

/// The most segments on one tile.
pub const SEGMENTS_MAX: usize = 8;

/// The most places on one tile where a field touches a city.
pub const BORDERS_MAX: usize = 4;
