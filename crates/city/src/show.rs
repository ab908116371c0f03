//! What a table shows of The City: pieces, the ring, the stock, what is asked, phrases.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::{ASK_DRAW, ASK_OVER, Event, FeatureKind, Piece, PieceNoun, Seat, Show, Shown, Spot};
use table::{Stock, TileKind, Why};

use crate::edge::{Edge, LEFT, RIGHT};
use crate::names::{self, FOLLOWER, GATE, TOWER, WALL};
use crate::rules::Rules;
use crate::state::{City, FOLLOWERS, TOWERS_ALL, TurnStep};

const ASK_LAY: &str = "lay";
const ASK_FIGURE: &str = "figure";
const ASK_GATE: &str = "gate";
const ASK_WALL: &str = "wall";
const ASK_GUARD: &str = "guard";
const ASK_TOWER: &str = "tower";

/// A piece of the ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RingPiece {
    /// The edge where it stands.
    pub at: Spot,
    /// Whether it is the gate.
    pub gate: bool,
    /// Whose guard stands on it.
    pub guard: Option<Seat>,
    /// Whose tower stands at its end away from the gate (CITY-77).
    pub tower: Option<Seat>,
}

/// The wall around the town.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ring {
    /// Gate and walls from the left end to the right end.
    pub walls: Vec<RingPiece>,
    /// Walls in the common supply.
    pub left: u8,
    /// Pieces that the wall phase still asks for.
    pub wanted: u8,
    /// Who builds them, in order; fewer if the ring closes before.
    pub builders: Vec<Seat>,
    /// The pile of the tile drawn last, from 1.
    pub pile: u8,
}

impl City {
    /// The ring as it stands.
    pub fn ring(&self, rules: &Rules) -> Ring {
        let wall = |w: &crate::Wall| RingPiece {
            at: w.edge.spot(),
            gate: false,
            guard: w.guard(),
            tower: w.tower(),
        };
        let gate = |e: Edge| RingPiece { at: e.spot(), gate: true, guard: None, tower: None };
        let left = self.walls(LEFT).iter().rev().map(wall);
        let right = self.walls(RIGHT).iter().map(wall);
        Ring {
            walls: left.chain(self.gate().map(gate)).chain(right).collect(),
            left: self.walls_left(),
            wanted: self.pieces_left(),
            builders: self.builders(rules),
            pile: self.pile(rules),
        }
    }
}

impl Show for City {
    fn pieces(rules: &Rules) -> Vec<PieceNoun> {
        let noun = |piece, phrase, each| PieceNoun {
            piece,
            name: names::piece(piece),
            phrase,
            each,
            nobodys: each == 0,
            figure: piece == FOLLOWER,
        };
        Vec::from([
            noun(FOLLOWER, "a follower", FOLLOWERS),
            noun(TOWER, "a tower", TOWERS_ALL / rules.seats),
            noun(GATE, "the gate", 0),
            noun(WALL, "a wall", 0),
        ])
    }

    fn asks(_: &Rules) -> Vec<&'static str> {
        Vec::from([ASK_LAY, ASK_FIGURE, ASK_GATE, ASK_WALL, ASK_GUARD, ASK_TOWER])
    }

    fn ask(&self, _: &Rules) -> &'static str {
        match self.step {
            TurnStep::First | TurnStep::Draw | TurnStep::Redraw => ASK_DRAW,
            TurnStep::Lay => ASK_LAY,
            TurnStep::Claim => ASK_FIGURE,
            TurnStep::Build if self.gate.is_none() => ASK_GATE,
            TurnStep::Build => ASK_WALL,
            TurnStep::Guard | TurnStep::LastGuard => ASK_GUARD,
            TurnStep::Tower => ASK_TOWER,
            TurnStep::Over => ASK_OVER,
        }
    }

    fn turn_of(&self) -> (Seat, u8) {
        (self.seat, 1)
    }

    /// No event tells of a turn: a wall phase lies between two.
    fn turn_begins(&self, _: &[Event]) -> bool {
        self.begins_with_turn()
    }

    fn begins_with_turn(&self) -> bool {
        self.step == TurnStep::Draw
    }

    /// Guards, walls and towers are in the ring.
    fn shown(&self, _: &Rules) -> Vec<Shown> {
        let standing = self.followers.iter().map(|follower| Shown {
            seat: Some(follower.seat),
            piece: FOLLOWER,
            at: self.spot_of(follower.node),
        });
        standing.collect()
    }

    fn supplied(&self, _: &Rules, seat: Seat) -> Vec<(Piece, u8)> {
        Vec::from([(FOLLOWER, self.supply(seat)), (TOWER, self.towers_left(seat))])
    }

    fn owned(&self, _: &Rules, seat: Seat) -> Vec<(Piece, u8)> {
        let walls = || self.walls.iter().flat_map(|line| line.iter());
        let standing = self.followers.iter().filter(|f| f.seat == seat).count() as u8;
        let guards = walls().filter(|w| w.guard() == Some(seat)).count() as u8;
        let towers = walls().filter(|w| w.tower() == Some(seat)).count() as u8;
        let followers = self.supply(seat) + self.late(seat) + standing + guards;
        Vec::from([(FOLLOWER, followers), (TOWER, self.towers_left(seat) + towers)])
    }

    /// The state keeps no list of discarded tiles: they are what is missing.
    fn stock(&self, rules: &Rules) -> Stock {
        let left = Stock::counted(&self.bag, rules.tiles.len());
        let mut missing: Vec<u8> =
            rules.tiles.iter().zip(&left).map(|(tile, left)| tile.count - left).collect();
        let elsewhere = self.board.laid().iter().map(|laid| laid.kind).chain(self.hand());
        for kind in elsewhere {
            missing[kind.0 as usize] -= 1;
        }
        let gone = (0u8..).zip(missing);
        let gone = gone.flat_map(|(kind, count)| (0..count).map(move |_| TileKind(kind)));
        Stock { left, next: None, gone: gone.collect(), aside: Vec::new() }
    }

    fn piece_phrase(piece: Piece) -> String {
        match piece {
            GATE => "the gate".to_string(),
            _ => format!("a {}", names::piece(piece)),
        }
    }

    fn put_phrase(piece: Piece, at: Spot) -> String {
        let phrase = match (piece, at) {
            (FOLLOWER, Spot::Edge { .. }) => "posts a guard on the wall at",
            (GATE, _) => "sets the gate at",
            (WALL, _) => "builds a wall at",
            (TOWER, _) => "sets a tower at",
            _ => "puts a follower on",
        };
        phrase.to_string()
    }

    fn scored_phrase(feature: FeatureKind, complete: bool) -> String {
        let name = names::feature(feature);
        match feature {
            names::HOMES => "the homes".to_string(),
            names::GUARD_ROW | names::TOWER_WALLS => format!("a {name}"),
            _ if complete => format!("a completed {name}"),
            _ => format!("an unfinished {name}"),
        }
    }

    /// Guards and towers score for themselves, whoever else is around.
    fn by_majority(feature: FeatureKind) -> bool {
        feature != names::GUARD_ROW && feature != names::TOWER_WALLS
    }

    /// Homes lie open to the end; a guard's row and the walls behind a tower are counted once.
    fn is_lasting(feature: FeatureKind) -> bool {
        feature != names::STREET && feature != names::MARKET
    }

    fn why_one(why: Why) -> String {
        let many = names::why(why);
        match why {
            names::KINDS => "kind of goods".to_string(),
            _ => many.strip_suffix('s').unwrap_or(many).to_string(),
        }
    }

    fn told_phrase(what: u8, seat: &str, count: u8) -> String {
        let text = names::told(what);
        match what {
            names::TOLD_PHASE => format!("{text}: {count} pieces, {seat} first"),
            names::TOLD_RING => format!("{text}: {count} edges"),
            _ => text.to_string(),
        }
    }

    fn tells_end(what: u8) -> bool {
        matches!(what, names::TOLD_END_WALLS | names::TOLD_END_TILES | names::TOLD_END_GAP)
    }
}
