//! Everything about a game that a table shows, gathered from either family as plain data.
//!
//! Laid tiles, points and the hand are behind [`AnyGame`] already; this is the rest, as the family
//! answers it ([`table::Show`]). Nothing here decides anything, and nothing is hidden: a game holds
//! no secret.

use alloc::vec::Vec;

use table::{Game, Piece, Seat, Show, Turn};

use crate::any::{AnyGame, AnyRules, either};

pub use city::{Ring, RingPiece};
pub use table::{Shown as Figure, Stock};

/// What is decided next: `lay`, `figure` and whatever else the expansions in play ask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ask(&'static str);

impl Ask {
    /// Chance draws a tile or names the first seat.
    pub const DRAW: Ask = Ask(table::ASK_DRAW);
    /// Nothing: the game is over.
    pub const OVER: Ask = Ask(table::ASK_OVER);

    /// Its name for programs.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// What a seat has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Pieces in the supply, those in play of which none is left included.
    pub supply: Vec<(Piece, u8)>,
    /// Tokens by kind, if the game has tokens.
    pub tokens: Vec<(u8, u8)>,
}

/// What a table shows besides laid tiles, points and the tile in hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tabletop {
    /// Whose turn it is.
    pub on_turn: Seat,
    /// Which part of it, from 1.
    pub part: u8,
    /// What is decided next.
    pub ask: Ask,
    /// The pieces on the table; those of a ring are in [`Tabletop::ring`].
    pub figures: Vec<Figure>,
    /// The wall around the town, if the family has one.
    pub ring: Option<Ring>,
    /// What each seat has.
    pub seats: Vec<Standing>,
    /// The tiles that are not on the table.
    pub stock: Stock,
}

impl Tabletop {
    /// Looks at a game.
    pub fn of(rules: &AnyRules, game: &AnyGame) -> Tabletop {
        let seats = rules.seats();
        let ring = game.ring(rules);
        either!(game, rules, |game, rules| look(rules, game, seats, ring))
    }
}

fn look<G: Show>(rules: &G::Rules, game: &G, seats: u8, ring: Option<Ring>) -> Tabletop {
    let (on_turn, part) = game.turn_of();
    let standing =
        |seat| Standing { supply: game.supplied(rules, seat), tokens: game.held(rules, seat) };
    Tabletop {
        on_turn,
        part,
        ask: Ask(game.ask(rules)),
        figures: game.shown(rules),
        ring,
        seats: (0..seats).map(Seat).map(standing).collect(),
        stock: game.stock(rules),
    }
}

/// How many tiles of each kind the game has, in the order of kinds: those of the start included,
/// those that the set-up leaves in the box not.
pub fn kinds(rules: &AnyRules) -> Vec<u8> {
    let start = AnyGame::start(rules);
    let mut counts = Tabletop::of(rules, &start).stock.left;
    for laid in start.board().laid() {
        counts[laid.kind.0 as usize] += 1;
    }
    counts
}

/// How many tiles lie before anybody has laid one.
pub fn start_tiles(rules: &AnyRules) -> usize {
    rules.start_tiles()
}

/// Every word that the seat to act may say.
pub fn legal_words(rules: &AnyRules, game: &AnyGame) -> Vec<alloc::string::String> {
    if !matches!(game.turn(), Turn::Player(_)) {
        return Vec::new();
    }
    let mut actions = table::Actions::new();
    game.legal(rules, &mut actions);
    actions.iter().map(|action| game.word(rules, *action)).collect()
}
