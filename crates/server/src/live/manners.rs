//! What is known of somebody who seeks: how strong it is, and how it ended its games.

use pairing::{Past, Want, leaves_often, limit};
use protocol::{Level, LevelNumber, NearBot, PlayLimit};

use super::hub::Hub;
use crate::config::Pool;
use crate::store::{Person, Result};

/// Where everybody begins.
const BEGINNING: i32 = 1500;
/// How many computers are offered.
const OFFERED: usize = 3;

/// What is known.
#[derive(Clone, Debug)]
pub struct Known {
    /// How strong it is in each pool, by the pool's number.
    pub ratings: Vec<i32>,
    /// Whether it often leaves its games.
    pub leaves: bool,
    /// Whether it may not seek live games, since when and until when.
    pub limit: Option<PlayLimit>,
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
    let ratings = ratings(hub, person, pools).await?;
    let past = past(hub, person).await?;
    let newest = limit(person.made, &past).filter(|limit| limit.until > hub.now());
    let limit = newest.map(|limit| PlayLimit { since: limit.since, until: limit.until });
    Ok(Known { ratings, leaves: leaves_often(&past), limit })
}

/// How strong a person is in each pool.
#[allow(clippy::unused_async)] // the store will be asked
async fn ratings(_: &Hub, _: &Person, pools: &[Pool]) -> Result<Vec<i32>> {
    Ok(vec![BEGINNING; pools.len()])
}

/// How a person came to its tables, the oldest first.
#[allow(clippy::unused_async)] // the store will be asked
async fn past(hub: &Hub, person: &Person) -> Result<Vec<Past>> {
    Ok(hub.pools().past(&person.id))
}

/// The computers nearest to a strength.
pub fn near_bots(rating: i32) -> Vec<NearBot> {
    let mut near: Vec<(u32, NearBot)> = LevelNumber::ALL
        .into_iter()
        .map(|number| {
            let own = strength(number);
            (own.abs_diff(rating), NearBot { level: Level::Person(number), rating: None })
        })
        .collect();
    near.sort_by_key(|(gap, _)| *gap);
    near.into_iter().take(OFFERED).map(|(_, bot)| bot).collect()
}

/// How strong the levels are among each other, by what docs/strength.md has; the middle one is
/// taken for somebody who begins.
const fn strength(level: LevelNumber) -> i32 {
    match level.get() {
        1 => 1155,
        2 => 1385,
        3 => BEGINNING,
        4 => 1815,
        _ => 1925,
    }
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
        assert_eq!(near(1500), ["level-3", "level-2", "level-4"]);
        assert_eq!(near(900), ["level-1", "level-2", "level-3"]);
        assert_eq!(near(2400), ["level-5", "level-4", "level-3"]);
    }
}
