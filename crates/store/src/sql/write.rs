//! Everything that changes the database, as one closed list: the writer runs nothing else.

use protocol::log::Logged;

use super::refold::{self, SeatChange};
use super::{
    Connection, analyses, arrive, boots, fair_list, leave, notices, people, post, probe, records,
    results, society, sweep, tables,
};
use crate::results::Fold;
use crate::society::Change;
use crate::{
    Arrival, Hold, Index, NewTable, PasswordChange, Person, Removal, Result, Right, Session, Void,
};
use room::Finish;

/// A change. The answer is a number: of rows, or 0 and 1 for no and yes.
pub(super) enum Write {
    MakeTable(NewTable, Hold),
    Append {
        table: String,
        hold: Hold,
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
    SweepNothing {
        before: u64,
        now: u64,
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
    KeepAnalysis {
        table: String,
        version: u32,
        analysis: Vec<u8>,
    },
    KeepResult {
        table: String,
        finish: Box<Finish>,
    },
    KeepFeatures {
        table: String,
        seats: Option<Vec<String>>,
    },
    Void {
        void: Void,
        reason: String,
        now: u64,
    },
    ResetSeats(Vec<SeatChange>),
    ResetRatings(Box<Fold>),
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
    Leave(String),
    GoOnLeaving(String),
    AddSession(Session, Right),
    UseSession {
        hash: [u8; 32],
        used: u64,
    },
    EndSession([u8; 32]),
    EndSessions(String),
    ClearNotices(u64),
    /// Between people, and what moderators do.
    Society(Change),
    /// Something for people who are away.
    Post(post::Change),
    /// Nothing: whether the writer answers.
    Ping,
    /// Something small: whether the disk takes it.
    Probe,
}

impl Write {
    /// Makes the change inside the transaction of the caller, which takes it back on an error.
    pub(super) async fn run(&self, db: &mut Connection) -> Result<u64> {
        match self {
            Write::MakeTable(table, hold) => tables::make(db, table, *hold).await,
            Write::Append { table, hold, entries, index } => {
                tables::append(db, table, *hold, entries, index).await
            }
            Write::RemoveTable { table, why } => sweep::remove_table(db, table, *why).await,
            Write::SweepExpired { before, limit } => sweep::expired(db, *before, *limit).await,
            Write::SweepNothing { before, now, limit } => {
                sweep::nothing(db, *before, *now, *limit).await
            }
            Write::SweepSessions { before, limit } => sweep::sessions(db, *before, *limit).await,
            Write::SweepGuests { after, to, before } => sweep::guests(db, after, to, *before).await,
            Write::KeepRecord { table, named, record } => {
                records::keep(db, table, named, record.as_deref()).await
            }
            Write::KeepAnalysis { table, version, analysis } => {
                analyses::keep(db, table, *version, analysis).await
            }
            Write::KeepResult { table, finish } => results::keep(db, table, finish).await,
            Write::KeepFeatures { table, seats } => {
                results::keep_features(db, table, seats.as_deref()).await
            }
            Write::Void { void, reason, now } => results::void(db, void, reason, *now).await,
            Write::ResetSeats(seats) => refold::reset_seats(db, seats).await,
            Write::ResetRatings(fold) => refold::reset_ratings(db, fold).await,
            Write::ChainFairList => fair_list::chain(db).await,
            Write::Boot(now) => boots::note(db, *now).await,
            Write::Alive(now) => boots::seen(db, *now).await,
            Write::AddPerson(person) => people::add(db, person).await,
            Write::Arrive(arrival) => arrive::arrive(db, arrival).await,
            Write::RenamePerson { id, name } => people::change(db, id, name, None).await,
            Write::ChangePassword(change) => people::change_password(db, change).await,
            Write::Ban { id, banned } => people::ban(db, id, *banned).await,
            Write::Leave(id) => leave::leave(db, id).await,
            Write::GoOnLeaving(id) => leave::go_on(db, id).await,
            Write::AddSession(session, right) => people::add_session(db, session, right).await,
            Write::UseSession { hash, used } => people::use_session(db, hash, *used).await,
            Write::EndSession(hash) => people::end_session(db, hash).await,
            Write::EndSessions(person) => people::end_sessions(db, person).await,
            Write::ClearNotices(last) => notices::clear(db, *last).await,
            Write::Society(change) => society::run(db, change).await,
            Write::Post(change) => change.run(db).await,
            Write::Ping => Ok(0),
            Write::Probe => probe(db).await,
        }
    }
}
