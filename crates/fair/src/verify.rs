//! Checks a finished record: the seed is the one that was committed to, and everything that chance
//! decided follows from it.

use std::fmt;

use games::{Record, RecordError, Turn};

use crate::draw::draw;
use crate::key::{Commitment, Key, Seed, Value};

/// The tags of a record that say what is checked.
pub mod tag {
    /// The hash of the seed.
    pub const COMMITMENT: &str = "Commitment";
    /// The seed.
    pub const SEED: &str = "Seed";
    /// The value of each seat, in the order of the table's plan, separated by blanks.
    pub const VALUES: &str = "Values";
    /// Only if the order was drawn: the seats of the plan, from 1, in the order of play.
    pub const SEAT_ORDER: &str = "SeatOrder";
    /// Only if the table began from a record: how many words stand before the first draw.
    pub const DRAWS_AFTER: &str = "DrawsAfter";
}

/// A record whose draws follow from its seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many draws were checked.
    pub draws: usize,
    /// Whether the order of the seats was drawn, and checked.
    pub order: bool,
    /// How many words of an earlier record stand before the first draw.
    pub before: usize,
}

/// Why a record does not verify.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A tag is missing: the record has no fair draws, or its game is not over.
    Missing(&'static str),
    /// A tag does not say what it must.
    Tag {
        /// Which.
        name: &'static str,
        /// What was expected of it.
        expected: String,
    },
    /// The words are no game.
    Record(RecordError),
    /// The seed is not the one that was committed to.
    Seed {
        /// The commitment of the record.
        published: Commitment,
        /// That of the seed.
        found: Commitment,
    },
    /// The seats play in another order than the one that was drawn; from 1.
    Order {
        /// In the record.
        found: Vec<u8>,
        /// From the seed.
        right: Vec<u8>,
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
}

impl Fault {
    /// Whether the record says otherwise than its seed; if not, it cannot be checked at all.
    pub fn is_deceit(&self) -> bool {
        matches!(self, Fault::Seed { .. } | Fault::Order { .. } | Fault::Draw { .. })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Missing(tag::SEED) => f.write_str(
                "the tag [Seed] is missing: a table reveals its seed when its game is over",
            ),
            Fault::Missing(name) => write!(f, "the tag [{name}] is missing"),
            Fault::Tag { name, expected } => write!(f, "the tag [{name}]: expected {expected}"),
            Fault::Record(error) => error.fmt(f),
            Fault::Seed { published, found } => write!(
                f,
                "the seed is not the one that was committed to: its hash is {found}, published \
                 was {published}"
            ),
            Fault::Order { found, right } => {
                write!(f, "the seats play in the order {found:?}, drawn was {right:?}")
            }
            Fault::Draw { number, line, column, found, right } => write!(
                f,
                "draw {number} (line {line}, column {column}) is {found}; from the seed follows \
                 {right}"
            ),
        }
    }
}

impl std::error::Error for Fault {}

/// What the tags of a record say.
struct Claim {
    key: Key,
    before: usize,
}

/// Checks the commitment, the order of the seats and every draw of a record.
///
/// # Errors
/// Tells what is missing, or the first thing that does not follow from the seed.
pub fn verify(record: &Record) -> Result<Report, Fault> {
    let (claim, order) = claim(record)?;
    let (mut draws, mut first_wrong) = (0, None);
    let (rules, mut game) = record.start().map_err(Fault::Record)?;
    record
        .replay(|step| {
            if step.by == Turn::Chance && step.index >= claim.before {
                let right = draw(&rules, &game, &claim.key, draws as u32);
                draws += 1;
                if let Some(right) = right
                    && right != step.action
                    && first_wrong.is_none()
                {
                    first_wrong = Some(Fault::Draw {
                        number: draws,
                        line: step.word.place().line,
                        column: step.word.place().column,
                        found: game.word(&rules, step.action),
                        right: game.word(&rules, right),
                    });
                }
            }
            game.clone_from(step.game);
        })
        .map_err(Fault::Record)?;
    match first_wrong {
        Some(fault) => Err(fault),
        None => Ok(Report { draws, order, before: claim.before }),
    }
}

/// Reads the tags; also tells whether the order of the seats was drawn.
fn claim(record: &Record) -> Result<(Claim, bool), Fault> {
    let text = |name| record.tag(name).ok_or(Fault::Missing(name));
    let wrong = |name, expected: &str| Fault::Tag { name, expected: expected.to_string() };
    let published = Commitment::parse(text(tag::COMMITMENT)?)
        .ok_or_else(|| wrong(tag::COMMITMENT, "64 hexadecimal digits"))?;
    let values = values(text(tag::VALUES)?, record.setup.seats)?;
    let seed =
        Seed::parse(text(tag::SEED)?).ok_or_else(|| wrong(tag::SEED, "64 hexadecimal digits"))?;
    if seed.commitment() != published {
        return Err(Fault::Seed { published, found: seed.commitment() });
    }
    let key = Key::mix(&seed, &values);
    let order = record.tag(tag::SEAT_ORDER);
    if let Some(order) = order {
        check_order(order, &key, record.setup.seats)?;
    }
    let before = record.tag(tag::DRAWS_AFTER).unwrap_or("0");
    let before = before
        .parse()
        .map_err(|_| wrong(tag::DRAWS_AFTER, "a number of words before the draws"))?;
    Ok((Claim { key, before }, order.is_some()))
}

fn values(text: &str, seats: u8) -> Result<Vec<Value>, Fault> {
    let read: Option<Vec<Value>> = text.split_whitespace().map(Value::parse).collect();
    match read {
        Some(values) if values.len() == usize::from(seats) => Ok(values),
        _ => {
            let expected = format!("32 hexadecimal digits for each of the {seats} seats");
            Err(Fault::Tag { name: tag::VALUES, expected })
        }
    }
}

fn check_order(text: &str, key: &Key, seats: u8) -> Result<(), Fault> {
    let found: Vec<u8> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let mut sorted = found.clone();
    sorted.sort_unstable();
    if sorted != (1..=seats).collect::<Vec<u8>>() {
        let expected = format!("the numbers 1 to {seats} in the order of play");
        return Err(Fault::Tag { name: tag::SEAT_ORDER, expected });
    }
    let right: Vec<u8> = key.seat_order(seats).into_iter().map(|seat| seat + 1).collect();
    if found == right { Ok(()) } else { Err(Fault::Order { found, right }) }
}
