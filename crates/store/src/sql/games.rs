//! Finished games of a person, as pages ask for them. Each list goes along an index of the person.

use sqlx::{AssertSqlSafe, QueryBuilder};

use super::results::unknown;
use super::{Pool, Sql};
use crate::results::{
    GamesQuery, StoredDay, StoredGame, StoredSeat, StoredSeatStats, rating_of, reason_name,
    reason_of,
};
use crate::rows::from_row;
use crate::{Result, StoreError};
use protocol::{Conduct, Ladder};

/// A game as it is kept.
struct Game {
    ended: i64,
    table_id: String,
    at: i64,
    ladder: String,
    rated: bool,
    void: bool,
    reason: String,
    family: String,
    expansions: String,
    turns: i64,
    tiles: String,
    own: i64,
}

from_row!(Game {
    ended,
    table_id,
    at,
    ladder,
    rated,
    void,
    reason,
    family,
    expansions,
    turns,
    tiles,
    own
});

/// A seat as it is kept.
struct Seat {
    ended: i64,
    person: String,
    name: Option<String>,
    account: bool,
    computer: String,
    rank: i64,
    points: i64,
    before_points: Option<i64>,
    before_deviation: Option<i64>,
    after_points: Option<i64>,
    after_deviation: Option<i64>,
}

from_row!(Seat {
    ended,
    person,
    name,
    account,
    computer,
    rank,
    points,
    before_points,
    before_deviation,
    after_points,
    after_deviation
});

const GAMES: &str = "SELECT r.ended, r.table_id, r.at, r.ladder, r.rated, r.reason, r.family,
        r.expansions, r.turns, r.tiles, s.seat AS own,
        EXISTS (SELECT 1 FROM voids v WHERE v.ended = r.ended OR (r.at >= v.since
            AND r.at < v.until AND v.person IN
                (SELECT x.person FROM result_seats x WHERE x.ended = r.ended))) AS void
    FROM result_seats s JOIN results r ON r.ended = s.ended
    WHERE s.person <> '' AND s.person = ";

/// Whoever plays several seats has one game all the same.
const FIRST_SEAT: &str = " AND NOT EXISTS (SELECT 1 FROM result_seats m
    WHERE m.ended = s.ended AND m.person = s.person AND m.seat < s.seat)";

/// What everybody sees.
const SEEN: &str = " AND (r.public = true OR r.rated = true) AND r.apart = false";

pub(super) fn games_sql(query: &GamesQuery) -> QueryBuilder<Sql> {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let mut sql = QueryBuilder::new(GAMES);
    sql.push_bind(query.person.clone()).push(FIRST_SEAT);
    if !query.all {
        sql.push(SEEN);
    }
    if let Some(before) = query.before {
        sql.push(" AND s.ended < ").push_bind(number(before));
    }
    if let Some(ladder) = query.ladder {
        sql.push(" AND r.ladder = ").push_bind(ladder.name());
    }
    if let Some(rated) = query.rated {
        sql.push(" AND r.rated = ").push_bind(rated);
    }
    if let Some(rival) = &query.rival {
        sql.push(" AND EXISTS (SELECT 1 FROM result_seats o WHERE o.ended = s.ended");
        sql.push(" AND o.person = ").push_bind(rival.clone()).push(")");
    }
    if let Some(family) = &query.family {
        sql.push(" AND r.family = ").push_bind(family.clone());
    }
    if let Some(expansion) = &query.expansion {
        sql.push(" AND instr(r.expansions, ").push_bind(format!(",{expansion},")).push(") > 0");
    }
    if let Some(reason) = query.reason {
        sql.push(" AND r.reason = ").push_bind(reason_name(reason));
    }
    if let Some(tiles) = &query.tiles {
        sql.push(" AND instr(r.tiles, ").push_bind(tiles.clone()).push(") = 1");
    }
    let at_least = [
        (" AND s.points >= ", query.points.map(i64::from)),
        (" AND s.margin >= ", query.margin.map(i64::from)),
        (" AND r.turns >= ", query.turns.map(i64::from)),
        (" AND r.at >= ", query.since.map(number)),
        (" AND r.at < ", query.until.map(number)),
        (" AND r.seats = ", query.seats.map(i64::from)),
        (" AND s.made = ", query.made.map(i64::from)),
    ];
    for (condition, value) in at_least {
        if let Some(value) = value {
            sql.push(condition).push_bind(value);
        }
    }
    sql.push(" ORDER BY s.ended DESC LIMIT ").push_bind(i64::from(query.limit));
    sql
}

/// Games of a person with all their seats, the latest first.
pub(super) async fn games(pool: &Pool, query: &GamesQuery) -> Result<Vec<StoredGame>> {
    let found: Vec<Game> = games_sql(query).build_query_as().fetch_all(pool).await?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = QueryBuilder::<Sql>::new(
        "SELECT s.ended, s.person, p.name, p.password IS NOT NULL AS account, s.computer, s.rank,
            s.points, s.before_points, s.before_deviation, s.after_points, s.after_deviation
         FROM result_seats s LEFT JOIN people p ON p.id = s.person WHERE s.ended IN (",
    );
    let mut list = sql.separated(", ");
    for game in &found {
        list.push_bind(game.ended);
    }
    sql.push(") ORDER BY s.ended, s.seat");
    let seats: Vec<Seat> = sql.build_query_as().fetch_all(pool).await?;
    found.into_iter().map(|game| whole(game, &seats)).collect()
}

fn whole(game: Game, seats: &[Seat]) -> Result<StoredGame> {
    let seats = seats.iter().filter(|seat| seat.ended == game.ended).map(shown);
    let parts = |text: &str, by: char| -> Vec<String> {
        text.split(by).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    Ok(StoredGame {
        ended: game.ended.unsigned_abs(),
        table: game.table_id,
        at: game.at.unsigned_abs(),
        ladder: Ladder::from_name(&game.ladder),
        rated: game.rated,
        void: game.void,
        reason: reason_of(&game.reason).ok_or_else(|| unknown("end", &game.reason))?,
        family: game.family,
        expansions: parts(&game.expansions, ','),
        turns: u16::try_from(game.turns).unwrap_or(u16::MAX),
        tiles: parts(&game.tiles, ' '),
        seats: seats.collect::<Result<Vec<_>>>()?,
        own: u8::try_from(game.own).unwrap_or(0),
    })
}

fn shown(seat: &Seat) -> Result<StoredSeat> {
    let computer = match seat.computer.as_str() {
        "" => None,
        name => Some(name.parse().map_err(|_| unknown("computer", name))?),
    };
    let before = rating_of(seat.before_points, seat.before_deviation);
    let after = rating_of(seat.after_points, seat.after_deviation);
    Ok(StoredSeat {
        person: (!seat.person.is_empty()).then(|| seat.person.clone()),
        name: seat.name.clone().unwrap_or_default(),
        account: seat.account,
        computer,
        rank: u8::try_from(seat.rank).unwrap_or(0),
        points: u16::try_from(seat.points).unwrap_or(u16::MAX),
        rated: before.zip(after),
    })
}

/// How many games of a person everybody sees.
pub(super) async fn count(pool: &Pool, person: &str) -> Result<u32> {
    let mut sql = QueryBuilder::<Sql>::new(
        "SELECT count(*) FROM result_seats s JOIN results r ON r.ended = s.ended
         WHERE s.person <> '' AND s.person = ",
    );
    sql.push_bind(person.to_owned()).push(FIRST_SEAT).push(SEEN);
    let count: i64 = sql.build_query_scalar().fetch_one(pool).await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// How somebody behaved lately among people.
pub(super) async fn conduct(pool: &Pool, person: &str, limit: u32) -> Result<Vec<(Conduct, u64)>> {
    let sql = format!("{CONDUCT} WHERE person = $1 {LATELY} LIMIT $2");
    let asked = sqlx::query_as(AssertSqlSafe(sql)).bind(person).bind(i64::from(limit));
    asked.fetch_all(pool).await?.into_iter().map(behaved).collect()
}

const CONDUCT: &str = "SELECT conduct, at FROM result_seats";
const LATELY: &str = "AND person <> '' AND conduct <> '' ORDER BY ended DESC";

/// The same for several, in one statement: each has a place of its own in the index.
pub(super) async fn conducts(
    pool: &Pool,
    people: &[String],
    limit: u32,
) -> Result<Vec<Vec<(Conduct, u64)>>> {
    let mut sql = QueryBuilder::<Sql>::new("");
    for (place, person) in people.iter().enumerate() {
        let all = if place > 0 { " UNION ALL " } else { "" };
        sql.push(format!(
            "{all}SELECT CAST({place} AS bigint), a.conduct, a.at FROM ({CONDUCT} WHERE person = "
        ));
        sql.push_bind(person.clone()).push(format!(" {LATELY} LIMIT "));
        sql.push_bind(i64::from(limit)).push(") a");
    }
    let mut found = vec![Vec::new(); people.len()];
    let rows: Vec<(i64, String, i64)> = sql.build_query_as().fetch_all(pool).await?;
    for (place, conduct, at) in rows {
        found[place as usize].push(behaved((conduct, at))?);
    }
    Ok(found)
}

/// How guests behaved lately who were traced to where somebody was.
pub(super) async fn conduct_nearby(
    pool: &Pool,
    person: &str,
    limit: u32,
) -> Result<Vec<(Conduct, u64)>> {
    let sql = "SELECT s.conduct, s.at FROM result_seats s WHERE s.person <> '' AND s.conduct <> ''
            AND s.person IN (SELECT o.person FROM traces t JOIN traces o ON o.hash = t.hash
                JOIN people p ON p.id = o.person AND p.password IS NULL WHERE t.person = $1)
        ORDER BY s.ended DESC LIMIT $2";
    let asked = sqlx::query_as(sql).bind(person).bind(i64::from(limit));
    asked.fetch_all(pool).await?.into_iter().map(behaved).collect()
}

fn behaved((name, at): (String, i64)) -> Result<(Conduct, u64)> {
    let conduct = Conduct::from_name(&name).ok_or_else(|| unknown("conduct", &name))?;
    Ok((conduct, at.unsigned_abs()))
}

/// Days on which a rating moved, the latest of them, the oldest first.
pub(super) async fn days(
    pool: &Pool,
    person: &str,
    ladder: &str,
    limit: u32,
) -> Result<Vec<StoredDay>> {
    let sql = "SELECT s.at, s.after_points, s.after_deviation, d.games FROM
        (SELECT max(ended) AS ended, count(*) AS games FROM result_seats
            WHERE person = $1 AND ladder = $2 AND after_points IS NOT NULL
            GROUP BY at / 86400000 ORDER BY max(ended) DESC LIMIT $3) d
        JOIN result_seats s ON s.ended = d.ended AND s.person = $1 ORDER BY d.ended";
    let rows: Vec<(i64, Option<i64>, Option<i64>, i64)> = sqlx::query_as(sql)
        .bind(person)
        .bind(ladder)
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await?;
    let day = |(at, points, deviation, games): (i64, Option<i64>, Option<i64>, i64)| {
        let rating = rating_of(points, deviation)?;
        let games = u32::try_from(games).unwrap_or(u32::MAX);
        Some(StoredDay { at: at.unsigned_abs(), rating, games })
    };
    Ok(rows.into_iter().filter_map(day).collect())
}

/// The latest games of a person with a result, for statistics.
pub(super) async fn stats(
    pool: &Pool,
    person: &str,
    ladder: Option<Ladder>,
    limit: u32,
) -> Result<Vec<StoredSeatStats>> {
    let mut sql = QueryBuilder::<Sql>::new(
        "SELECT s.made, s.points, s.features FROM result_seats s
         JOIN results r ON r.ended = s.ended WHERE s.made >= 0 AND s.person <> '' AND s.person = ",
    );
    sql.push_bind(person.to_owned()).push(FIRST_SEAT).push(SEEN);
    if let Some(ladder) = ladder {
        sql.push(" AND r.ladder = ").push_bind(ladder.name());
    }
    sql.push(" ORDER BY s.ended DESC LIMIT ").push_bind(i64::from(limit));
    let rows: Vec<(i64, i64, Option<String>)> = sql.build_query_as().fetch_all(pool).await?;
    let one = |(made, points, features): (i64, i64, Option<String>)| {
        let damaged = || StoreError::Damaged("a result has no number of points".to_owned());
        let made = u8::try_from(made).map_err(|_| damaged())?;
        let points = u16::try_from(points).map_err(|_| damaged())?;
        Ok(StoredSeatStats { made, points, features })
    };
    rows.into_iter().map(one).collect()
}
