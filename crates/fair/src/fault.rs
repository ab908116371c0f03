//! Why a record does not verify.

use std::fmt;

use games::RecordError;

use crate::claim::tag;
use crate::key::Commitment;
use crate::share::Share;
use crate::verify::Order;

/// Why a record does not verify.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A tag is missing: the record has no fair draws, or its game is not over, or it was left out.
    Missing(&'static str),
    /// A tag has too few entries: one for each seat.
    Short {
        /// Which.
        name: &'static str,
        /// How many it has.
        found: usize,
        /// How many seats there are.
        seats: u8,
    },
    /// A tag does not say what it must.
    Tag {
        /// Which.
        name: &'static str,
        /// What was expected of it.
        expected: String,
    },
    /// The words are no game.
    Record(RecordError),
    /// The commitment is not the one that somebody kept.
    Kept {
        /// The commitment of the record.
        found: Commitment,
        /// The one that was kept.
        kept: Commitment,
    },
    /// The seed is not the one that was committed to.
    Seed {
        /// The commitment of the record.
        published: Commitment,
        /// That of the seed.
        found: Commitment,
    },
    /// A seat's value is not the one that it was bound to.
    Value {
        /// The seat of the plan, from 1.
        seat: u8,
        /// How the seat gave it.
        share: Share,
    },
    /// The seats play in another order than the one that was drawn; from 1.
    Order {
        /// In the record.
        found: Vec<u8>,
        /// From the seed.
        right: Vec<u8>,
    },
    /// The record says `SeatOrder` although the seats play as given.
    GivenOrder,
    /// A record of version 1 without an order: it does not say whether one was drawn.
    NoOrder,
    /// The seats came into their order otherwise than somebody knows.
    OtherOrder {
        /// By the record.
        claimed: Order,
        /// By whoever checks.
        known: Order,
    },
    /// A draw is not the one that follows from the seed.
    Draw {
        /// Which draw, from 1.
        number: usize,
        /// The line of the record.
        line: u32,
        /// The column in the line.
        column: u32,
        /// In the record.
        found: String,
        /// From the seed.
        right: String,
    },
    /// Another number of draws than the record claims.
    Count {
        /// Among the words.
        found: usize,
        /// By the tag.
        claimed: usize,
    },
    /// `DrawsAfter` says that another number of words come from an earlier record.
    After {
        /// By the tag.
        claimed: usize,
        /// By whoever checks.
        known: usize,
    },
    /// No draw at all was there to be checked.
    NoDraws,
    /// The words end where a tile must be drawn: what followed was left out.
    CutOff,
    /// The game is not over by its rules, and no tag says why it ended.
    Unfinished,
}

impl Fault {
    /// Whether the file itself is broken; if not, it leaves something out or says otherwise than
    /// its seed.
    pub fn is_broken_file(&self) -> bool {
        matches!(self, Fault::Tag { .. } | Fault::Record(_))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Missing(tag::SEED) => f.write_str(
                "the tag [Seed] is missing: a table reveals its seed when its game is over",
            ),
            Fault::Missing(name) => write!(f, "the tag [{name}] is missing"),
            Fault::Short { name, found, seats } => {
                write!(f, "the tag [{name}] has {found} entries for {seats} seats")
            }
            Fault::Tag { name, expected } => write!(f, "the tag [{name}]: expected {expected}"),
            Fault::Record(error) => error.fmt(f),
            Fault::Kept { found, kept } => {
                write!(f, "the record has the commitment {found}, you kept {kept}")
            }
            Fault::Seed { published, found } => write!(
                f,
                "the seed is not the one that was committed to: its hash is {found}, published \
                 was {published}"
            ),
            Fault::Value { seat, share } => write_value(f, *seat, *share),
            Fault::Order { found, right } => {
                write!(f, "the seats play in the order {found:?}, drawn was {right:?}")
            }
            Fault::GivenOrder => f.write_str(
                "the record says that the seats play as given, and has an order that was drawn",
            ),
            Fault::NoOrder => f.write_str(
                "the tag [SeatOrder] is missing, and a record of version 1 does not say whether \
                 an order was drawn",
            ),
            Fault::OtherOrder { claimed, known } => {
                let word = |order: &Order| match order {
                    Order::Given => "given",
                    Order::Drawn => "drawn",
                };
                let (claimed, known) = (word(claimed), word(known));
                write!(f, "by the record the order of the seats was {claimed}, not {known}")
            }
            Fault::Draw { number, line, column, found, right } => write!(
                f,
                "draw {number} (line {line}, column {column}) is {found}; from the seed follows \
                 {right}"
            ),
            Fault::Count { found, claimed } => {
                write!(f, "the record has {found} draws to check, its tag [Draws] says {claimed}")
            }
            Fault::After { claimed, known: 0 } => write!(
                f,
                "the tag [DrawsAfter] says that the first {claimed} words are of an earlier \
                 record: their draws cannot be checked"
            ),
            Fault::After { claimed, known } => write!(
                f,
                "the tag [DrawsAfter] says that the first {claimed} words are of an earlier \
                 record, not {known}"
            ),
            Fault::NoDraws => f.write_str("the record has no draw to check"),
            Fault::CutOff => {
                f.write_str("the words end where a tile must be drawn: what followed is left out")
            }
            Fault::Unfinished => f.write_str(
                "the game is not over by its rules, and no tag [Ended] says why it ended",
            ),
        }
    }
}

fn write_value(f: &mut fmt::Formatter<'_>, seat: u8, share: Share) -> fmt::Result {
    match share {
        Share::Sealed => {
            write!(f, "the value of seat {seat} does not match the hash that it sent before")
        }
        Share::Open => {
            write!(f, "seat {seat} gave its value openly, but the record has a hash of it")
        }
        _ => write!(f, "the value of seat {seat} does not follow from the seed as it should"),
    }
}

impl std::error::Error for Fault {}
