//! What a game says about ratings: whether it is rated, and what it does then. Nothing is written.

use room::{Finish, FinishedSeat};

use super::Connection;
use super::careers::careers_of;
use crate::Result;
use crate::logs::as_json;
use crate::results::{Moved, RatedSeat, folded};
use protocol::Conduct;
use rating::Career;

/// Rated games of two people who made the table themselves, and of a person with one computer or
/// program, in a day: what is more is not rated.
const PAIR_IN_A_DAY: i64 = 12;
const COMPUTER_IN_A_DAY: i64 = 10;
const DAY: i64 = 86_400_000;

/// Accounts are new for so long, and with fewer tiles than this nothing was played.
const NEW: i64 = 7 * DAY;
const FEW_TILES: u16 = 10;

/// Among so many of the last games those of the same pair are counted.
const LOOKED_AT: i64 = 100;

/// What a game that is over did: worked out from what is kept, before any of it is written.
#[derive(Debug)]
pub(super) struct Weighed {
    pub(super) seats: Vec<RatedSeat>,
    pub(super) rated: bool,
    /// What it did to the rating of each seat.
    pub(super) moved: Vec<Moved>,
    /// The careers before and after it, by seat.
    pub(super) careers: Vec<Option<(Career, Career)>>,
}

impl Weighed {
    /// A game that moves no rating needs nothing of what is kept.
    pub(super) fn unrated(finish: &Finish) -> Weighed {
        let seats = rated_seats(0, finish);
        let (moved, careers) = (vec![None; seats.len()], vec![None; seats.len()]);
        Weighed { seats, rated: false, moved, careers }
    }
}

/// Works out whether a game is rated, and what it does then.
pub(super) async fn weigh(db: &mut Connection, finish: &Finish) -> Result<Weighed> {
    let mut weighed = Weighed::unrated(finish);
    let players = players(db, &mut weighed.seats).await?;
    weighed.rated = finish.rated
        && is_within_limits(db, finish, &weighed.seats).await?
        && !is_ones_own(&weighed.seats, &players)
        && !is_arranged(db, finish, &players).await?;
    if !weighed.rated {
        return Ok(weighed);
    }
    let before = careers_of(db, &weighed.seats).await?;
    if let Some(after) = folded(ended_at(finish), &weighed.seats, &before) {
        weighed.careers =
            before.iter().zip(after).map(|(before, after)| Some((*before, after?))).collect();
        let moved = |one: &Option<(Career, Career)>| {
            one.map(|(before, after)| (before.rating, after.rating))
        };
        weighed.moved = weighed.careers.iter().map(moved).collect();
    }
    Ok(weighed)
}

pub(super) fn ended_at(finish: &Finish) -> i64 {
    i64::try_from(finish.at).unwrap_or(i64::MAX)
}

pub(super) fn rated_seats(ended: i64, finish: &Finish) -> Vec<RatedSeat> {
    let ladder = finish.ladder.map_or("", |ladder| ladder.name());
    let seat = |(place, seat): (usize, &FinishedSeat)| RatedSeat {
        ended,
        at: ended_at(finish),
        ladder: ladder.to_owned(),
        seat: place as i64,
        person: seat.person.clone().unwrap_or_default(),
        computer: seat.computer.map(|level| level.to_string()).unwrap_or_default(),
        rank: i64::from(seat.rank),
        conduct: seat.conduct.map_or("", Conduct::name).to_owned(),
        before_points: None,
        before_deviation: None,
        after_points: None,
        after_deviation: None,
        program: false,
    };
    finish.seats.iter().enumerate().map(seat).collect()
}

/// Somebody who played: its id, whose program it is, and when it came.
type Player = (String, Option<String>, i64);

/// Who played, and which of them are programs.
async fn players(db: &mut Connection, seats: &mut [RatedSeat]) -> Result<Vec<Player>> {
    let ids = as_json(seats.iter().map(|seat| seat.person.as_str()))?;
    let sql = "SELECT id, owner, made FROM people WHERE id IN (SELECT value FROM json_each($1))";
    let players: Vec<Player> = sqlx::query_as(sql).bind(ids).fetch_all(db).await?;
    for seat in seats {
        seat.program = players.iter().any(|(id, owner, _)| *id == seat.person && owner.is_some());
    }
    Ok(players)
}

/// Whether somebody played its own program, or two programs of one person played each other.
fn is_ones_own(seats: &[RatedSeat], players: &[Player]) -> bool {
    let owner = |person: &str| {
        let known = players.iter().find(|(id, ..)| id == person);
        known.map(|(id, owner, _)| owner.as_ref().unwrap_or(id).clone())
    };
    let owners: Vec<String> = seats.iter().filter_map(|seat| owner(&seat.person)).collect();
    owners.iter().enumerate().any(|(place, one)| owners[place + 1..].contains(one))
}

/// Whether a game was over before it was one, between new accounts from the same place: points are
/// handed from one to the other like that.
async fn is_arranged(db: &mut Connection, finish: &Finish, players: &[Player]) -> Result<bool> {
    let new = |player: &&Player| player.2 > ended_at(finish) - NEW;
    let new: Vec<&str> = players.iter().filter(new).map(|(id, ..)| id.as_str()).collect();
    if finish.turns >= FEW_TILES || new.len() < 2 {
        return Ok(false);
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM traces a JOIN traces b ON b.hash = a.hash
        WHERE a.person <> b.person AND a.person IN (SELECT value FROM json_each($1))
            AND b.person IN (SELECT value FROM json_each($1)))";
    Ok(sqlx::query_scalar(sql).bind(as_json(new.into_iter())?).fetch_one(db).await?)
}

/// Whether a pair has not played too many rated games lately. People whom the server brought
/// together may play as often as it brings them together.
async fn is_within_limits(
    db: &mut Connection,
    finish: &Finish,
    rated: &[RatedSeat],
) -> Result<bool> {
    let [one, two] = finish.seats.as_slice() else { return Ok(true) };
    if finish.pool.is_some() {
        return Ok(true);
    }
    let (own, rival, most) = match (&one.person, &two.person) {
        (Some(one), Some(two)) => {
            let program = rated.iter().any(|seat| seat.program);
            (one, two.clone(), if program { COMPUTER_IN_A_DAY } else { PAIR_IN_A_DAY })
        }
        (Some(person), None) => (person, level_name(two), COMPUTER_IN_A_DAY),
        (None, Some(person)) => (person, level_name(one), COMPUTER_IN_A_DAY),
        (None, None) => return Ok(true),
    };
    let played: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM (SELECT ended, seat, at, after_points FROM result_seats
            WHERE person = $1 AND person <> '' ORDER BY ended DESC LIMIT $4) a
         JOIN result_seats b ON b.ended = a.ended AND b.seat <> a.seat
         JOIN results r ON r.ended = a.ended
         WHERE a.at > $3 AND a.after_points IS NOT NULL AND r.seats = 2 AND r.pool = ''
            AND (b.person = $2 OR b.computer = $2)",
    )
    .bind(own)
    .bind(rival)
    .bind(ended_at(finish) - DAY)
    .bind(LOOKED_AT)
    .fetch_one(db)
    .await?;
    Ok(played < most)
}

fn level_name(seat: &FinishedSeat) -> String {
    seat.computer.map(|level| level.to_string()).unwrap_or_default()
}
