//! What the tags of a record claim, read and checked against each other.

use games::Record;

use crate::fault::Fault;
use crate::key::{Commitment, Key, Seal, Seed, Value, Version};
use crate::share::Share;
use crate::verify::{Known, Order};

/// The tags of a record that say what is checked.
pub mod tag {
    /// The version of the specification; version 1 has no such tag.
    pub const FAIR: &str = "Fair";
    /// Which round of the table was played, from 1.
    pub const ROUND: &str = "Round";
    /// The hash of the seed.
    pub const COMMITMENT: &str = "Commitment";
    /// The seed.
    pub const SEED: &str = "Seed";
    /// How each seat gave its value, in the order of the table's plan, separated by blanks.
    pub const SHARES: &str = "Shares";
    /// The hash that each seat sent before its value, or `-`.
    pub const HASHES: &str = "Hashes";
    /// The value of each seat, in the order of the table's plan, separated by blanks.
    pub const VALUES: &str = "Values";
    /// `given` or `drawn`: how the seats came into the order of play.
    pub const ORDER: &str = "Order";
    /// Only if the order was drawn: the seats of the plan, from 1, in the order of play.
    pub const SEAT_ORDER: &str = "SeatOrder";
    /// Only if the table began from a record: how many words stand before the first draw.
    pub const DRAWS_AFTER: &str = "DrawsAfter";
    /// How many draws the table made.
    pub const DRAWS: &str = "Draws";
    /// Why the game ended.
    pub const ENDED: &str = "Ended";
}

/// What the tags say, as far as it could be checked without the words.
pub struct Claim {
    pub version: Version,
    pub key: Key,
    /// How many words of an earlier record stand before the first draw.
    pub before: usize,
    /// How many draws there are; version 1 does not say.
    pub draws: Option<usize>,
    pub order: Order,
    pub shares: Vec<Share>,
}

impl Claim {
    /// Reads the tags.
    pub fn of(record: &Record, known: Known) -> Result<Claim, Fault> {
        let version = version(record)?;
        let seats = record.setup.seats;
        let published = commitment(record)?;
        if let Some(kept) = known.commitment
            && kept != published
        {
            return Err(Fault::Kept { found: published, kept });
        }
        let values = each(record, tag::VALUES, seats, "32 hexadecimal digits", Value::parse)?;
        let seed = Seed::parse(version, text(record, tag::SEED)?)
            .ok_or_else(|| wrong(tag::SEED, "64 hexadecimal digits"))?;
        if seed.commitment() != published {
            return Err(Fault::Seed { published, found: seed.commitment() });
        }
        let shares = match version {
            Version::One => Vec::new(),
            Version::Two => shares(record, &seed, &values)?,
        };
        let key = Key::mix(&seed, &values);
        if version == Version::Two && number(text(record, tag::ROUND)?, tag::ROUND)? == 0 {
            return Err(wrong(tag::ROUND, "a number from 1"));
        }
        let order = order(record, version, &key, known.order)?;
        let before = before(record, known.before)?;
        let draws = match version {
            Version::One => None,
            Version::Two => Some(number(text(record, tag::DRAWS)?, tag::DRAWS)?),
        };
        Ok(Claim { version, key, before, draws, order, shares })
    }
}

fn text<'a>(record: &'a Record, name: &'static str) -> Result<&'a str, Fault> {
    record.tag(name).ok_or(Fault::Missing(name))
}

fn wrong(name: &'static str, expected: &str) -> Fault {
    Fault::Tag { name, expected: expected.to_string() }
}

fn version(record: &Record) -> Result<Version, Fault> {
    let Some(text) = record.tag(tag::FAIR) else { return Ok(Version::One) };
    let version = text.parse().ok().and_then(Version::from_number);
    version.ok_or_else(|| wrong(tag::FAIR, "a version that this program knows: 1 or 2"))
}

fn commitment(record: &Record) -> Result<Commitment, Fault> {
    Commitment::parse(text(record, tag::COMMITMENT)?)
        .ok_or_else(|| wrong(tag::COMMITMENT, "64 hexadecimal digits"))
}

/// A tag with an entry for each seat.
fn each<T>(
    record: &Record,
    name: &'static str,
    seats: u8,
    expected: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Fault> {
    let parts: Vec<&str> = text(record, name)?.split_whitespace().collect();
    let found: Option<Vec<T>> = parts.iter().map(|part| read(part)).collect();
    let found = found.ok_or_else(|| {
        wrong(name, &format!("{expected} for each of the {seats} seats, separated by blanks"))
    })?;
    if found.len() == usize::from(seats) {
        Ok(found)
    } else {
        Err(Fault::Short { name, found: found.len(), seats })
    }
}

/// How the seats gave their values, each checked.
fn shares(record: &Record, seed: &Seed, values: &[Value]) -> Result<Vec<Share>, Fault> {
    let seats = record.setup.seats;
    let shares = each(record, tag::SHARES, seats, "a word", Share::from_name)?;
    let seal = |text: &str| match text {
        "-" => Some(None),
        text => Seal::parse(text).map(Some),
    };
    let seals = each(record, tag::HASHES, seats, "64 hexadecimal digits or -", seal)?;
    let commitment = seed.commitment();
    for (seat, ((share, seal), value)) in (0u8..).zip(shares.iter().zip(&seals).zip(values)) {
        if !share.holds(seed, commitment, seat, *seal, *value) {
            return Err(Fault::Value { seat: seat + 1, share: *share });
        }
    }
    Ok(shares)
}

fn order(
    record: &Record,
    version: Version,
    key: &Key,
    known: Option<Order>,
) -> Result<Order, Fault> {
    let drawn = record.tag(tag::SEAT_ORDER);
    let order = match (version, record.tag(tag::ORDER)) {
        // Such a record does not say it, and a line that was taken out does not show.
        (Version::One, _) if drawn.is_none() => match known {
            Some(Order::Given) => Order::Given,
            Some(Order::Drawn) => return Err(Fault::Missing(tag::SEAT_ORDER)),
            None => return Err(Fault::NoOrder),
        },
        (Version::One, _) => Order::Drawn,
        (Version::Two, None) => return Err(Fault::Missing(tag::ORDER)),
        (Version::Two, Some("given")) if drawn.is_some() => return Err(Fault::GivenOrder),
        (Version::Two, Some("given")) => Order::Given,
        (Version::Two, Some("drawn")) => Order::Drawn,
        (Version::Two, Some(_)) => return Err(wrong(tag::ORDER, "given or drawn")),
    };
    if order == Order::Drawn {
        let text = drawn.ok_or(Fault::Missing(tag::SEAT_ORDER))?;
        check_order(text, key, record.setup.seats)?;
    }
    match known {
        Some(known) if known != order => Err(Fault::OtherOrder { claimed: order, known }),
        _ => Ok(order),
    }
}

fn check_order(text: &str, key: &Key, seats: u8) -> Result<(), Fault> {
    let found: Vec<u8> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let every = (1..=seats).all(|number| found.contains(&number));
    if !every || found.len() != usize::from(seats) {
        let expected = format!("the numbers 1 to {seats} in the order of play");
        return Err(Fault::Tag { name: tag::SEAT_ORDER, expected });
    }
    let right: Vec<u8> = key.seat_order(seats).into_iter().map(|seat| seat + 1).collect();
    if found == right { Ok(()) } else { Err(Fault::Order { found, right }) }
}

/// Words of an earlier record were drawn by somebody else, so a record that claims more of them
/// than there were has less to check.
fn before(record: &Record, known: usize) -> Result<usize, Fault> {
    let text = record.tag(tag::DRAWS_AFTER).unwrap_or("0");
    let claimed = number(text, tag::DRAWS_AFTER)?;
    if claimed == known { Ok(claimed) } else { Err(Fault::After { claimed, known }) }
}

fn number(text: &str, name: &'static str) -> Result<usize, Fault> {
    text.parse().map_err(|_| wrong(name, "a number"))
}
