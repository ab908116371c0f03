//! The nouns of The City: pieces, kinds of feature, reasons for points, things told.

use table::{FeatureKind, Piece, Why};

/// A follower: traveller, merchant, resident or guard (CITY-18, CITY-49).
pub const FOLLOWER: Piece = Piece(0);
/// The city gate (CITY-38).
pub const GATE: Piece = Piece(1);
/// A wall (CITY-40).
pub const WALL: Piece = Piece(2);
/// A tower (CITY-53).
pub const TOWER: Piece = Piece(3);

/// A street; the rules say road too (CITY-23).
pub const STREET: FeatureKind = FeatureKind(0);
/// A market (CITY-24).
pub const MARKET: FeatureKind = FeatureKind(1);
/// A residential area (CITY-60).
pub const HOMES: FeatureKind = FeatureKind(2);
/// The row that a guard looks along (CITY-61).
pub const GUARD_ROW: FeatureKind = FeatureKind(3);
/// The walls behind a tower (CITY-54).
pub const TOWER_WALLS: FeatureKind = FeatureKind(4);

/// Points for tiles (CITY-25, CITY-26).
pub const TILES: Why = Why(0);
/// The kinds of goods in a market, by which its tiles are multiplied (CITY-26).
pub const KINDS: Why = Why(1);
/// Points for markets beside homes (CITY-60).
pub const MARKETS: Why = Why(2);
/// Points for public buildings (CITY-61).
pub const PUBLIC: Why = Why(3);
/// Points for historic buildings (CITY-61).
pub const HISTORIC: Why = Why(4);
/// What a guard gets for each public building that he sees (CITY-61).
pub const PUBLIC_WORTH: u8 = 2;
/// What he gets for each historic one (CITY-61).
pub const HISTORIC_WORTH: u8 = 3;
/// Points for walls (CITY-54).
pub const WALLS: Why = Why(5);

/// A wall phase begins; the count is that of the pieces to build (CITY-37).
pub const TOLD_PHASE: u8 = 0;
/// The game ends with the last wall (CITY-57a).
pub const TOLD_END_WALLS: u8 = 1;
/// The game ends with the last tile (CITY-57b).
pub const TOLD_END_TILES: u8 = 2;
/// The game ends because the gap is small; the count is its length (CITY-57c).
pub const TOLD_END_GAP: u8 = 3;
/// The ring is closed; the count is that of the edges closed (CITY-58).
pub const TOLD_RING: u8 = 4;

/// The name of a piece.
pub const fn piece(piece: Piece) -> &'static str {
    match piece {
        FOLLOWER => "follower",
        GATE => "gate",
        WALL => "wall",
        TOWER => "tower",
        _ => "unknown piece",
    }
}

/// The name of a kind of feature.
pub const fn feature(feature: FeatureKind) -> &'static str {
    match feature {
        STREET => "street",
        MARKET => "market",
        HOMES => "homes",
        GUARD_ROW => "guard",
        TOWER_WALLS => "tower",
        _ => "unknown feature",
    }
}

/// The name of a reason for points, as it stands behind a count.
pub const fn why(why: Why) -> &'static str {
    match why {
        TILES => "tiles",
        KINDS => "kinds of goods",
        MARKETS => "markets",
        PUBLIC => "public buildings",
        HISTORIC => "historic buildings",
        WALLS => "walls",
        _ => "unknown reason",
    }
}

/// What an event of the kind told says.
pub const fn told(what: u8) -> &'static str {
    match what {
        TOLD_PHASE => "a wall phase begins",
        TOLD_END_WALLS => "the last wall is built",
        TOLD_END_TILES => "the last tile is laid",
        TOLD_END_GAP => "the gap in the wall is five edges or less",
        TOLD_RING => "the ring is closed",
        _ => "unknown",
    }
}
