//! Checks a finished record: the seed is the one that was committed to, every value is the one that
//! its seat was bound to, and everything that chance decided follows from them. What the record
//! leaves out counts as a failure, not as nothing to check.

use games::{Record, Turn};

use crate::claim::{Claim, tag};
use crate::draw::draw;
use crate::fault::Fault;
use crate::key::{Commitment, Version};
use crate::share::Share;

/// How the seats came into the order of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As the table's plan has them.
    Given,
    /// Drawn, and checked.
    Drawn,
}

/// A record whose draws follow from its seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// By which version it was checked.
    pub version: Version,
    /// How many draws were checked.
    pub draws: usize,
    /// The order of the seats.
    pub order: Order,
    /// How many words of an earlier record stand before the first draw.
    pub before: usize,
    /// How each seat gave its value, in the order of the plan; empty in version 1.
    pub shares: Vec<Share>,
}

/// What somebody knows of the table apart from the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// The commitment that was shown before the game, if it was kept.
    pub commitment: Option<Commitment>,
    /// How many words stood on the table when it began; not 0 only if it began from a record.
    pub before: usize,
    /// How the seats came into their order, if it was kept. A record of version 1 without an order
    /// does not say it, and fails unless it is known here.
    pub order: Option<Order>,
}

/// Checks the commitment, the values, the order of the seats and every draw of a record.
///
/// # Errors
/// Tells what is left out, or the first thing that does not follow from the seed.
pub fn verify(record: &Record, known: Known) -> Result<Report, Fault> {
    let claim = Claim::of(record, known);
    let (mut draws, mut first_wrong) = (0, None);
    let mut teller = record.begin().map_err(Fault::Record)?;
    for (index, word) in record.words().iter().enumerate() {
        let right = match &claim {
            Ok(claim) if teller.turn() == Turn::Chance && index >= claim.before => {
                draws += 1;
                let right = draw(teller.rules(), teller.game(), &claim.key, draws as u32 - 1);
                right.map(|right| (right, teller.game().word(teller.rules(), right)))
            }
            _ => None,
        };
        let said = record.play_word(index, &mut teller).map_err(Fault::Record)?;
        if let Some((right, right_word)) = right
            && right != said.action
            && first_wrong.is_none()
        {
            first_wrong = Some(Fault::Draw {
                number: draws,
                line: word.place().line,
                column: word.place().column,
                found: said.text.strip_suffix(" x").unwrap_or(&said.text).to_owned(),
                right: right_word,
            });
        }
    }
    record.check_end(&teller).map_err(Fault::Record)?;
    // A file that is no game is broken, whatever its tags say or leave out: that came first.
    let claim = claim?;
    if let Some(fault) = first_wrong {
        return Err(fault);
    }
    if let Some(claimed) = claim.draws
        && claimed != draws
    {
        return Err(Fault::Count { found: draws, claimed });
    }
    is_whole(record, teller.turn(), draws)?;
    let Claim { version, order, before, shares, .. } = claim;
    Ok(Report { version, draws, order, before, shares })
}

/// Whether nothing of the game is left out at its end.
fn is_whole(record: &Record, turn: Turn, draws: usize) -> Result<(), Fault> {
    if draws == 0 {
        return Err(Fault::NoDraws);
    }
    match turn {
        Turn::Over => Ok(()),
        Turn::Chance => Err(Fault::CutOff),
        Turn::Player(_) => match record.tag(tag::ENDED) {
            Some("played") | None => Err(Fault::Unfinished),
            Some(_) => Ok(()),
        },
    }
}
