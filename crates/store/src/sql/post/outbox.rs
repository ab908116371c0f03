//! The outbox, the bell, and whom games wait for.

use sqlx::AssertSqlSafe;

use super::{
    Channels, Claiming, Connection, News, Outgoing, Pool, Result, Rung, SKIP_LOCKED, Waiting,
    number,
};
use crate::post::Mailed;
use crate::rows::from_row;

pub(super) const TURNS: &str = "SELECT row, wake FROM tables
    WHERE to_act = $1 ORDER BY wake IS NULL, wake, changed LIMIT $2";

pub(super) async fn turns(pool: &Pool, person: &str, limit: u32) -> Result<Vec<Waiting>> {
    let rows: Vec<(String, Option<i64>)> =
        sqlx::query_as(TURNS).bind(person).bind(i64::from(limit)).fetch_all(pool).await?;
    let waiting =
        |(row, due): (String, Option<i64>)| Waiting { row, due: due.map(|due| due as u64) };
    Ok(rows.into_iter().map(waiting).collect())
}

pub(super) async fn table_row(pool: &Pool, table: &str) -> Result<Option<String>> {
    let sql = "SELECT row FROM tables WHERE id = $1";
    Ok(sqlx::query_scalar(sql).bind(table).fetch_optional(pool).await?)
}

/// Running games of before this was noted.
pub(super) async fn unnoted_turns(pool: &Pool, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM tables WHERE status = 'playing' AND turn = 0 ORDER BY id LIMIT $1";
    Ok(sqlx::query_scalar(sql).bind(i64::from(limit)).fetch_all(pool).await?)
}

/// Notes it, if the log has not gone on since it was read.
pub(super) async fn note_turn(
    db: &mut Connection,
    table: &str,
    last: u64,
    to_act: Option<&str>,
    turn: u64,
) -> Result<u64> {
    let sql = "UPDATE tables SET to_act = $3, turn = $4 WHERE id = $1 AND last = $2 AND turn = 0";
    let noted = sqlx::query(sql).bind(table).bind(number(last)).bind(to_act).bind(number(turn));
    Ok(noted.execute(db).await?.rows_affected())
}

pub(super) async fn post(db: &mut Connection, news: &News) -> Result<u64> {
    sqlx::query(
        "INSERT INTO outbox (key, person, kind, table_id, about, due, until)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
    )
    .bind(&news.key)
    .bind(&news.person)
    .bind(&news.kind)
    .bind(&news.table)
    .bind(&news.about)
    .bind(number(news.due))
    .bind(news.until.map(number))
    .execute(db)
    .await
    .map(|done| Ok(done.rows_affected()))?
}

pub(super) async fn is_due(pool: &Pool, claiming: &Claiming) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM outbox WHERE due <= $1 AND channel = $2)";
    let asked = sqlx::query_scalar(sql).bind(number(claiming.now)).bind(claiming.channel);
    Ok(asked.fetch_one(pool).await?)
}

/// Claims what is due: it is due again when the claim ends, whatever becomes of the claimer.
pub(super) async fn claim(db: &mut Connection, claiming: &Claiming) -> Result<u64> {
    let sql = format!(
        "UPDATE outbox SET claim = $1, tries = tries + 1, due = $2 WHERE id IN
            (SELECT id FROM outbox
             WHERE due <= $3 AND channel = $6
                AND NOT (kind = 'turn' AND channel = '' AND tries = 0 AND due > $4)
             ORDER BY due, id LIMIT $5{SKIP_LOCKED})"
    );
    let done = sqlx::query(AssertSqlSafe(sql))
        .bind(number(claiming.mark))
        .bind(number(claiming.until))
        .bind(number(claiming.now))
        .bind(number(claiming.now.saturating_sub(claiming.delay)))
        .bind(i64::from(claiming.limit))
        .bind(claiming.channel)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

/// What waits in the outbox.
struct Kept {
    id: i64,
    key: String,
    person: String,
    kind: String,
    table_id: Option<String>,
    about: String,
    channel: String,
    target: String,
    due: i64,
    until: Option<i64>,
    tries: i64,
}

from_row!(Kept { id, key, person, kind, table_id, about, channel, target, due, until, tries });

impl From<Kept> for Outgoing {
    fn from(kept: Kept) -> Outgoing {
        let news = News {
            key: kept.key,
            person: kept.person,
            kind: kept.kind,
            table: kept.table_id,
            about: kept.about,
            due: kept.due as u64,
            until: kept.until.map(|until| until as u64),
        };
        let (channel, target) = (kept.channel, kept.target);
        Outgoing { id: kept.id as u64, news, channel, target, tries: kept.tries as u32 }
    }
}

/// Whoever challenges is kept by its id and read by its name: it may have another one by now, or be
/// gone.
const NAMED: &str = "CASE WHEN o.kind = 'challenge'
    THEN coalesce((SELECT p.name FROM people p WHERE p.id = o.about), '') ELSE o.about END AS about";

pub(super) async fn claimed(pool: &Pool, mark: u64) -> Result<Vec<Outgoing>> {
    let sql = format!(
        "SELECT id, key, person, kind, table_id, {NAMED}, channel, target, due, until, tries
         FROM outbox o WHERE claim = $1 AND claim <> 0 ORDER BY id"
    );
    let kept: Vec<Kept> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(number(mark)).fetch_all(pool).await?;
    Ok(kept.into_iter().map(Into::into).collect())
}

const RING: &str = "INSERT INTO bell (key, person, kind, table_id, about, at)
    SELECT o.key, o.person, o.kind, o.table_id, o.about, $2 FROM outbox o
    JOIN people p ON p.id = o.person WHERE o.id = $1 ON CONFLICT DO NOTHING";

const PUSH: &str = "INSERT INTO outbox
        (key, person, kind, table_id, about, channel, target, due, until)
    SELECT o.key || ' push ' || p.endpoint, o.person, o.kind, o.table_id, o.about, 'push',
        p.endpoint, $2, o.until
    FROM outbox o JOIN push p ON p.person = o.person WHERE o.id = $1 ON CONFLICT DO NOTHING";

const MAIL: &str = "INSERT INTO outbox (key, person, kind, table_id, about, channel, due, until)
    SELECT o.key || ' mail', o.person, o.kind, o.table_id, o.about, 'mail', $2, o.until
    FROM outbox o JOIN contacts c ON c.person = o.person WHERE o.id = $1 AND c.confirmed
        AND ($3 OR NOT EXISTS (SELECT 1 FROM push p WHERE p.person = o.person))
    ON CONFLICT DO NOTHING";

/// Makes a line of the bell and a message for each channel. What was taken back meanwhile makes
/// none.
pub(super) async fn spread(db: &mut Connection, id: u64, to: Channels, now: u64) -> Result<u64> {
    for (sql, wanted) in [(RING, to.bell), (PUSH, to.push)] {
        if wanted {
            sqlx::query(sql).bind(number(id)).bind(number(now)).execute(&mut *db).await?;
        }
    }
    if to.mail != Mailed::No {
        sqlx::query(MAIL)
            .bind(number(id))
            .bind(number(now))
            .bind(to.mail == Mailed::Yes)
            .execute(&mut *db)
            .await?;
    }
    told(db, id).await
}

pub(super) async fn told(db: &mut Connection, id: u64) -> Result<u64> {
    let done = sqlx::query("DELETE FROM outbox WHERE id = $1").bind(number(id)).execute(db).await?;
    Ok(done.rows_affected())
}

pub(super) async fn put_off(db: &mut Connection, id: u64, due: u64) -> Result<u64> {
    let sql = "UPDATE outbox SET due = $2, claim = 0 WHERE id = $1";
    Ok(sqlx::query(sql).bind(number(id)).bind(number(due)).execute(db).await?.rows_affected())
}

pub(super) async fn last_bell(pool: &Pool) -> Result<u64> {
    let last: Option<i64> = sqlx::query_scalar("SELECT max(id) FROM bell").fetch_one(pool).await?;
    Ok(last.unwrap_or_default() as u64)
}

/// The newest number of the outbox.
pub(super) async fn last_posted(pool: &Pool) -> Result<u64> {
    let sql = "SELECT max(id) FROM outbox";
    let last: Option<i64> = sqlx::query_scalar(sql).fetch_one(pool).await?;
    Ok(last.unwrap_or_default() as u64)
}

/// Games that wait for somebody since a number of the outbox: number, person and table.
pub(super) async fn turns_after(
    pool: &Pool,
    after: u64,
    limit: u32,
) -> Result<Vec<(u64, String, String)>> {
    let sql = "SELECT id, person, table_id FROM outbox
        WHERE id > $1 AND kind = 'turn' AND channel = '' AND table_id IS NOT NULL
        ORDER BY id LIMIT $2";
    let rows: Vec<(i64, String, String)> =
        sqlx::query_as(sql).bind(number(after)).bind(i64::from(limit)).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|(id, person, table)| (id as u64, person, table)).collect())
}

/// What waits in the outbox: how many, how many of them were tried in vain, and since when the
/// oldest is due.
pub(super) async fn health(pool: &Pool, now: u64) -> Result<(u64, u64, Option<u64>)> {
    let sql = "SELECT count(*), count(CASE WHEN tries > 0 THEN 1 END), min(due) FROM outbox
        WHERE (due <= $1 OR tries > 0) AND NOT (kind = 'turn' AND channel = '' AND tries = 0)";
    let (all, tried, oldest): (i64, i64, Option<i64>) =
        sqlx::query_as(sql).bind(number(now)).fetch_one(pool).await?;
    Ok((all as u64, tried as u64, oldest.map(|due| due as u64)))
}

pub(super) async fn bells_after(
    pool: &Pool,
    after: u64,
    limit: u32,
) -> Result<Vec<(u64, String, String)>> {
    let sql = "SELECT id, person, kind FROM bell WHERE id > $1 ORDER BY id LIMIT $2";
    let rows: Vec<(i64, String, String)> =
        sqlx::query_as(sql).bind(number(after)).bind(i64::from(limit)).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|(id, person, kind)| (id as u64, person, kind)).collect())
}

/// A line of the bell with that of its table.
struct Line {
    id: i64,
    kind: String,
    table_id: Option<String>,
    row: Option<String>,
    about: String,
    at: i64,
    seen: bool,
}

from_row!(Line { id, kind, table_id, row, about, at, seen });

impl From<Line> for Rung {
    fn from(line: Line) -> Rung {
        let Line { id, kind, table_id: table, row, about, at, seen } = line;
        Rung { id: id as u64, kind, table, row, about, at: at as u64, seen }
    }
}

pub(super) async fn bell(
    pool: &Pool,
    person: &str,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<Rung>> {
    let sql = format!(
        "SELECT o.id, o.kind, o.table_id, t.row, {NAMED}, o.at, o.seen
         FROM bell o LEFT JOIN tables t ON t.id = o.table_id
         WHERE o.person = $1 AND o.id < $2 ORDER BY o.id DESC LIMIT $3"
    );
    let lines: Vec<Line> = sqlx::query_as(AssertSqlSafe(sql))
        .bind(person)
        .bind(before.map_or(i64::MAX, number))
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await?;
    Ok(lines.into_iter().map(Into::into).collect())
}

pub(super) async fn unseen(pool: &Pool, person: &str) -> Result<u64> {
    let sql = "SELECT count(*) FROM bell WHERE person = $1 AND NOT seen";
    let count: i64 = sqlx::query_scalar(sql).bind(person).fetch_one(pool).await?;
    Ok(count.unsigned_abs())
}

pub(super) async fn see_bell(db: &mut Connection, person: &str, up_to: u64) -> Result<u64> {
    let sql = "UPDATE bell SET seen = $3 WHERE person = $1 AND id <= $2 AND NOT seen";
    let done = sqlx::query(sql).bind(person).bind(number(up_to)).bind(true).execute(db).await?;
    Ok(done.rows_affected())
}

pub(super) async fn see_table(db: &mut Connection, person: &str, table: &str) -> Result<u64> {
    let turns = sqlx::query(
        "DELETE FROM outbox WHERE table_id = $1 AND person = $2 AND kind IN ('turn', 'over')",
    )
    .bind(table)
    .bind(person)
    .execute(&mut *db)
    .await?
    .rows_affected();
    let lines =
        sqlx::query("UPDATE bell SET seen = $3 WHERE table_id = $1 AND person = $2 AND NOT seen")
            .bind(table)
            .bind(person)
            .bind(true)
            .execute(db)
            .await?
            .rows_affected();
    Ok(turns + lines)
}

/// Forgets what is old: a bounded number of each at once.
pub(super) async fn sweep(db: &mut Connection, bell_before: u64, now: u64) -> Result<u64> {
    let mut swept = 0;
    for (sql, before) in [
        ("DELETE FROM bell WHERE id IN (SELECT id FROM bell WHERE at < $1 LIMIT 500)", bell_before),
        (
            "DELETE FROM secrets WHERE hash IN
                (SELECT hash FROM secrets WHERE expires < $1 LIMIT 500)",
            now,
        ),
    ] {
        swept += sqlx::query(sql).bind(number(before)).execute(&mut *db).await?.rows_affected();
    }
    Ok(swept)
}
