//! What is kept of people on ladders.

use super::{Connection, Pool};
use crate::Result;
use crate::logs::as_json;
use crate::results::{Correction, Ranked, RatedSeat, rating_of};
use crate::rows::from_row;
use rating::{Career, Rating};

/// A career as it is kept.
struct KeptCareer {
    points: i64,
    deviation: i64,
    games: i64,
    won: i64,
    peak: i64,
    last: i64,
}

impl KeptCareer {
    fn career(&self) -> Career {
        let rating = rating_of(Some(self.points), Some(self.deviation));
        Career {
            rating: rating.unwrap_or(Rating::NEW),
            games: u32::try_from(self.games).unwrap_or(u32::MAX),
            won: u32::try_from(self.won).unwrap_or(u32::MAX),
            peak: i32::try_from(self.peak).unwrap_or(i32::MAX),
            last: self.last.unsigned_abs(),
        }
    }
}

/// A person, or a ladder; points, deviation, games, games won, peak, and when the last one was.
type Climber = (String, i64, i64, i64, i64, i64, i64);

/// The careers of the people of a game, which all play on one ladder; new ones for computers.
pub(super) async fn careers_of(db: &mut Connection, seats: &[RatedSeat]) -> Result<Vec<Career>> {
    let Some(first) = seats.first() else { return Ok(Vec::new()) };
    let sql = "SELECT person, points, deviation, games, won, peak, last FROM ratings
        WHERE ladder = $1 AND person IN (SELECT value FROM json_each($2))";
    let kept: Vec<Climber> = sqlx::query_as(sql)
        .bind(&first.ladder)
        .bind(as_json(seats.iter().map(|seat| seat.person.as_str()))?)
        .fetch_all(db)
        .await?;
    let career = |seat: &RatedSeat| {
        let own = kept.iter().find(|(person, ..)| *person == seat.person);
        let read = |&(_, points, deviation, games, won, peak, last): &Climber| {
            KeptCareer { points, deviation, games, won, peak, last }.career()
        };
        own.map_or(Career::NEW, read)
    };
    Ok(seats.iter().map(career).collect())
}

/// Keeps careers as they are after a game, but not those of people who left.
pub(super) async fn keep_careers(
    db: &mut Connection,
    seats: &[RatedSeat],
    careers: &[Option<(Career, Career)>],
) -> Result<()> {
    if careers.iter().all(Option::is_none) {
        return Ok(());
    }
    let named = as_json(seats.iter().map(|seat| seat.person.as_str()))?;
    let sql = "SELECT person FROM gone WHERE person IN (SELECT value FROM json_each($1))";
    let gone: Vec<String> = sqlx::query_scalar(sql).bind(named).fetch_all(&mut *db).await?;
    for (seat, careers) in seats.iter().zip(careers) {
        let Some((_, career)) = careers.filter(|_| !gone.contains(&seat.person)) else { continue };
        keep_career(db, &seat.person, &seat.ladder, &career).await?;
    }
    Ok(())
}

/// Keeps one career.
pub(super) async fn keep_career(
    db: &mut Connection,
    person: &str,
    ladder: &str,
    career: &Career,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO ratings (person, ladder, points, deviation, games, won, peak, last)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (person, ladder) DO UPDATE SET points = excluded.points,
            deviation = excluded.deviation, games = excluded.games, won = excluded.won,
            peak = excluded.peak, last = excluded.last",
    )
    .bind(person)
    .bind(ladder)
    .bind(i64::from(career.rating.points))
    .bind(i64::from(career.rating.deviation))
    .bind(i64::from(career.games))
    .bind(i64::from(career.won))
    .bind(i64::from(career.peak))
    .bind(i64::try_from(career.last).unwrap_or(i64::MAX))
    .execute(db)
    .await?;
    Ok(())
}

/// The careers of a person, by ladder.
pub(super) async fn careers(pool: &Pool, person: &str) -> Result<Vec<(String, Career)>> {
    let sql = "SELECT ladder, points, deviation, games, won, peak, last FROM ratings
        WHERE person = $1 ORDER BY ladder";
    let kept: Vec<Climber> = sqlx::query_as(sql).bind(person).fetch_all(pool).await?;
    let career = |(ladder, points, deviation, games, won, peak, last): Climber| {
        (ladder, KeptCareer { points, deviation, games, won, peak, last }.career())
    };
    Ok(kept.into_iter().map(career).collect())
}

/// Somebody on a board, as the store has it.
struct OnBoard {
    name: String,
    program: bool,
    gain: i64,
    points: i64,
    deviation: i64,
    games: i64,
    won: i64,
    peak: i64,
    last: i64,
}

from_row!(OnBoard { name, program, gain, points, deviation, games, won, peak, last });

pub(super) const BOARD: &str =
    "SELECT p.name, p.owner IS NOT NULL AS program, CAST(0 AS bigint) AS gain, r.points, r.deviation, r.games,
        r.won, r.peak, r.last
    FROM ratings r JOIN people p ON p.id = r.person
    WHERE r.ladder = $1 AND r.games >= $2 AND r.last >= $3
        AND p.password IS NOT NULL AND p.banned = false
        AND (p.owner IS NOT NULL OR 2 * (SELECT count(*) FROM (SELECT s.ended FROM result_seats s
                WHERE s.person = r.person AND s.ladder = r.ladder AND s.after_points IS NOT NULL
                ORDER BY s.ended DESC LIMIT 50) l
            WHERE EXISTS (SELECT 1 FROM result_seats o WHERE o.ended = l.ended
                AND o.person <> '' AND o.person <> r.person AND NOT o.program))
            >= CASE WHEN r.games < 50 THEN r.games ELSE 50 END)
    ORDER BY r.points - r.deviation DESC, r.person LIMIT $4";

/// The best of a ladder.
pub(super) async fn board(
    pool: &Pool,
    ladder: &str,
    games: u32,
    since: u64,
    limit: u32,
) -> Result<Vec<Ranked>> {
    let rows: Vec<OnBoard> = sqlx::query_as(BOARD)
        .bind(ladder)
        .bind(i64::from(games))
        .bind(i64::try_from(since).unwrap_or(i64::MAX))
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await?;
    Ok(rows.into_iter().map(|row| ranked(row).0).collect())
}

/// Somebody with its career, and what it gained.
fn ranked(row: OnBoard) -> (Ranked, i32) {
    let OnBoard { name, program, gain, points, deviation, games, won, peak, last } = row;
    let career = KeptCareer { points, deviation, games, won, peak, last }.career();
    (Ranked { name, program, career }, i32::try_from(gain).unwrap_or(0))
}

/// Where a time begins in the order of finishing.
pub(super) const FIRST: &str = "SELECT ended FROM results WHERE at >= $1 ORDER BY at LIMIT 1";

/// People with enough games, by what the first of them since a time has and they have now. A first
/// game of all says nothing: whoever is new gains by being new.
pub(super) const GAINS: &str =
    "SELECT name, program, points - before_points AS gain, points, deviation, games, won, peak, last
    FROM (SELECT p.name, p.owner IS NOT NULL AS program, r.points, r.deviation, r.games, r.won,
            r.peak, r.last, r.person,
            (SELECT s.before_points FROM result_seats s WHERE s.person = r.person
                AND s.ladder = r.ladder AND s.after_points IS NOT NULL AND s.ended >= $2
                AND s.before_deviation <= 9000
                ORDER BY s.ended LIMIT 1) AS before_points
        FROM ratings r JOIN people p ON p.id = r.person
        WHERE r.ladder = $1 AND r.games >= $3 AND r.last >= $4
            AND p.password IS NOT NULL AND p.banned = false AND p.owner IS NULL) g
    WHERE points > before_points ORDER BY points - before_points DESC, person LIMIT $5";

/// Who gained most since a time.
pub(super) async fn gains(
    pool: &Pool,
    ladder: &str,
    since: u64,
    games: u32,
    limit: u32,
) -> Result<Vec<(Ranked, i32)>> {
    let since = i64::try_from(since).unwrap_or(i64::MAX);
    let first: Option<i64> = sqlx::query_scalar(FIRST).bind(since).fetch_optional(pool).await?;
    let Some(first) = first else { return Ok(Vec::new()) };
    let rows: Vec<OnBoard> = sqlx::query_as(GAINS)
        .bind(ladder)
        .bind(first)
        .bind(i64::from(games))
        .bind(since)
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await?;
    Ok(rows.into_iter().map(ranked).collect())
}

/// What rebuilds did to a person's rating, the oldest first.
pub(super) async fn corrections(
    pool: &Pool,
    person: &str,
    ladder: &str,
) -> Result<Vec<Correction>> {
    let sql = "SELECT at, before_points, after_points FROM corrections
        WHERE person = $1 AND ladder = $2 ORDER BY at";
    let rows: Vec<(i64, i64, i64)> =
        sqlx::query_as(sql).bind(person).bind(ladder).fetch_all(pool).await?;
    let points = |hundredths: i64| i32::try_from(hundredths).unwrap_or(0);
    let one = |(at, before, after): (i64, i64, i64)| Correction {
        at: at.unsigned_abs(),
        before: points(before),
        after: points(after),
    };
    Ok(rows.into_iter().map(one).collect())
}
