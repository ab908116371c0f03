//! The whole vocabulary of play. Closed: expansions and families add nouns, never verbs.

use crate::{Cell, List, Piece, Rot, Seat, Spot, TileKind};

/// What a player, or chance, may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Action {
    /// Chance names the first seat.
    First(Seat),
    /// Chance draws a tile.
    Draw(TileKind),
    /// Lay the drawn tile.
    Tile {
        /// Where.
        cell: Cell,
        /// How it is turned.
        rot: Rot,
    },
    /// Put a piece on the table.
    Put {
        /// Which kind of piece.
        piece: Piece,
        /// Where it will stand.
        at: Spot,
    },
    /// Move a piece that is on the table.
    Move {
        /// Which kind of piece.
        piece: Piece,
        /// Where it will stand.
        to: Spot,
    },
    /// Take a piece of one's own back from the table.
    Take {
        /// Where it stands.
        at: Spot,
    },
    /// Take what the current step offers, by its number.
    Choose(u8),
    /// Decline what is offered.
    #[default]
    Pass,
}

const _: () = assert!(size_of::<Action>() == 8);

/// Legal actions, in a buffer that the caller owns. The longest list is the tile placements:
/// four turns on each cell of the longest possible frontier.
pub type Actions = List<Action, 2048>;

/// What chance may do, with the number of equally likely cases for each.
pub type Odds = List<(Action, u16), { crate::Bag::KINDS }>;
