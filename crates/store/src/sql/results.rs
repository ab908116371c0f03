//! Results of finished games, written with the entry that ends them.

use room::Finish;

use super::careers::keep_careers;
use super::weigh::{ended_at, rated_seats, weigh};
use super::{Connection, Pool};
use crate::results::{KeptResult, Moved, RatedSeat, listed, made, margin, rating_of, reason_name};
use crate::{Result, StoreError, Void};
use rating::Rating;

/// Notes the result of a game that is over; nothing if it is noted already. The caller holds the
/// order of finishing, so nobody else moves ratings meanwhile.
pub(super) async fn note(db: &mut Connection, table: &str, finish: &Finish) -> Result<u64> {
    let Some(ended) = open_number(db, table).await? else { return Ok(0) };
    let weighed = weigh(db, finish).await?;
    keep_careers(db, &weighed.seats, &weighed.careers).await?;
    insert(db, ended, table, finish, weighed.rated).await?;
    for (place, (seat, moved)) in weighed.seats.into_iter().zip(weighed.moved).enumerate() {
        insert_seat(db, finish, place, &RatedSeat { ended, ..seat }, moved).await?;
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
