//! Folding all results anew: read first, a stretch at a time, then what ended meanwhile together
//! with the writing. Only what differs is written.

use std::collections::{HashMap, HashSet};
use std::time::{SystemTime, UNIX_EPOCH};

use super::careers::{careers, keep_career};
use super::write::Write;
use super::{Backend, Connection, Pool, hold};
use crate::Result;
use crate::results::{Fold, Moved, RatedSeat, Refolded, Voids, rating_of};
use crate::rows::from_row;
use rating::{Career, Rating};

/// How many games are read at once.
const STRETCH: i64 = 2_000;

/// How many seats are put right in one change: whoever plays waits no longer than that.
const AT_ONCE: usize = 1_000;

from_row!(RatedSeat {
    ended,
    at,
    ladder,
    seat,
    person,
    computer,
    rank,
    conduct,
    before_points,
    before_deviation,
    after_points,
    after_deviation,
    program
});

/// A seat whose ratings are others than those that are kept.
#[derive(Clone, Debug)]
pub(super) struct SeatChange {
    ended: i64,
    seat: i64,
    moved: Moved,
}

/// Compares all ratings with what the results say; with `write`, puts them right.
pub(super) async fn refold(store: &Backend, write: bool) -> Result<Refolded> {
    let pool = &store.readers;
    let mut fold = Fold { voids: voids(pool).await?, ..Fold::default() };
    let mut seats = Vec::new();
    loop {
        let games = stretch(pool, fold.upto).await?;
        if games.is_empty() {
            break;
        }
        differences(&mut fold, &games, &mut seats);
    }
    let mut told = Refolded { seats: seats.len() as u64, ..Refolded::default() };
    if !write {
        let (wrong, careers) = (wrong_careers(pool, &fold).await?, fold.careers.len() as u64);
        return Ok(Refolded { games: fold.games, careers, ratings: wrong, ..told });
    }
    for some in seats.chunks(AT_ONCE) {
        store.write(Write::ResetSeats(some.to_vec())).await?;
    }
    told.ratings = wrong_careers(pool, &fold).await?;
    (told.games, told.careers) = (fold.games, fold.careers.len() as u64);
    store.write(Write::ResetRatings(Box::new(fold))).await?;
    Ok(told)
}

type VoidColumns = (Option<i64>, Option<String>, Option<i64>, Option<i64>);

async fn voids(pool: &Pool) -> Result<Voids> {
    let sql = "SELECT ended, person, since, until FROM voids";
    let rows: Vec<VoidColumns> = sqlx::query_as(sql).fetch_all(pool).await?;
    let mut voids = Voids::default();
    for (ended, person, since, until) in rows {
        voids.games.extend(ended);
        if let (Some(person), Some(since), Some(until)) = (person, since, until) {
            voids.people.push((person, since, until));
        }
    }
    Ok(voids)
}

const SEATS: &str =
    "SELECT s.ended, s.at, s.ladder, s.seat, s.person, s.computer, s.rank, s.conduct,
        s.before_points, s.before_deviation, s.after_points, s.after_deviation, s.program
    FROM results r JOIN result_seats s ON s.ended = r.ended
    WHERE r.rated = true AND r.ended > $1 AND r.ended <= $2 ORDER BY s.ended, s.seat";

const END: &str = "SELECT max(ended) FROM (SELECT ended FROM results
    WHERE rated = true AND ended > $1 ORDER BY ended LIMIT $2) next_ones";

/// The next rated games.
async fn stretch(pool: &Pool, after: i64) -> Result<Vec<RatedSeat>> {
    let end: Option<i64> =
        sqlx::query_scalar(END).bind(after).bind(STRETCH).fetch_one(pool).await?;
    let Some(end) = end else { return Ok(Vec::new()) };
    Ok(sqlx::query_as(SEATS).bind(after).bind(end).fetch_all(pool).await?)
}

/// Folds games and notes the seats whose ratings are kept otherwise.
fn differences(fold: &mut Fold, seats: &[RatedSeat], wrong: &mut Vec<SeatChange>) {
    for game in seats.chunk_by(|a, b| a.ended == b.ended) {
        for (seat, moved) in game.iter().zip(fold.game(game)) {
            let before = rating_of(seat.before_points, seat.before_deviation);
            let after = rating_of(seat.after_points, seat.after_deviation);
            if before.zip(after) != moved {
                wrong.push(SeatChange { ended: seat.ended, seat: seat.seat, moved });
            }
        }
    }
}

/// How many careers are kept otherwise than they were folded.
async fn wrong_careers(pool: &Pool, fold: &Fold) -> Result<u64> {
    let gone: HashSet<String> =
        sqlx::query_scalar("SELECT person FROM gone").fetch_all(pool).await?.into_iter().collect();
    let mut kept = HashMap::new();
    let people: Vec<String> =
        sqlx::query_scalar("SELECT DISTINCT person FROM ratings").fetch_all(pool).await?;
    for person in people {
        for (ladder, career) in careers(pool, &person).await? {
            kept.insert((person.clone(), ladder), career);
        }
    }
    let right = |(key, career): &(&(String, String), &Career)| kept.get(*key) == Some(*career);
    let all = fold.careers.iter().filter(|((person, _), _)| !gone.contains(person));
    let wrong = all.clone().filter(|one| !right(one)).count();
    let over = kept.keys().filter(|key| !fold.careers.contains_key(*key)).count();
    Ok((wrong + over) as u64)
}

/// Puts the ratings of some seats right.
pub(super) async fn reset_seats(db: &mut Connection, seats: &[SeatChange]) -> Result<u64> {
    for change in seats {
        let column =
            |of: fn(&(Rating, Rating)) -> i32| change.moved.as_ref().map(|m| i64::from(of(m)));
        sqlx::query(
            "UPDATE result_seats SET before_points = $3, before_deviation = $4, after_points = $5,
                after_deviation = $6 WHERE ended = $1 AND seat = $2",
        )
        .bind(change.ended)
        .bind(change.seat)
        .bind(column(|(before, _)| before.points))
        .bind(column(|(before, _)| before.deviation))
        .bind(column(|(_, after)| after.points))
        .bind(column(|(_, after)| after.deviation))
        .execute(&mut *db)
        .await?;
    }
    Ok(seats.len() as u64)
}

/// Notes whose ratings become others: they are told so.
async fn correct(db: &mut Connection, fold: &Fold, gone: &HashSet<String>) -> Result<()> {
    let kept: Vec<(String, String, i64)> =
        sqlx::query_as("SELECT person, ladder, points FROM ratings").fetch_all(&mut *db).await?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    for (person, ladder, before) in kept {
        // Nobody is told more than the points: whoever has no game left begins anew.
        let key = (person, ladder);
        let after = fold.careers.get(&key).map_or(Rating::NEW.points, |it| it.rating.points);
        if i64::from(after) == before || gone.contains(&key.0) {
            continue;
        }
        sqlx::query(
            "INSERT INTO corrections (person, ladder, at, before_points, after_points)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        )
        .bind(&key.0)
        .bind(&key.1)
        .bind(i64::try_from(now).unwrap_or(i64::MAX))
        .bind(before)
        .bind(i64::from(after))
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Goes on with a fold to the newest game, while no other one can end, and keeps its careers in
/// place of those that are kept.
pub(super) async fn reset_ratings(db: &mut Connection, fold: &Fold) -> Result<u64> {
    hold::ended(db).await?;
    let mut fold = fold.clone();
    let rest: Vec<RatedSeat> =
        sqlx::query_as(SEATS).bind(fold.upto).bind(i64::MAX).fetch_all(&mut *db).await?;
    let mut seats = Vec::new();
    differences(&mut fold, &rest, &mut seats);
    reset_seats(db, &seats).await?;
    let gone: HashSet<String> = sqlx::query_scalar("SELECT person FROM gone")
        .fetch_all(&mut *db)
        .await?
        .into_iter()
        .collect();
    correct(db, &fold, &gone).await?;
    sqlx::query("DELETE FROM ratings").execute(&mut *db).await?;
    for ((person, ladder), career) in &fold.careers {
        if !gone.contains(person) {
            keep_career(db, person, ladder, career).await?;
        }
    }
    Ok(fold.careers.len() as u64)
}
