//! What a table shows of a game, answered by its family: pieces, holdings, tiles to come, what is
//! asked, and the phrases that sentences are made of.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::{Bag, Event, FeatureKind, Piece, Seat, Spot, Text, TileKind, Turn, Why};

/// What is asked while chance decides.
pub const ASK_DRAW: &str = "draw";
/// What is asked once the game is over.
pub const ASK_OVER: &str = "over";

/// A kind of piece as people speak of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceNoun {
    /// Its number.
    pub piece: Piece,
    /// Its name in the words of a game: `large`.
    pub name: &'static str,
    /// How it stands in a sentence: `a large follower`, `the Count`.
    pub phrase: &'static str,
    /// How many each seat begins with; 0 for a piece that belongs to nobody.
    pub each: u8,
    /// Whether it belongs to nobody.
    pub nobodys: bool,
    /// Whether it is a figure; what is built (a wall, a tower) is none.
    pub figure: bool,
}

/// A piece on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Whose; nobody's if it belongs to none.
    pub seat: Option<Seat>,
    /// Which kind.
    pub piece: Piece,
    /// Where.
    pub at: Spot,
}

/// Tiles that are not on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stock {
    /// How many are left of each kind.
    pub left: Vec<u8>,
    /// The same for the next draw alone, if not every tile left can come next.
    pub next: Option<Vec<u8>>,
    /// Tiles that left the game.
    pub gone: Vec<TileKind>,
    /// Tiles put aside, to come again.
    pub aside: Vec<TileKind>,
}

impl Stock {
    /// The tiles of a bag by kind, of so many kinds.
    pub fn counted(bag: &Bag, kinds: usize) -> Vec<u8> {
        (0..kinds).map(|kind| bag.count(TileKind(kind as u8))).collect()
    }

    /// The tiles of a bag one by one.
    pub fn listed(bag: &Bag) -> Vec<TileKind> {
        bag.iter().flat_map(|(kind, count)| (0..count).map(move |_| kind)).collect()
    }
}

/// What a table shows of a game of some family. Nothing is hidden: a game holds no secret.
pub trait Show: Text {
    /// The kinds of piece in play: those of the seats, then those of nobody.
    fn pieces(rules: &Self::Rules) -> Vec<PieceNoun>;

    /// The tokens in play: number and name.
    fn tokens(_: &Self::Rules) -> Vec<(u8, &'static str)> {
        Vec::new()
    }

    /// The named places in play: number and name.
    fn places(_: &Self::Rules) -> Vec<(u8, &'static str)> {
        Vec::new()
    }

    /// Everything that a seat may be asked under these rules, by the names that texts use.
    fn asks(rules: &Self::Rules) -> Vec<&'static str>;

    /// What is decided next: one of [`Show::asks`], [`ASK_DRAW`] or [`ASK_OVER`].
    fn ask(&self, rules: &Self::Rules) -> &'static str;

    /// The seat on turn, and which part of its turn it is, from 1.
    fn turn_of(&self) -> (Seat, u8);

    /// Whether the next draw is the first of a turn, given what was told since the last question.
    fn turn_begins(&self, events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::TurnOf { part: 1, .. }))
    }

    /// Whether the next draw is the first of a turn, for a game just set up or read.
    fn begins_with_turn(&self) -> bool {
        self.turn() == Turn::Chance && self.turn_of().1 == 1
    }

    /// How many tiles lie before anybody has laid one.
    fn start_tiles(_: &Self::Rules) -> usize {
        0
    }

    /// The pieces that stand on tiles and in places.
    fn shown(&self, rules: &Self::Rules) -> Vec<Shown>;

    /// The pieces in a seat's supply, those in play of which none is left included.
    fn supplied(&self, rules: &Self::Rules, seat: Seat) -> Vec<(Piece, u8)>;

    /// The tokens of a seat by kind, those of which it has none included.
    fn held(&self, _: &Self::Rules, _: Seat) -> Vec<(u8, u8)> {
        Vec::new()
    }

    /// All pieces of a seat, wherever they are: none is ever lost or made.
    fn owned(&self, rules: &Self::Rules, seat: Seat) -> Vec<(Piece, u8)> {
        let mut owned = self.supplied(rules, seat);
        for figure in self.shown(rules).iter().filter(|f| f.seat == Some(seat)) {
            if let Some((_, count)) = owned.iter_mut().find(|(piece, _)| *piece == figure.piece) {
                *count += 1;
            }
        }
        owned
    }

    /// The tiles that are not on the table.
    fn stock(&self, rules: &Self::Rules) -> Stock;

    /// How one stands in a sentence: `a large follower`.
    fn piece_phrase(piece: Piece) -> String;

    /// What is done when a piece is put somewhere, before the spot: `puts a follower on`.
    fn put_phrase(piece: Piece, at: Spot) -> String {
        let phrase = Self::piece_phrase(piece);
        match at {
            Spot::Place(_) => format!("puts {phrase} into"),
            _ => format!("puts {phrase} on"),
        }
    }

    /// What was scored: `a completed city`, `a field`, `most wine`.
    fn scored_phrase(feature: FeatureKind, complete: bool) -> String;

    /// Whether whoever has most in such a feature gets its points; if not, everybody in it does.
    fn by_majority(_: FeatureKind) -> bool {
        true
    }

    /// Whether such a feature is never completed: it is scored as it is, like fields.
    fn is_lasting(_: FeatureKind) -> bool {
        false
    }

    /// What gives a seat more than the value of what was scored: `pig`.
    fn bonus_noun(_: &Self::Rules) -> &'static str {
        "bonus"
    }

    /// The name of a reason for points behind the number 1: `coat of arms`.
    fn why_one(why: Why) -> String {
        let many = Self::why(why);
        many.strip_suffix('s').unwrap_or(many).to_string()
    }

    /// What an [`crate::Event::Told`] says, in a sentence without capital and full stop.
    fn told_phrase(what: u8, _seat: &str, _count: u8) -> String {
        Self::told(what).to_string()
    }

    /// Whether an [`crate::Event::Told`] says why the game ends.
    fn tells_end(_: u8) -> bool {
        false
    }
}
