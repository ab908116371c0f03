//! What is known of somebody who seeks: how strong it is, how it ended its games, and with whom it
//! has nothing to do.

use std::net::IpAddr;

use pairing::{Limit, Past, Want, leaves_often, limit};
use protocol::{BotOffer, Conduct, Deed, Level, LevelNumber, NearBot, PlayLimit, Tie};

use super::hub::Hub;
use crate::config::Pool;
use store::{Person, Result};

/// Where everybody begins.
const BEGINNING: i32 = 1500;
/// How many computers are offered.
const NEAREST: usize = 3;
/// How many of somebody's last games are looked at: those that count for a limit, and the limits
/// before it.
const GAMES: u32 = 60;

/// What is known.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a thing of its own
pub struct Known {
    /// How strong it is in each pool, by the pool's number.
    pub ratings: Vec<i32>,
    /// Whether it often leaves its games.
    pub leaves: bool,
    /// Whether it may not seek live games, since when and until when.
    pub limit: Option<PlayLimit>,
    /// Whether a moderator wants it so: then it seeks nothing at all.
    pub barred: bool,
    /// The people whom it has blocked, and whose program it is.
    pub blocked: Vec<String>,
    /// Whether it is a program.
    pub program: bool,
    /// Whether its games may count: a program says so.
    pub rated: bool,
}

impl Known {
    /// Somebody's wishes, with its strength.
    pub fn wants(&self, pools: &[usize]) -> Vec<Want> {
        let rating = |pool: usize| self.ratings.get(pool).copied().unwrap_or(BEGINNING);
        pools.iter().map(|pool| Want { pool: *pool, rating: rating(*pool) }).collect()
    }
}

/// Whether what other guests did counts who come from the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbourhood {
    /// It does.
    Shared,
    /// It is not known from where somebody comes: this machine, or a proxy on it.
    Unknown,
}

impl Neighbourhood {
    /// What an address says.
    pub fn of(address: IpAddr) -> Neighbourhood {
        if address.is_loopback() { Neighbourhood::Unknown } else { Neighbourhood::Shared }
    }
}

/// What is known of a person now.
///
/// # Errors
/// If the store fails.
pub async fn known(
    hub: &Hub,
    person: &Person,
    place: Neighbourhood,
    pools: &[Pool],
) -> Result<Known> {
    let now = hub.now();
    let past = past(hub, person).await?;
    let limits = [limit(person.made, &past), nearby(hub, person, place).await?];
    let lasting = limits.into_iter().flatten().filter(|limit| limit.until > now);
    let own = lasting.max_by_key(|limit| limit.until);
    let own = own.map(|limit| PlayLimit { since: limit.since, until: limit.until });
    let restraints = hub.store().restraints(&person.id, now).await?;
    let barred = restraints.iter().filter(|(deed, _)| *deed == Deed::Limit);
    let barred = barred.map(|(_, until)| PlayLimit { since: now, until: *until }).next();
    let ties = hub.store().ties(&person.id).await?;
    let blocked = ties.into_iter().filter(|row| row.tie == Tie::Block).map(|row| row.id);
    let program = person.owner.is_some();
    let offer = if program { hub.offer_of(&person.id).await? } else { None };
    Ok(Known {
        program,
        rated: !program || offer.is_some_and(|offer| offer.rated),
        ratings: ratings(hub, person, pools).await?,
        leaves: leaves_often(&past),
        limit: barred.or(own),
        barred: barred.is_some(),
        blocked: blocked.chain(person.owner.clone()).collect(),
    })
}

/// How strong a person is in each pool.
async fn ratings(hub: &Hub, person: &Person, pools: &[Pool]) -> Result<Vec<i32>> {
    let careers = hub.store().careers(&person.id).await?;
    let points = |pool: &Pool| {
        let career = careers.iter().find(|(ladder, _)| ladder.name() == pool.ladder);
        career.map_or(BEGINNING, |(_, career)| career.rating.points / 100)
    };
    Ok(pools.iter().map(points).collect())
}

/// How a person ended its games, the oldest first.
async fn past(hub: &Hub, person: &Person) -> Result<Vec<Past>> {
    Ok(oldest_first(hub.store().conduct(&person.id, GAMES).await?))
}

/// The limit of all guests who come from where a guest comes from: whoever does not come to its
/// games does not get rid of that by coming in anew. People with accounts answer for themselves.
async fn nearby(hub: &Hub, person: &Person, place: Neighbourhood) -> Result<Option<Limit>> {
    if person.password.is_some() || place == Neighbourhood::Unknown {
        return Ok(None);
    }
    let past = oldest_first(hub.store().conduct_nearby(&person.id, GAMES).await?);
    // None of them is new: two who have bad luck do not shut a school out.
    Ok(limit(0, &past))
}

fn oldest_first(games: Vec<(Conduct, u64)>) -> Vec<Past> {
    let one = |(how, at): (Conduct, u64)| Past { at, conduct: weighed(how) };
    games.into_iter().rev().map(one).collect()
}

/// For how long an offer counts, ms: a program says it again every half minute.
pub const OFFERED: u64 = 90_000;

impl Hub {
    /// What a program says that it plays, if it has said so lately.
    pub(super) async fn offer_of(&self, program: &str) -> Result<Option<BotOffer>> {
        let offers = self.store().offers(self.now().saturating_sub(OFFERED)).await?;
        let own = offers.into_iter().find(|kept| kept.bot.0 == program);
        Ok(own.and_then(|kept| serde_json::from_str(&kept.offer).ok()))
    }
}

/// What the store says, in the words of whoever weighs it.
const fn weighed(conduct: Conduct) -> pairing::Conduct {
    match conduct {
        Conduct::Good => pairing::Conduct::Good,
        Conduct::Abort => pairing::Conduct::Abort,
        Conduct::NoShow => pairing::Conduct::NoShow,
        Conduct::Left => pairing::Conduct::Left,
        Conduct::Stalled => pairing::Conduct::Stalled,
        Conduct::Sandbag => pairing::Conduct::Sandbag,
    }
}

/// The computers nearest to a strength.
pub fn near_bots(rating: i32) -> Vec<NearBot> {
    let levels = LevelNumber::ALL.into_iter().filter_map(|number| {
        let own = rating::level(number.get())?.points / 100;
        Some((own.abs_diff(rating), NearBot { level: Level::Person(number), rating: Some(own) }))
    });
    let mut near: Vec<(u32, NearBot)> = levels.collect();
    near.sort_by_key(|(gap, _)| *gap);
    near.into_iter().take(NEAREST).map(|(_, bot)| bot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_come_first() {
        let near = |rating| {
            let bots = near_bots(rating).into_iter();
            bots.map(|bot| bot.level.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(near(1400), ["level-3", "level-2", "level-4"]);
        assert_eq!(near(900), ["level-1", "level-2", "level-3"]);
        assert_eq!(near(2400), ["level-5", "level-4", "level-3"]);
    }
}
