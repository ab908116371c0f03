//! The ordinary follower, and how much the pieces count. All others are declared in `exp/`.

use table::Piece;

use crate::limits::PIECES;

/// The ordinary follower.
pub const FOLLOWER: Piece = Piece(0);

/// What the tally of a feature keeps for a piece: how much it counts, or 1 if that depends on the
/// feature. 0 for one that does not claim.
#[inline]
pub(crate) const fn kept(piece: Piece) -> u8 {
    crate::exp::nouns::KEPT[piece.0 as usize % PIECES]
}
