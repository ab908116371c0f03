//! Reports, and what moderators do: a log that only grows.

use protocol::{Announcement, Deed, NoticeKind, ReportKind};

use super::{Connection, Pool, people, post, results};
use crate::post::News;
use crate::society::{ANNOUNCED_MAX, Act, DeedLine, DeedQuery, NewDeed, NewReport, ReportRow};
use crate::{Result, StoreError};

/// What a report is worth before anything is known of it.
const BASE: i64 = 20;
/// What the past of its reporter may add.
const ACCURACY: i64 = 20;

/// How pressing a kind is: words hurt now, the others can wait.
fn weight(kind: ReportKind) -> i64 {
    match kind {
        ReportKind::Chat => 20,
        ReportKind::Cheating => 15,
        ReportKind::Name => 10,
        ReportKind::Leaving => 5,
        ReportKind::Other => 0,
    }
}

/// Between nothing and [`ACCURACY`]: the share of decided reports that moderators agreed with, the
/// middle for whoever is new.
fn accuracy(decided: i64, upheld: i64) -> i64 {
    ACCURACY * (upheld + 1) / (decided + 2)
}

pub(super) async fn report(db: &mut Connection, new: &NewReport) -> Result<u64> {
    let (decided, upheld): (i64, i64) = sqlx::query_as(
        "SELECT count(*), count(CASE WHEN m.deed <> 'none' THEN 1 END)
         FROM reports r JOIN mod_log m ON m.id = r.decided WHERE r.person = $1",
    )
    .bind(&new.person)
    .fetch_one(&mut *db)
    .await?;
    let score = BASE + accuracy(decided, upheld) + weight(new.kind);
    // Whoever says it once more does not fill the list with it.
    let again: Option<i64> = sqlx::query_scalar(
        "UPDATE reports SET words = $6 WHERE person = $1 AND about = $2 AND kind = $3
            AND decided IS NULL AND coalesce(table_id, '') = coalesce($4, '')
            AND coalesce(n, -1) = coalesce($5, -1) RETURNING id",
    )
    .bind(&new.person)
    .bind(&new.about)
    .bind(new.kind.name())
    .bind(&new.table)
    .bind(new.n.map(|n| n as i64))
    .bind(&new.words)
    .fetch_optional(&mut *db)
    .await?;
    if let Some(id) = again {
        return Ok(id as u64);
    }
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO reports (person, about, kind, words, table_id, n, score, made)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
    )
    .bind(&new.person)
    .bind(&new.about)
    .bind(new.kind.name())
    .bind(&new.words)
    .bind(&new.table)
    .bind(new.n.map(|n| n as i64))
    .bind(score)
    .bind(new.made as i64)
    .fetch_one(db)
    .await?;
    Ok(id as u64)
}

/// The change of a deed, its line, and the word of it to its person.
pub(super) async fn run(db: &mut Connection, new: &NewDeed) -> Result<u64> {
    act(db, new).await?;
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO mod_log (at, moderator, deed, person, reason, detail, until)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
    )
    .bind(new.at as i64)
    .bind(&new.moderator)
    .bind(new.deed.name())
    .bind(&new.person)
    .bind(&new.reason)
    .bind(&new.detail)
    .bind(new.until.map(|until| until as i64))
    .fetch_one(&mut *db)
    .await?;
    if let Some(report) = new.report {
        // Of two moderators who answer at once the second one is told so.
        let done = sqlx::query("UPDATE reports SET decided = $1 WHERE id = $2 AND decided IS NULL")
            .bind(id)
            .bind(report as i64)
            .execute(&mut *db)
            .await?;
        if done.rows_affected() == 0 {
            return Err(StoreError::Conflict);
        }
    }
    if let Act::Answer(of) = new.act {
        let done =
            sqlx::query("UPDATE appeals SET answered = $1 WHERE deed = $2 AND answered IS NULL")
                .bind(id)
                .bind(of as i64)
                .execute(&mut *db)
                .await?;
        if done.rows_affected() == 0 {
            return Err(StoreError::Conflict);
        }
    }
    if new.deed.is_told() && !new.person.is_empty() {
        let news = News {
            key: format!("moderation {id}"),
            person: new.person.clone(),
            kind: NoticeKind::Moderation.name().to_owned(),
            due: new.at,
            ..News::default()
        };
        post::add(db, &news).await?;
    }
    Ok(id as u64)
}

async fn act(db: &mut Connection, new: &NewDeed) -> Result<()> {
    match &new.act {
        Act::Announce(said) => announce(db, said).await,
        Act::Withdraw(id) => withdraw(db, *id, new.at).await,
        Act::Nothing | Act::Answer(_) => Ok(()),
        Act::Rename(name) => people::change(db, &new.person, name, None).await.map(drop),
        Act::Ban(banned) => people::ban(db, &new.person, *banned).await.map(drop),
        Act::Role(role) => {
            sqlx::query("UPDATE people SET role = $2 WHERE id = $1")
                .bind(&new.person)
                .bind(role.map_or("", protocol::Role::name))
                .execute(db)
                .await?;
            Ok(())
        }
        Act::Void(void) => match results::void(db, void, &new.reason, new.at).await? {
            0 => Err(StoreError::Conflict),
            _ => Ok(()),
        },
        Act::Lift(of) => {
            let sql = "UPDATE mod_log SET until = $3
                WHERE id = $1 AND person = $2 AND until > $3";
            let done = sqlx::query(sql)
                .bind(*of as i64)
                .bind(&new.person)
                .bind(new.at as i64)
                .execute(db)
                .await?;
            if done.rows_affected() == 0 { Err(StoreError::Conflict) } else { Ok(()) }
        }
    }
}

async fn announce(db: &mut Connection, said: &Announcement) -> Result<()> {
    let sql = "SELECT count(*) FROM announcements WHERE until > $1";
    let others: i64 = sqlx::query_scalar(sql).bind(said.made as i64).fetch_one(&mut *db).await?;
    if others >= ANNOUNCED_MAX {
        return Err(StoreError::Enough);
    }
    sqlx::query("INSERT INTO announcements (en, fr, made, until) VALUES ($1, $2, $3, $4)")
        .bind(&said.en)
        .bind(&said.fr)
        .bind(said.made as i64)
        .bind(said.until as i64)
        .execute(db)
        .await?;
    Ok(())
}

async fn withdraw(db: &mut Connection, id: u64, now: u64) -> Result<()> {
    let sql = "UPDATE announcements SET until = $2 WHERE id = $1 AND until > $2";
    let done = sqlx::query(sql).bind(id as i64).bind(now as i64).execute(db).await?;
    if done.rows_affected() == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}

pub(super) async fn announcements(pool: &Pool, now: u64) -> Result<Vec<Announcement>> {
    let sql = "SELECT id, en, fr, made, until FROM announcements
        WHERE until > $1 ORDER BY id DESC";
    let rows: Vec<(i64, String, String, i64, i64)> =
        sqlx::query_as(sql).bind(now as i64).fetch_all(pool).await?;
    let one = |(id, en, fr, made, until): (i64, String, String, i64, i64)| Announcement {
        id: id as u64,
        en,
        fr,
        made: made as u64,
        until: until as u64,
    };
    Ok(rows.into_iter().map(one).collect())
}

pub(super) async fn appeal(
    db: &mut Connection,
    deed: u64,
    person: &str,
    words: &str,
    now: u64,
) -> Result<u64> {
    let sql = "INSERT INTO appeals (deed, person, words, made)
        SELECT m.id, p.id, $3, $4 FROM mod_log m JOIN people p ON p.id = m.person
        WHERE m.id = $1 AND p.id = $2 ON CONFLICT DO NOTHING";
    let done = sqlx::query(sql)
        .bind(deed as i64)
        .bind(person)
        .bind(words)
        .bind(now as i64)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

type ReportColumns =
    (i64, String, String, String, String, String, String, Option<String>, Option<i64>, i64, i64);

const REPORTS: &str = "SELECT r.id, r.person, b.name, r.about, a.name, r.kind, r.words,
    r.table_id, r.n, r.score, r.made
    FROM reports r JOIN people b ON b.id = r.person JOIN people a ON a.id = r.about";

pub(super) async fn reports(pool: &Pool, limit: u32) -> Result<Vec<ReportRow>> {
    let sql =
        format!("{REPORTS} WHERE r.decided IS NULL ORDER BY r.score DESC, r.made, r.id LIMIT $1");
    let rows: Vec<ReportColumns> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(i64::from(limit)).fetch_all(pool).await?;
    rows.into_iter().map(reported).collect()
}

pub(super) async fn reported_by(pool: &Pool, person: &str) -> Result<Vec<NewReport>> {
    let sql = format!("{REPORTS} WHERE r.person = $1 ORDER BY r.id");
    let rows: Vec<ReportColumns> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(person).fetch_all(pool).await?;
    rows.into_iter().map(|row| reported(row).map(|row| row.report)).collect()
}

fn reported(row: ReportColumns) -> Result<ReportRow> {
    let (id, person, by, about, name, kind, words, table, n, score, made) = row;
    let kind = ReportKind::from_name(&kind)
        .ok_or_else(|| StoreError::Damaged(format!("a report is of the kind {kind}")))?;
    let n = n.map(|n| n as u64);
    let report = NewReport { person, about, kind, words, table, n, made: made as u64 };
    Ok(ReportRow { id: id as u64, report, score: score as u64, by, about: name })
}

pub(super) async fn waiting(pool: &Pool) -> Result<(u64, u64)> {
    let (reports, appeals): (i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM reports WHERE decided IS NULL),
            (SELECT count(*) FROM appeals WHERE answered IS NULL)",
    )
    .fetch_one(pool)
    .await?;
    Ok((reports as u64, appeals as u64))
}

pub(super) async fn restraints(pool: &Pool, person: &str, now: u64) -> Result<Vec<(Deed, u64)>> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "SELECT deed, max(until) FROM mod_log
         WHERE person = $1 AND until > $2 AND deed IN ('mute', 'limit') GROUP BY deed",
    )
    .bind(person)
    .bind(now as i64)
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(|(deed, until)| Ok((deed_of(&deed)?, until as u64))).collect()
}

fn deed_of(name: &str) -> Result<Deed> {
    Deed::from_name(name).ok_or_else(|| StoreError::Damaged(format!("a deed is {name}")))
}

type DeedColumns = (
    i64,
    i64,
    String,
    Option<String>,
    String,
    String,
    Option<String>,
    String,
    String,
    Option<i64>,
    Option<String>,
    Option<i64>,
    Option<String>,
);

pub(super) async fn deeds(pool: &Pool, query: &DeedQuery) -> Result<Vec<DeedLine>> {
    let rows: Vec<DeedColumns> = sqlx::query_as(
        "SELECT m.id, m.at, m.moderator, w.name, m.deed, m.person, p.name, m.reason, m.detail,
            m.until, a.words, a.made, answer.reason
         FROM mod_log m LEFT JOIN people w ON w.id = m.moderator
         LEFT JOIN people p ON p.id = m.person
         LEFT JOIN appeals a ON a.deed = m.id
         LEFT JOIN mod_log answer ON answer.id = a.answered
         WHERE m.id < $1 AND ($2 = '' OR m.person = $2)
            AND ($3 = 0 OR (a.deed IS NOT NULL AND a.answered IS NULL))
         ORDER BY m.id DESC LIMIT $4",
    )
    .bind(query.before.and_then(|n| i64::try_from(n).ok()).unwrap_or(i64::MAX))
    .bind(query.person.as_deref().unwrap_or(""))
    .bind(i64::from(query.appealed))
    .bind(i64::from(query.limit))
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(line).collect()
}

fn line(row: DeedColumns) -> Result<DeedLine> {
    let (id, at, moderator, by, deed, person, name, reason, detail, until, words, made, answer) =
        row;
    let appeal = words.zip(made).map(|(words, made)| (words, made as u64, answer));
    Ok(DeedLine {
        id: id as u64,
        at: at as u64,
        moderator: (moderator, by.unwrap_or_default()),
        deed: deed_of(&deed)?,
        person: (person, name.unwrap_or_default()),
        reason,
        detail,
        until: until.map(|until| until as u64),
        appeal,
    })
}

/// What a guest did and was done to goes to its account.
pub(super) const INHERITED: [&str; 8] = [
    "INSERT INTO relations (person, other, tie, made)
        SELECT $2, other, tie, made FROM relations WHERE person = $1 AND other <> $2
        ON CONFLICT DO NOTHING",
    "INSERT INTO relations (person, other, tie, made)
        SELECT person, $2, tie, made FROM relations WHERE other = $1 AND person <> $2
        ON CONFLICT DO NOTHING",
    "UPDATE reports SET person = $2 WHERE person = $1",
    "UPDATE reports SET about = $2 WHERE about = $1",
    "UPDATE mod_log SET person = $2 WHERE person = $1",
    "UPDATE mod_log SET moderator = $2 WHERE moderator = $1",
    "UPDATE appeals SET person = $2 WHERE person = $1",
    "INSERT INTO traces (hash, person, at)
        SELECT hash, $2, at FROM traces WHERE person = $1 ON CONFLICT DO NOTHING",
];

/// Lines about somebody who leaves stay, without words.
pub(super) const WORDLESS: &str = "UPDATE mod_log SET reason = '', detail = '' WHERE person = $1";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_was_right_before_is_heard_sooner() {
        assert_eq!(accuracy(0, 0), 10);
        assert!(accuracy(8, 8) > accuracy(8, 4) && accuracy(8, 4) > accuracy(8, 0));
        assert!(accuracy(1000, 1000) <= ACCURACY && accuracy(1000, 0) >= 0);
    }
}
