//! Results of finished games, written with the entry that ends them.

use room::{Finish, FinishedSeat};

use super::careers::{careers_of, keep_careers};
use super::{Connection, Pool};
use crate::logs::as_json;
use crate::results::{
    KeptResult, Moved, RatedSeat, folded, listed, made, margin, rating_of, reason_name,
};
use crate::{Result, StoreError, Void};
use protocol::Conduct;
use rating::Rating;

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

/// Notes the result of a game that is over; nothing if it is noted already. The caller holds the
/// order of finishing, so nobody else moves ratings meanwhile.
pub(super) async fn note(db: &mut Connection, table: &str, finish: &Finish) -> Result<u64> {
    let Some(ended) = open_number(db, table).await? else { return Ok(0) };
    let mut seats = rated_seats(ended, finish);
    let players = players(db, &mut seats).await?;
    let rated = finish.rated
        && is_within_limits(db, finish, &seats).await?
        && !is_ones_own(&seats, &players)
        && !is_arranged(db, finish, &players).await?;
    let mut moved = vec![None; seats.len()];
    if rated {
        let before = careers_of(db, &seats).await?;
        if let Some(after) = folded(ended_at(finish), &seats, &before) {
            for (place, after) in after.iter().enumerate() {
                let Some(after) = after else { continue };
                moved[place] = Some((before[place].rating, after.rating));
            }
            keep_careers(db, &seats, &after).await?;
        }
    }
    insert(db, ended, table, finish, rated).await?;
    for (place, (seat, moved)) in seats.drain(..).zip(moved).enumerate() {
        insert_seat(db, finish, place, &seat, moved).await?;
    }
    Ok(1)
}

/// Keeps the result of a game that has none, unrated; if it has one, puts right what the log says
/// otherwise. What was decided about ratings stays.
pub(super) async fn keep(db: &mut Connection, table: &str, finish: &Finish) -> Result<u64> {
    let finish = Finish { rated: false, ..finish.clone() };
    if note(db, table, &finish).await? > 0 {
        return Ok(1);
    }
    let sql = "SELECT ended, rated FROM results WHERE table_id = $1";
    let kept: Option<(i64, bool)> =
        sqlx::query_as(sql).bind(table).fetch_optional(&mut *db).await?;
    let Some((ended, rated)) = kept else { return Ok(0) };
    let mut changed = update(db, ended, &finish, rated).await?;
    for (place, seat) in rated_seats(ended, &finish).iter().enumerate() {
        changed += update_seat(db, &finish, place, seat).await?;
    }
    Ok(changed.min(1))
}

/// The number of a game that is over and has no result.
async fn open_number(db: &mut Connection, table: &str) -> Result<Option<i64>> {
    let sql = "SELECT ended FROM tables WHERE id = $1 AND ended IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM results r WHERE r.table_id = $1)";
    Ok(sqlx::query_scalar(sql).bind(table).fetch_optional(db).await?)
}

fn ended_at(finish: &Finish) -> i64 {
    i64::try_from(finish.at).unwrap_or(i64::MAX)
}

fn rated_seats(ended: i64, finish: &Finish) -> Vec<RatedSeat> {
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

async fn insert(
    db: &mut Connection,
    ended: i64,
    table: &str,
    finish: &Finish,
    rated: bool,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO results (ended, table_id, at, ladder, rated, pool, reason, public, apart,
            family, expansions, seats, turns, tiles)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    )
    .bind(ended)
    .bind(table)
    .bind(ended_at(finish))
    .bind(finish.ladder.map_or("", |ladder| ladder.name()))
    .bind(rated)
    .bind(finish.pool.as_deref().unwrap_or(""))
    .bind(reason_name(finish.reason))
    .bind(finish.public)
    .bind(finish.apart)
    .bind(&finish.family)
    .bind(listed(&finish.expansions))
    .bind(finish.seats.len() as i64)
    .bind(i64::from(finish.turns))
    .bind(finish.tiles.join(" "))
    .execute(db)
    .await?;
    Ok(())
}

async fn insert_seat(
    db: &mut Connection,
    finish: &Finish,
    place: usize,
    seat: &RatedSeat,
    moved: Moved,
) -> Result<()> {
    let column = |of: fn(&(Rating, Rating)) -> i32| moved.as_ref().map(|m| i64::from(of(m)));
    sqlx::query(
        "INSERT INTO result_seats (ended, seat, person, computer, ladder, at, rank, made, points,
            margin, used, conduct, before_points, before_deviation, after_points, after_deviation,
            program)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
    )
    .bind(seat.ended)
    .bind(seat.seat)
    .bind(&seat.person)
    .bind(&seat.computer)
    .bind(&seat.ladder)
    .bind(seat.at)
    .bind(seat.rank)
    .bind(made(finish, place))
    .bind(i64::from(finish.seats[place].points))
    .bind(margin(finish, place))
    .bind(i64::try_from(finish.seats[place].used).unwrap_or(i64::MAX))
    .bind(&seat.conduct)
    .bind(column(|(before, _)| before.points))
    .bind(column(|(before, _)| before.deviation))
    .bind(column(|(_, after)| after.points))
    .bind(column(|(_, after)| after.deviation))
    .bind(seat.program)
    .execute(db)
    .await?;
    Ok(())
}

async fn update(db: &mut Connection, ended: i64, finish: &Finish, rated: bool) -> Result<u64> {
    let done = sqlx::query(
        "UPDATE results SET at = $2, ladder = $3, pool = $4, reason = $5, public = $6, apart = $7,
            family = $8, expansions = $9, seats = $10, turns = $11, tiles = $12
         WHERE ended = $1 AND rated = $13 AND NOT (at = $2 AND ladder = $3 AND pool = $4
            AND reason = $5 AND public = $6 AND apart = $7 AND family = $8 AND expansions = $9
            AND seats = $10 AND turns = $11 AND tiles = $12)",
    )
    .bind(ended)
    .bind(ended_at(finish))
    .bind(finish.ladder.map_or("", |ladder| ladder.name()))
    .bind(finish.pool.as_deref().unwrap_or(""))
    .bind(reason_name(finish.reason))
    .bind(finish.public)
    .bind(finish.apart)
    .bind(&finish.family)
    .bind(listed(&finish.expansions))
    .bind(finish.seats.len() as i64)
    .bind(i64::from(finish.turns))
    .bind(finish.tiles.join(" "))
    .bind(rated)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

async fn update_seat(
    db: &mut Connection,
    finish: &Finish,
    place: usize,
    seat: &RatedSeat,
) -> Result<u64> {
    let done = sqlx::query(
        "UPDATE result_seats SET person = $3, computer = $4, ladder = $5, at = $6, rank = $7,
            made = $8, points = $9, margin = $10, used = $11, conduct = $12
         WHERE ended = $1 AND seat = $2 AND NOT (person = $3 AND computer = $4 AND ladder = $5
            AND at = $6 AND rank = $7 AND made = $8 AND points = $9 AND margin = $10
            AND used = $11 AND conduct = $12)",
    )
    .bind(seat.ended)
    .bind(seat.seat)
    .bind(&seat.person)
    .bind(&seat.computer)
    .bind(&seat.ladder)
    .bind(seat.at)
    .bind(seat.rank)
    .bind(made(finish, place))
    .bind(i64::from(finish.seats[place].points))
    .bind(margin(finish, place))
    .bind(i64::try_from(finish.seats[place].used).unwrap_or(i64::MAX))
    .bind(&seat.conduct)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Keeps what features brought, by seat; without it, that it will never be known.
pub(super) async fn keep_features(
    db: &mut Connection,
    table: &str,
    seats: Option<&[String]>,
) -> Result<u64> {
    let noted = sqlx::query("UPDATE results SET replayed = $2 WHERE table_id = $1")
        .bind(table)
        .bind(if seats.is_some() { 1_i64 } else { 2 })
        .execute(&mut *db)
        .await?;
    for (seat, features) in (0_i64..).zip(seats.unwrap_or_default()) {
        sqlx::query(
            "UPDATE result_seats SET features = $3 WHERE seat = $2 AND ended =
                (SELECT ended FROM results WHERE table_id = $1)",
        )
        .bind(table)
        .bind(seat)
        .bind(features)
        .execute(&mut *db)
        .await?;
    }
    Ok(noted.rows_affected())
}

/// Games that ended before there were results, in the order of finishing.
pub(super) async fn missing(pool: &Pool, after: u64, limit: u32) -> Result<Vec<(u64, String)>> {
    let sql = "SELECT t.ended, t.id FROM tables t WHERE t.ended > $1
        AND NOT EXISTS (SELECT 1 FROM results r WHERE r.ended = t.ended) ORDER BY t.ended LIMIT $2";
    numbered(pool, sql, after, limit).await
}

/// Games that are over, in the order of finishing.
pub(super) async fn over(pool: &Pool, after: u64, limit: u32) -> Result<Vec<(u64, String)>> {
    let sql = "SELECT ended, id FROM tables WHERE ended > $1 ORDER BY ended LIMIT $2";
    numbered(pool, sql, after, limit).await
}

async fn numbered(
    pool: &Pool,
    sql: &'static str,
    after: u64,
    limit: u32,
) -> Result<Vec<(u64, String)>> {
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let found: Vec<(i64, String)> =
        sqlx::query_as(sql).bind(after).bind(i64::from(limit)).fetch_all(pool).await?;
    Ok(found.into_iter().map(|(ended, id)| (ended.unsigned_abs(), id)).collect())
}

/// Games whose features were not looked at yet.
pub(super) async fn unreplayed(pool: &Pool, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT table_id FROM results WHERE replayed = 0 ORDER BY ended LIMIT $1";
    Ok(sqlx::query_scalar(sql).bind(i64::from(limit)).fetch_all(pool).await?)
}

/// A person leaves, or becomes part of an account: its results stay, its ratings go.
pub(super) async fn hand_over(db: &mut Connection, person: &str, heir: Option<&str>) -> Result<()> {
    if let Some(heir) = heir {
        sqlx::query("UPDATE result_seats SET person = $2 WHERE person = $1 AND person <> ''")
            .bind(person)
            .bind(heir)
            .execute(&mut *db)
            .await?;
    }
    for sql in
        ["DELETE FROM ratings WHERE person = $1", "DELETE FROM corrections WHERE person = $1"]
    {
        sqlx::query(sql).bind(person).execute(&mut *db).await?;
    }
    Ok(())
}

/// Takes games out of the ratings from the next rebuild on.
pub(super) async fn void(db: &mut Connection, void: &Void, reason: &str, now: u64) -> Result<u64> {
    let (ended, person, since, until) = match void {
        Void::Table(table) => {
            let sql = "SELECT ended FROM results WHERE table_id = $1";
            let ended: Option<i64> =
                sqlx::query_scalar(sql).bind(table).fetch_optional(&mut *db).await?;
            let Some(ended) = ended else { return Ok(0) };
            (Some(ended), None, None, None)
        }
        Void::Person { id, since, until } => {
            let time = |ms: u64| Some(i64::try_from(ms).unwrap_or(i64::MAX));
            (None, Some(id.as_str()), time(*since), time(*until))
        }
    };
    let done = sqlx::query(
        "INSERT INTO voids (ended, person, since, until, at, reason)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(ended)
    .bind(person)
    .bind(since)
    .bind(until)
    .bind(i64::try_from(now).unwrap_or(i64::MAX))
    .bind(reason)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

type MovedColumns = (Option<i64>, Option<i64>, Option<i64>, Option<i64>);

/// What a rated game did to each seat.
pub(super) async fn rated(pool: &Pool, table: &str) -> Result<Option<Vec<Moved>>> {
    let sql = "SELECT s.before_points, s.before_deviation, s.after_points, s.after_deviation
        FROM results r JOIN result_seats s ON s.ended = r.ended
        WHERE r.table_id = $1 AND r.rated = true ORDER BY s.seat";
    let seats: Vec<MovedColumns> = sqlx::query_as(sql).bind(table).fetch_all(pool).await?;
    let moved = |(points, deviation, after, later): MovedColumns| {
        Some((rating_of(points, deviation)?, rating_of(after, later)?))
    };
    let seats: Vec<Moved> = seats.into_iter().map(moved).collect();
    Ok(seats.iter().any(Option::is_some).then_some(seats))
}

/// What is kept of the result of a table.
pub(super) async fn kept(db: &mut Connection, table: &str) -> Result<Option<KeptResult>> {
    let sql = "SELECT reason FROM results WHERE table_id = $1";
    let reason: Option<String> =
        sqlx::query_scalar(sql).bind(table).fetch_optional(&mut *db).await?;
    let Some(reason) = reason else { return Ok(None) };
    let sql = "SELECT s.person, s.rank, s.points FROM results r
        JOIN result_seats s ON s.ended = r.ended WHERE r.table_id = $1 ORDER BY s.seat";
    let seats: Vec<(String, i64, i64)> = sqlx::query_as(sql).bind(table).fetch_all(db).await?;
    let seat = |(person, rank, points): (String, i64, i64)| {
        (person, u8::try_from(rank).unwrap_or(u8::MAX), u16::try_from(points).unwrap_or(u16::MAX))
    };
    Ok(Some(KeptResult { reason, seats: seats.into_iter().map(seat).collect() }))
}

/// A column that only this program writes.
pub(super) fn unknown(what: &str, name: &str) -> StoreError {
    StoreError::Damaged(format!("the results have an unknown {what}: {name}"))
}
