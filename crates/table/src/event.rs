//! What happened and why: the closed set of facts that play tells to a [`Sink`].

use crate::{Cell, FeatureKind, List, Piece, Rot, SEATS_MAX, Seat, SeatSet, Spot, TileKind};

/// A reason for points, numbered by its family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Why(pub u8);

/// One line of a score: `count` things for `each` points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScoreItem {
    /// What is counted.
    pub why: Why,
    /// How many there are.
    pub count: u8,
    /// Points for each.
    pub each: u8,
}

/// A score that explains itself: which feature, what it is worth, who had the majority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// What was scored.
    pub feature: FeatureKind,
    /// The feature's first segment, or the place that names it.
    pub at: Spot,
    /// Whether it was complete.
    pub complete: bool,
    /// What its value is made of.
    pub items: List<ScoreItem, 4>,
    /// The strength of each seat in it.
    pub strength: [u8; SEATS_MAX],
    /// Who had the majority.
    pub winners: SeatSet,
    /// The points of each seat.
    pub points: [u16; SEATS_MAX],
}

impl Score {
    /// The value that the items add up to.
    pub fn value(&self) -> u16 {
        self.items.iter().map(|i| i.count as u16 * i.each as u16).sum()
    }
}

/// A fact about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A part of a turn begins.
    TurnOf {
        /// Whose turn.
        seat: Seat,
        /// Which part of it, from 1.
        part: u8,
    },
    /// A tile was drawn.
    Drawn(TileKind),
    /// A tile left the game because it fits nowhere.
    Discarded(TileKind),
    /// A tile that fits nowhere was put aside, to come again.
    SetAside(TileKind),
    /// A tile was laid.
    Laid {
        /// Its kind.
        kind: TileKind,
        /// Where.
        cell: Cell,
        /// How it is turned.
        rot: Rot,
    },
    /// A piece was put on the table.
    Put {
        /// Whose.
        seat: Seat,
        /// Which kind.
        piece: Piece,
        /// Where.
        at: Spot,
    },
    /// A piece moved on the table.
    Moved {
        /// Whose move.
        seat: Seat,
        /// Which kind.
        piece: Piece,
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// A feature was scored.
    Scored(Score),
    /// A piece went back to its owner's supply.
    Home {
        /// Whose.
        seat: Seat,
        /// Which kind.
        piece: Piece,
        /// From where.
        from: Spot,
    },
    /// A piece was sent home without points by a rival, or taken off at the end.
    Lost {
        /// Whose.
        seat: Seat,
        /// From where.
        at: Spot,
    },
    /// Tokens were taken.
    Gained {
        /// By whom.
        seat: Seat,
        /// Which token, numbered by the family.
        token: u8,
        /// How many.
        count: u8,
    },
    /// Something that the family numbers: the beginning of a phase, the reason of an end.
    Told {
        /// Which, numbered by the family.
        what: u8,
        /// Whose, if anybody's.
        seat: Seat,
        /// How many, if it is counted.
        count: u8,
    },
    /// The game is over.
    Over,
}

impl Event {
    /// The score that it tells, if it tells one.
    pub fn score(&self) -> Option<Score> {
        match self {
            Event::Scored(score) => Some(*score),
            _ => None,
        }
    }
}

/// Takes the events of play.
pub trait Sink {
    /// Whether anybody listens; work done only for events may be skipped if not.
    const LISTENS: bool;
    /// Takes one event.
    fn tell(&mut self, event: Event);
}

/// Nobody listens: the code for events vanishes.
pub struct Quiet;

impl Sink for Quiet {
    const LISTENS: bool = false;
    #[inline(always)]
    fn tell(&mut self, _: Event) {}
}

/// Passes every event to a function.
pub struct Log<F: FnMut(Event)>(pub F);

impl<F: FnMut(Event)> Sink for Log<F> {
    const LISTENS: bool = true;
    fn tell(&mut self, event: Event) {
        (self.0)(event);
    }
}
