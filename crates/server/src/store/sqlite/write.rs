//! Everything that changes the database, as one closed list: the writer runs nothing else.

use protocol::log::Logged;
use sqlx::sqlite::SqliteConnection;

use super::{arrive, fair_list, leave, notices, people, records, sweep, tables};
use crate::store::{
    Arrival, Index, NewTable, PasswordChange, Person, Removal, Result, Right, Session,
};

/// A change. The answer is a number: of rows, or 0 and 1 for no and yes.
pub(super) enum Write {
    MakeTable(NewTable),
    Append {
        table: String,
        entries: Vec<Logged>,
        index: Index,
    },
    RemoveTable {
        table: String,
        why: Removal,
    },
    SweepExpired {
        before: u64,
        limit: u32,
    },
    SweepSessions {
        before: u64,
        limit: u32,
    },
    /// Guests after the first id up to the second.
    SweepGuests {
        after: String,
        to: String,
        before: u64,
    },
    KeepRecord {
        table: String,
        named: String,
        record: Option<Vec<u8>>,
    },
    ChainFairList,
    Boot(u64),
    Alive(u64),
    AddPerson(Person),
    Arrive(Arrival),
    RenamePerson {
        id: String,
        name: String,
    },
    ChangePassword(PasswordChange),
    Ban {
        id: String,
        banned: bool,
    },
    Forget(String),
    AddSession(Session, Right),
    UseSession {
        hash: [u8; 32],
        used: u64,
    },
    EndSession([u8; 32]),
    EndSessions(String),
    ClearNotices(u64),
    /// Nothing: whether the writer answers.
    Ping,
    /// Something small: whether the disk takes it.
    Probe,
}

impl Write {
    /// Makes the change inside the transaction of the caller, which takes it back on an error.
    pub(super) async fn run(&self, db: &mut SqliteConnection) -> Result<u64> {
        match self {
            Write::MakeTable(table) => tables::make(db, table).await,
            Write::Append { table, entries, index } => {
                tables::append(db, table, entries, index).await
            }
            Write::RemoveTable { table, why } => sweep::remove_table(db, table, *why).await,
            Write::SweepExpired { before, limit } => sweep::expired(db, *before, *limit).await,
            Write::SweepSessions { before, limit } => sweep::sessions(db, *before, *limit).await,
            Write::SweepGuests { after, to, before } => sweep::guests(db, after, to, *before).await,
            Write::KeepRecord { table, named, record } => {
                records::keep(db, table, named, record.as_deref()).await
            }
            Write::ChainFairList => fair_list::chain(db).await,
            Write::Boot(now) => boot(db, *now).await,
            Write::Alive(now) => alive(db, *now).await,
            Write::AddPerson(person) => people::add(db, person).await,
            Write::Arrive(arrival) => arrive::arrive(db, arrival).await,
            Write::RenamePerson { id, name } => people::change(db, id, name, None).await,
            Write::ChangePassword(change) => people::change_password(db, change).await,
            Write::Ban { id, banned } => people::ban(db, id, *banned).await,
            Write::Forget(id) => leave::forget(db, id).await,
            Write::AddSession(session, right) => people::add_session(db, session, right).await,
            Write::UseSession { hash, used } => people::use_session(db, hash, *used).await,
            Write::EndSession(hash) => people::end_session(db, hash).await,
            Write::EndSessions(person) => people::end_sessions(db, person).await,
            Write::ClearNotices(last) => notices::clear(db, *last).await,
            Write::Ping => Ok(0),
            Write::Probe => records::probe(db).await,
        }
    }
}

async fn boot(db: &mut SqliteConnection, now: u64) -> Result<u64> {
    for sql in [
        "INSERT INTO boots (started, seen) VALUES (?1, ?1)",
        // Whoever moved last moved after these: no clock that runs has stood still for them.
        "DELETE FROM boots WHERE id < (SELECT max(id) FROM boots WHERE started <=
            (SELECT coalesce(min(changed), ?1) FROM tables WHERE wake IS NOT NULL))",
        // No table is in memory that might still write the id of a guest that was merged.
        "DELETE FROM gone WHERE heir IS NOT NULL AND ?1 IS NOT NULL",
    ] {
        sqlx::query(sql).bind(now as i64).execute(&mut *db).await?;
    }
    records::try_again(db).await?;
    Ok(0)
}

/// A clock that was set back must not shorten the time that the server was seen.
async fn alive(db: &mut SqliteConnection, now: u64) -> Result<u64> {
    sqlx::query("UPDATE boots SET seen = max(seen, ?) WHERE id = (SELECT max(id) FROM boots)")
        .bind(now as i64)
        .execute(db)
        .await?;
    Ok(0)
}
