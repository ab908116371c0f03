//! The neutral table on which every family of games is played: cells and sides, the board with
//! its frontier, features joined by union-find, pieces, the closed vocabulary of actions and
//! events, and the [`Game`] trait.
//!
//! Invariant: there are no rules here, and no I/O, randomness, clock or serialisation; the crate
//! is `no_std` and depends on nothing.
//!
//! ```
//! use table::{Board, Cell, Edges, Rot, Side};
//!
//! // Two kinds of edge, road (bit 0) and meadow (bit 1): a straight road from west to east.
//! let straight = Edges::new([0b10, 0b01, 0b10, 0b01]);
//! let mut board = Board::for_tiles(2);
//! board.lay(Cell::ORIGIN, 0, Rot::R0, 0, straight);
//! let east = Cell::ORIGIN.step(Side::E);
//! assert_eq!(board.frontier().len(), 4);
//! assert_eq!(board.turns_fitting(east, straight).collect::<Vec<_>>(), [Rot::R0, Rot::R2]);
//! ```
#![no_std]
extern crate alloc;

mod action;
mod appraise;
mod bag;
mod bits;
mod board;
mod edges;
mod event;
mod explain;
mod game;
mod geom;
mod map;
mod option;
mod order;
mod piece;
mod roots;
mod show;
mod small;
mod sorted;
mod text;
mod torus;

pub use action::{Action, Actions, Odds};
pub use appraise::{Appraise, Extent, FeatureFacts, by_feature, count_facing, tiles_of};
pub use bag::Bag;
pub use bits::nth_bit;
pub use board::{Beside, Board, Laid, TILES_MAX};
pub use edges::{Edges, Open};
pub use event::{Event, Log, Quiet, Score, ScoreItem, Sink, Why};
pub use explain::Explain;
pub use game::{Dice, Game, Move, Moves, Turn};
pub use geom::{Cell, HALF_EDGES, HalfEdge, Rot, Side};
pub use map::{Map, NodeId, Tally};
pub use option::OptionDecl;
pub use order::{sort_short, sort_short_by, sort_short_by_key};
pub use piece::{FeatureKind, Piece, SEATS_MAX, Seat, SeatSet, Spot, TileKind};
pub use roots::Roots;
pub use show::{ASK_DRAW, ASK_OVER, PieceNoun, Show, Shown, Stock};
pub use small::List;
pub use sorted::Sorted;
pub use text::{Refusal, Text, TextError};
pub use torus::{GridPlace, Torus};
