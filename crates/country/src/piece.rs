//! The kinds of piece in the country. Which are in play, and how many, the rules say.

use table::Piece;

/// How many kinds of figure stand in supplies.
pub const PIECES: usize = 5;

/// The ordinary follower.
pub const FOLLOWER: Piece = Piece(0);
/// The large follower.
pub const LARGE: Piece = Piece(1);
/// The abbot.
pub const ABBOT: Piece = Piece(2);
/// The builder.
pub const BUILDER: Piece = Piece(3);
/// The pig.
pub const PIG: Piece = Piece(4);
/// The Count, who belongs to nobody.
pub const COUNT: Piece = Piece(5);

/// Their names.
pub const NAMES: [&str; 6] = ["follower", "large", "abbot", "builder", "pig", "count"];

/// How much each counts for majority: builder and pig never count.
pub const STRENGTH: [u8; PIECES] = [1, 2, 1, 0, 0];
