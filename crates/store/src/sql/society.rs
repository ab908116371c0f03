//! What people want of each other: relations, challenges; and who came from where.

use protocol::{ChallengeState, Tie};

use super::write::Write;
use super::{Backend, Connection, Pool, bots, challenges, hold, moderation, seeks};
use crate::society::{
    ChallengeRow, Change, DeedLine, DeedQuery, NewDeed, NewReport, OfferRow, ProfileRow, ReportRow,
    SEEK_LIFE, SeekRow, Society, TIES_MAX, TRACE_LIFE, TieBetween, TieRow,
};
use crate::{Person, Result, StoreError};
use protocol::{Announcement, Deed};

const DAY: u64 = 86_400_000;

/// Makes a change inside the transaction of the caller, which takes it back on an error.
pub(super) async fn run(db: &mut Connection, change: &Change) -> Result<u64> {
    match change {
        Change::Tie { person, other, tie, now } => set_tie(db, person, other, *tie, *now).await,
        Change::Challenge(challenge) => challenges::ask(db, challenge).await,
        Change::Answer { id, state, table, now } => {
            challenges::answer(db, id, *state, table.as_deref(), *now).await
        }
        Change::Report(report) => moderation::report(db, report).await,
        Change::Deed(deed) => moderation::run(db, deed).await,
        Change::Appeal { deed, person, words, now } => {
            moderation::appeal(db, *deed, person, words, *now).await
        }
        Change::Prove(session, now) => prove(db, session, *now).await,
        Change::Trace { hash, person, now } => trace(db, hash, person, *now).await,
        Change::TraceKey(month, key) => keep_key(db, *month, key).await,
        Change::Sweep(now) => sweep(db, *now).await,
        Change::Bot(bot) => bots::add(db, bot).await,
        Change::Offer { person, offer, now } => {
            bots::offer(db, person, offer.as_deref(), *now).await
        }
        Change::Seek(seek) => seeks::keep(db, seek).await,
        Change::Unseek(person) => seeks::forget(db, person).await,
        Change::Met(table, seeks) => seeks::met(db, table, seeks).await,
        Change::Profile(person, profile) => seeks::set_profile(db, person, *profile).await,
    }
}

/// Holds two people, always in the same order.
pub(super) async fn hold_both(db: &mut Connection, one: &str, two: &str) -> Result<()> {
    let (first, second) = if one < two { (one, two) } else { (two, one) };
    hold::person(db, first).await?;
    hold::person(db, second).await
}

pub(super) async fn is_blocked(db: &mut Connection, one: &str, two: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM relations WHERE tie = 'block'
        AND ((person = $1 AND other = $2) OR (person = $2 AND other = $1)))";
    Ok(sqlx::query_scalar(sql).bind(one).bind(two).fetch_one(db).await?)
}

async fn set_tie(
    db: &mut Connection,
    person: &str,
    other: &str,
    tie: Option<Tie>,
    now: u64,
) -> Result<u64> {
    hold_both(db, person, other).await?;
    let gone = "DELETE FROM relations WHERE person = $1 AND other = $2";
    let Some(tie) = tie else {
        let done = sqlx::query(gone).bind(person).bind(other).execute(db).await?;
        return Ok(done.rows_affected());
    };
    if tie == Tie::Block {
        for sql in [
            "DELETE FROM relations WHERE person = $2 AND other = $1 AND tie <> 'block'",
            "UPDATE challenges SET state = 'withdrawn' WHERE state = 'open'
                AND ((person = $1 AND rival = $2) OR (person = $2 AND rival = $1))",
        ] {
            sqlx::query(sql).bind(person).bind(other).execute(&mut *db).await?;
        }
    } else if is_blocked(&mut *db, person, other).await? {
        return Err(StoreError::Conflict);
    }
    let others = "SELECT count(*) FROM relations WHERE person = $1 AND other <> $2";
    let others: i64 =
        sqlx::query_scalar(others).bind(person).bind(other).fetch_one(&mut *db).await?;
    if others >= i64::from(TIES_MAX) {
        return Err(StoreError::Enough);
    }
    let sql = "INSERT INTO relations (person, other, tie, made) VALUES ($1, $2, $3, $4)
        ON CONFLICT (person, other) DO UPDATE SET tie = excluded.tie, made = excluded.made";
    sqlx::query(sql).bind(person).bind(other).bind(tie.name()).bind(now as i64).execute(db).await?;
    Ok(1)
}

async fn prove(db: &mut Connection, session: &[u8; 32], now: u64) -> Result<u64> {
    let done = sqlx::query("UPDATE sessions SET proved = $2 WHERE hash = $1")
        .bind(session.as_slice())
        .bind(now as i64)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

async fn trace(db: &mut Connection, hash: &[u8; 32], person: &str, now: u64) -> Result<u64> {
    // Somebody may have left in this very moment.
    let sql = "INSERT INTO traces (hash, person, at)
        SELECT $1, id, $3 FROM people WHERE id = $2
        ON CONFLICT (hash, person) DO UPDATE SET at = excluded.at";
    let done =
        sqlx::query(sql).bind(hash.as_slice()).bind(person).bind(now as i64).execute(db).await?;
    Ok(done.rows_affected())
}

async fn keep_key(db: &mut Connection, month: u64, key: &[u8; 32]) -> Result<u64> {
    let sql = "INSERT INTO trace_keys (month, key) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let done = sqlx::query(sql).bind(month as i64).bind(key.as_slice()).execute(db).await?;
    Ok(done.rows_affected())
}

async fn sweep(db: &mut Connection, now: u64) -> Result<u64> {
    let old_key = (now / TRACE_LIFE).saturating_sub(2);
    let mut removed = 0;
    for (sql, before) in [
        ("DELETE FROM challenges WHERE expires < $1", now.saturating_sub(DAY)),
        ("DELETE FROM offers WHERE at < $1", now.saturating_sub(DAY)),
        ("DELETE FROM traces WHERE at < $1", now.saturating_sub(TRACE_LIFE)),
        ("DELETE FROM trace_keys WHERE month < $1", old_key),
        ("DELETE FROM seeks WHERE since < $1", now.saturating_sub(SEEK_LIFE)),
    ] {
        removed += sqlx::query(sql).bind(before as i64).execute(&mut *db).await?.rows_affected();
    }
    Ok(removed)
}

fn tie_of(name: &str) -> Result<Tie> {
    Tie::from_name(name).ok_or_else(|| StoreError::Damaged(format!("a relation is {name}")))
}

async fn ties(pool: &Pool, person: &str) -> Result<Vec<TieRow>> {
    let rows: Vec<(String, String, bool, String, Option<String>)> = sqlx::query_as(
        "SELECT p.id, p.name, p.password IS NOT NULL, r.tie, b.tie
         FROM relations r JOIN people p ON p.id = r.other
         LEFT JOIN relations b ON b.person = r.other AND b.other = r.person
         WHERE r.person = $1 ORDER BY p.folded, p.id",
    )
    .bind(person)
    .fetch_all(pool)
    .await?;
    let row = |(id, name, account, tie, back): (String, String, bool, String, Option<String>)| {
        let back = back.as_deref().map(tie_of).transpose()?;
        Ok(TieRow { id, name, account, tie: tie_of(&tie)?, back })
    };
    rows.into_iter().map(row).collect()
}

async fn ties_among(pool: &Pool, people: &[String]) -> Result<Vec<TieBetween>> {
    let list = serde_json::to_string(people)
        .map_err(|error| StoreError::Other(format!("ids of people: {error}")))?;
    let rows: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT person, other, tie FROM relations
         WHERE person IN (SELECT value FROM json_each($1))
         AND other IN (SELECT value FROM json_each($1))",
    )
    .bind(list)
    .fetch_all(pool)
    .await?;
    let row = |(person, other, tie): (String, String, String)| {
        Ok(TieBetween { person, other, tie: tie_of(&tie)? })
    };
    rows.into_iter().map(row).collect()
}

type ChallengeColumns =
    (String, String, String, String, String, String, i64, i64, String, Option<String>);

const CHALLENGES: &str = "SELECT c.id, p.id, p.name, r.id, r.name, c.config, c.made, c.expires,
    c.state, c.table_id FROM challenges c
    JOIN people p ON p.id = c.person JOIN people r ON r.id = c.rival";

fn challenge(row: ChallengeColumns) -> Result<ChallengeRow> {
    let (id, person, name, rival, rival_name, config, made, expires, state, table) = row;
    let state = ChallengeState::from_name(&state)
        .ok_or_else(|| StoreError::Damaged(format!("a challenge is {state}")))?;
    Ok(ChallengeRow {
        id,
        person: (person, name),
        rival: (rival, rival_name),
        config,
        made: made as u64,
        expires: expires as u64,
        state,
        table,
    })
}

async fn sharing(pool: &Pool, person: &str) -> Result<Vec<(String, String)>> {
    let sql = "SELECT DISTINCT p.id, p.name FROM traces mine
        JOIN traces t ON t.hash = mine.hash AND t.person <> mine.person
        JOIN people p ON p.id = t.person
        WHERE mine.person = $1 ORDER BY p.name, p.id LIMIT 50";
    Ok(sqlx::query_as(sql).bind(person).fetch_all(pool).await?)
}

#[async_trait::async_trait]
impl Society for Backend {
    async fn tie(&self, person: &str, other: &str, tie: Option<Tie>, now: u64) -> Result<()> {
        let (person, other) = (person.to_owned(), other.to_owned());
        self.write(Write::Society(Change::Tie { person, other, tie, now })).await.map(drop)
    }

    async fn ties(&self, person: &str) -> Result<Vec<TieRow>> {
        self.read(ties(&self.readers, person)).await
    }

    async fn ties_among(&self, people: &[String]) -> Result<Vec<TieBetween>> {
        self.read(ties_among(&self.readers, people)).await
    }

    async fn challenge(&self, challenge: ChallengeRow) -> Result<bool> {
        let kept = self.write(Write::Society(Change::Challenge(challenge))).await?;
        Ok(kept > 0)
    }

    async fn challenge_of(&self, id: &str) -> Result<Option<ChallengeRow>> {
        let found = async {
            let sql = format!("{CHALLENGES} WHERE c.id = $1");
            let found: Option<ChallengeColumns> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(id)
                .fetch_optional(&self.readers)
                .await?;
            found.map(challenge).transpose()
        };
        self.read(found).await
    }

    async fn challenges(&self, person: &str, limit: u32) -> Result<Vec<ChallengeRow>> {
        let all = async {
            let sql = format!(
                "{CHALLENGES} WHERE c.person = $1 OR c.rival = $1
                 ORDER BY c.made DESC, c.id LIMIT $2"
            );
            let rows: Vec<ChallengeColumns> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(person)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
            rows.into_iter().map(challenge).collect()
        };
        self.read(all).await
    }

    async fn answer_challenge(
        &self,
        id: &str,
        state: ChallengeState,
        table: Option<&str>,
        now: u64,
    ) -> Result<bool> {
        let (id, table) = (id.to_owned(), table.map(str::to_owned));
        let change = Change::Answer { id, state, table, now };
        Ok(self.write(Write::Society(change)).await? > 0)
    }

    async fn report(&self, report: NewReport) -> Result<u64> {
        self.write(Write::Society(Change::Report(report))).await
    }

    async fn reports(&self, limit: u32) -> Result<Vec<ReportRow>> {
        self.read(moderation::reports(&self.readers, limit)).await
    }

    async fn reported_by(&self, person: &str) -> Result<Vec<NewReport>> {
        self.read(moderation::reported_by(&self.readers, person)).await
    }

    async fn waiting(&self) -> Result<(u64, u64)> {
        self.read(moderation::waiting(&self.readers)).await
    }

    async fn do_deed(&self, deed: NewDeed) -> Result<u64> {
        self.write(Write::Society(Change::Deed(deed))).await
    }

    async fn announcements(&self, now: u64) -> Result<Vec<Announcement>> {
        self.read(moderation::announcements(&self.readers, now)).await
    }

    async fn deeds(&self, query: DeedQuery) -> Result<Vec<DeedLine>> {
        self.read(moderation::deeds(&self.readers, &query)).await
    }

    async fn restraints(&self, person: &str, now: u64) -> Result<Vec<(Deed, u64)>> {
        self.read(moderation::restraints(&self.readers, person, now)).await
    }

    async fn appeal(&self, deed: u64, person: &str, words: &str, now: u64) -> Result<bool> {
        let (person, words) = (person.to_owned(), words.to_owned());
        let change = Change::Appeal { deed, person, words, now };
        Ok(self.write(Write::Society(change)).await? > 0)
    }

    async fn prove(&self, session: &[u8; 32], now: u64) -> Result<()> {
        self.write(Write::Society(Change::Prove(*session, now))).await.map(drop)
    }

    async fn trace_key(&self, month: u64) -> Result<[u8; 32]> {
        let kept = async || -> Result<Option<Vec<u8>>> {
            let sql = "SELECT key FROM trace_keys WHERE month = $1";
            let found = sqlx::query_scalar(sql).bind(month as i64);
            Ok(found.fetch_optional(&self.readers).await?)
        };
        let mut found = self.read(kept()).await?;
        if found.is_none() {
            let key: [u8; 32] = rand::random();
            self.write(Write::Society(Change::TraceKey(month, key))).await?;
            found = self.read(kept()).await?;
        }
        let key = found.and_then(|key| <[u8; 32]>::try_from(key).ok());
        key.ok_or_else(|| StoreError::Damaged("a key for places is not whole".to_owned()))
    }

    async fn trace(&self, hash: &[u8; 32], person: &str, now: u64) -> Result<()> {
        let change = Change::Trace { hash: *hash, person: person.to_owned(), now };
        self.write(Write::Society(change)).await.map(drop)
    }

    async fn sharing(&self, person: &str) -> Result<Vec<(String, String)>> {
        self.read(sharing(&self.readers, person)).await
    }

    async fn add_bot(&self, bot: Person) -> Result<()> {
        self.write(Write::Society(Change::Bot(bot))).await.map(drop)
    }

    async fn bots_of(&self, owner: &str) -> Result<Vec<String>> {
        self.read(bots::of(&self.readers, owner)).await
    }

    async fn offer(&self, person: &str, offer: Option<&str>, now: u64) -> Result<()> {
        let (person, offer) = (person.to_owned(), offer.map(str::to_owned));
        let change = Change::Offer { person, offer, now };
        self.write(Write::Society(change)).await.map(drop)
    }

    async fn offers(&self, since: u64) -> Result<Vec<OfferRow>> {
        self.read(bots::offers(&self.readers, since)).await
    }

    async fn keep_seek(&self, seek: SeekRow) -> Result<()> {
        self.write(Write::Society(Change::Seek(seek))).await.map(drop)
    }

    async fn drop_seek(&self, person: &str) -> Result<bool> {
        Ok(self.write(Write::Society(Change::Unseek(person.to_owned()))).await? > 0)
    }

    async fn seek_of(&self, person: &str) -> Result<Option<SeekRow>> {
        self.read(seeks::of(&self.readers, person)).await
    }

    async fn met(&self, table: &str, seeks: Vec<SeekRow>) -> Result<()> {
        self.write(Write::Society(Change::Met(table.to_owned(), seeks))).await.map(drop)
    }

    async fn profile(&self, person: &str) -> Result<ProfileRow> {
        self.read(seeks::profile(&self.readers, person)).await
    }

    async fn set_profile(&self, person: &str, profile: ProfileRow) -> Result<()> {
        let change = Change::Profile(person.to_owned(), profile);
        self.write(Write::Society(change)).await.map(drop)
    }

    async fn followers(&self, person: &str) -> Result<u32> {
        let count = async || -> Result<u32> {
            let sql = "SELECT count(*) FROM relations WHERE other = $1 AND tie = 'follow'";
            let count: i64 = sqlx::query_scalar(sql).bind(person).fetch_one(&self.readers).await?;
            Ok(u32::try_from(count).unwrap_or(u32::MAX))
        };
        self.read(count()).await
    }

    async fn seeks(&self, after: &(u64, String), limit: u32) -> Result<Vec<SeekRow>> {
        self.read(seeks::after(&self.readers, after, limit)).await
    }

    async fn sweep_society(&self, now: u64) -> Result<()> {
        self.write(Write::Society(Change::Sweep(now))).await.map(drop)
    }
}
