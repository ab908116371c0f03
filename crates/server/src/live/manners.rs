//! What is known of somebody who seeks: how strong it is, how it ended its games, and with whom it
//! has nothing to do.

use pairing::{Past, Want, leaves_often, limit};
use protocol::{Conduct, Deed, Level, LevelNumber, NearBot, PlayLimit, Tie};

use super::hub::Hub;
use crate::config::Pool;
use crate::store::{Person, Result};

/// Where everybody begins.
const BEGINNING: i32 = 1500;
/// How many computers are offered.
const OFFERED: usize = 3;
/// How many of somebody's last games are looked at: those that count for a limit, and the limits
/// before it.
const GAMES: u32 = 60;

/// What is known.
#[derive(Clone, Debug)]
pub struct Known {
    /// How strong it is in each pool, by the pool's number.
    pub ratings: Vec<i32>,
    /// Whether it often leaves its games.
    pub leaves: bool,
    /// Whether it may not seek live games, since when and until when.
    pub limit: Option<PlayLimit>,
    /// Whether a moderator wants it so: then it seeks nothing at all.
    pub barred: bool,
    /// The people whom it has blocked.
    pub blocked: Vec<String>,
}

impl Known {
    /// Somebody's wishes, with its strength.
    pub fn wants(&self, pools: &[usize]) -> Vec<Want> {
        let rating = |pool: usize| self.ratings.get(pool).copied().unwrap_or(BEGINNING);
        pools.iter().map(|pool| Want { pool: *pool, rating: rating(*pool) }).collect()
    }
}

/// What is known of a person now.
///
/// # Errors
/// If the store fails.
pub async fn known(hub: &Hub, person: &Person, pools: &[Pool]) -> Result<Known> {
    let now = hub.now();
    let past = past(hub, person).await?;
    let own = limit(person.made, &past).filter(|limit| limit.until > now);
    let own = own.map(|limit| PlayLimit { since: limit.since, until: limit.until });
    let restraints = hub.store().restraints(&person.id, now).await?;
    let barred = restraints.iter().filter(|(deed, _)| *deed == Deed::Limit);
    let barred = barred.map(|(_, until)| PlayLimit { since: now, until: *until }).next();
    let ties = hub.store().ties(&person.id).await?;
    let blocked = ties.into_iter().filter(|row| row.tie == Tie::Block).map(|row| row.id);
    Ok(Known {
        ratings: ratings(hub, person, pools).await?,
        leaves: leaves_often(&past),
        limit: barred.or(own),
        barred: barred.is_some(),
        blocked: blocked.collect(),
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
    let games = hub.store().conduct(&person.id, GAMES).await?;
    let one = |(how, at): (Conduct, u64)| Past { at, conduct: weighed(how) };
    Ok(games.into_iter().rev().map(one).collect())
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
    near.into_iter().take(OFFERED).map(|(_, bot)| bot).collect()
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
