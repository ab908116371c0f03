//! Moves, which commit in groups: one statement for many tables.
//!
//! Waiting for the disk is what a commit costs, so everything that waits when a commit begins is
//! committed together. A table is written only if it is as the append knows it: the same last
//! entry, the same people, the same commitment, the same hold. Whoever is missing in the answer
//! takes the long way (`tables::append`), which says why. Games that end are a group of their own
//! behind the moves (`finish`), and so are tables that are given back. Invariants: nobody is
//! answered before the commit that holds its change; no transaction stays open, whatever happens to
//! this program.

use std::collections::HashSet;
use std::time::Duration;

use protocol::log::{Entry, Logged};
use room::Finish;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::fault::at_commit;
use super::finish::{self, End};
use super::weigh::Weighed;
use crate::logs::{not_json, sorted};
use crate::nodes::Rest;
use crate::{Hold, Index, Result, StoreError};

/// How many requests may wait; more than that wait at their callers.
const QUEUE: usize = 1024;

/// How many tables are written together at most.
const GROUP: usize = 256;

/// How long a connection and a statement may take: less than whoever waits for them does.
const CONNECTING: Duration = Duration::from_secs(2);
const WRITING: Duration = Duration::from_secs(4);

/// An append that changes no seat and names nobody, as columns.
pub(super) struct Move {
    pub(super) table: String,
    pub(super) hold: Hold,
    pub(super) before: i64,
    pub(super) seated: String,
    pub(super) index: Index,
    pub(super) entries: Vec<(i64, i64, String)>,
    /// Whether the game ends with it.
    ends: bool,
}

impl Move {
    /// From what a table asks for. The entries must follow each other.
    pub(super) fn new(table: &str, hold: Hold, entries: &[Logged], index: &Index) -> Result<Move> {
        let column = |logged: &Logged| {
            let text = serde_json::to_string(&logged.entry).map_err(|error| not_json(&error))?;
            Ok((logged.n as i64, logged.at as i64, text))
        };
        let columns = entries.iter().map(column).collect::<Result<Vec<_>>>()?;
        let before = columns.first().map_or(0, |(n, ..)| n - 1);
        let ends = entries.iter().any(|logged| matches!(logged.entry, Entry::Ended { .. }));
        let seated = sorted(&index.people).join(",");
        let (table, index) = (table.to_owned(), index.clone());
        Ok(Move { table, hold, before, seated, index, entries: columns, ends })
    }

    /// The result, if the game ends with it and moves no rating.
    fn unrated_end(&self) -> Option<&Finish> {
        self.index.result.as_deref().filter(|finish| self.ends && !finish.rated)
    }
}

/// A table that is given back.
pub(super) struct Resting {
    pub(super) table: String,
    pub(super) hold: Hold,
    pub(super) how: Rest,
}

/// A request and where its answer goes.
pub(super) enum Job {
    /// The answer says whether it was written.
    Move(Box<Move>, oneshot::Sender<Result<bool>>),
    /// The answer says whether it was still ours. A node that stops gives hundreds back at once.
    Rest(Resting, oneshot::Sender<Result<bool>>),
    /// Nothing: whether everything before it is decided.
    Ping(oneshot::Sender<Result<bool>>),
}

/// Starts a writer. It ends when all senders are gone and everything is written.
pub(super) fn start(options: PgConnectOptions) -> (mpsc::Sender<Job>, JoinHandle<()>) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    (sender, tokio::spawn(run(options, receiver)))
}

async fn run(options: PgConnectOptions, mut receiver: mpsc::Receiver<Job>) {
    let mut connection = None;
    let mut group = Vec::with_capacity(GROUP);
    while receiver.recv_many(&mut group, GROUP).await > 0 {
        let mut waiting = std::mem::take(&mut group);
        while !waiting.is_empty() {
            let (now, later) = once_each(waiting);
            commit(&options, &mut connection, now).await;
            waiting = later;
        }
    }
}

/// One statement writes a table once: a second append to the same table waits for the next one.
fn once_each(jobs: Vec<Job>) -> (Vec<Job>, Vec<Job>) {
    let mut seen = HashSet::new();
    jobs.into_iter().partition(|job| match job {
        Job::Move(one, _) => seen.insert(one.table.clone()),
        Job::Rest(one, _) => seen.insert(one.table.clone()),
        Job::Ping(_) => true,
    })
}

/// What is done together.
#[derive(Default)]
struct Group {
    moves: Vec<Move>,
    rests: Vec<Resting>,
}

async fn commit(options: &PgConnectOptions, connection: &mut Option<PgConnection>, jobs: Vec<Job>) {
    let (mut group, mut answers, mut pings) = (Group::default(), Vec::new(), Vec::new());
    for job in jobs {
        match job {
            Job::Move(one, answer) => {
                answers.push((one.table.clone(), answer));
                group.moves.push(*one);
            }
            Job::Rest(one, answer) => {
                answers.push((one.table.clone(), answer));
                group.rests.push(one);
            }
            Job::Ping(answer) => pings.push(answer),
        }
    }
    if !group.moves.is_empty() {
        metrics::histogram!("trencavel_append_group").record(group.moves.len() as f64);
    }
    let written = written(options, connection, &group).await;
    for ping in pings {
        let _ = ping.send(written.as_ref().map(|_| true).map_err(Clone::clone));
    }
    for (table, answer) in answers {
        let done = written.as_ref().map(|done| done.contains(&table)).map_err(Clone::clone);
        // Whoever asked may have gone: the change is made all the same.
        let _ = answer.send(done);
    }
}

/// The tables that were written. An error of the connection leaves it open whether they were, and
/// so does one that hangs: it is given up, and what it may still write is fenced, for whoever reads
/// a table again takes it anew.
async fn written(
    options: &PgConnectOptions,
    connection: &mut Option<PgConnection>,
    group: &Group,
) -> Result<HashSet<String>> {
    let mut db = match connection.take() {
        Some(db) => db,
        None => timeout(CONNECTING, options.connect()).await.map_err(|_| no_way())??,
    };
    let (ends, moves) = parted(&group.moves);
    let writing = async {
        let mut done = Vec::new();
        if !moves.is_empty() {
            done = statement(&moves).fetch_all(&mut db).await?;
        }
        if !ends.is_empty() {
            done.extend(ended(&mut db, &ends).await?);
        }
        if !group.rests.is_empty() {
            done.extend(given_back(&mut db, &group.rests).await?);
        }
        if group.moves.is_empty() && group.rests.is_empty() {
            sqlx::query("SELECT 1").execute(&mut db).await?;
        }
        Ok::<_, sqlx::Error>(done)
    };
    match timeout(WRITING, writing).await.map_err(|_| StoreError::Late)? {
        Ok(ids) => {
            *connection = Some(db);
            Ok(ids.into_iter().collect())
        }
        Err(error) => {
            if keeps_connection(&error) {
                *connection = Some(db);
            }
            Err(at_commit(error))
        }
    }
}

/// Games that end, and moves.
fn parted(moves: &[Move]) -> (Vec<&Move>, Vec<&Move>) {
    moves.iter().partition(|one| one.unrated_end().is_some())
}

/// The tables whose games ended. If others are in the way each takes the long way, which waits.
async fn ended(db: &mut PgConnection, ends: &[&Move]) -> sqlx::Result<Vec<String>> {
    let weighed: Vec<(&Move, &Finish, Weighed)> = ends
        .iter()
        .filter_map(|last| Some((*last, last.unrated_end()?)))
        .map(|(last, finish)| (last, finish, Weighed::unrated(finish)))
        .collect();
    let ends: Vec<End<'_>> =
        weighed.iter().map(|(last, finish, weighed)| End { last, finish, weighed }).collect();
    match finish::together(db, &ends).await {
        Err(error) if is_refused(&error) => Ok(Vec::new()),
        ended => ended,
    }
}

/// The tables that were ours until now.
async fn given_back(db: &mut PgConnection, rests: &[Resting]) -> sqlx::Result<Vec<String>> {
    let all = || rests.iter();
    let wake = |rest: &Resting| match rest.how {
        Rest::Asleep { wake } => wake.map(|wake| wake as i64),
        Rest::HandedOver | Rest::Unused | Rest::Unreadable => None,
    };
    sqlx::query_scalar(
        "UPDATE tables t SET owner = NULL,
            wake = CASE WHEN i.asleep THEN i.wake WHEN i.handed AND t.status = 'playing' THEN 0
                WHEN i.unreadable AND t.wake IS NOT NULL THEN greatest(t.wake, now_ms() + 300000)
                ELSE t.wake END,
            parted = CASE WHEN i.handed THEN coalesce(t.parted, now_ms()) ELSE t.parted END
         FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bool[], $6::bool[],
                $7::bool[]) AS i (id, owner, epoch, wake, handed, asleep, unreadable)
         WHERE t.id = i.id AND t.owner = i.owner AND t.epoch = i.epoch RETURNING t.id",
    )
    .bind(all().map(|one| one.table.clone()).collect::<Vec<_>>())
    .bind(all().map(|one| one.hold.node as i64).collect::<Vec<_>>())
    .bind(all().map(|one| one.hold.epoch as i64).collect::<Vec<_>>())
    .bind(all().map(wake).collect::<Vec<_>>())
    .bind(all().map(|one| one.how == Rest::HandedOver).collect::<Vec<_>>())
    .bind(all().map(|one| matches!(one.how, Rest::Asleep { .. })).collect::<Vec<_>>())
    .bind(all().map(|one| one.how == Rest::Unreadable).collect::<Vec<_>>())
    .fetch_all(db)
    .await
}

/// Whether a statement was not carried out because others were in its way.
fn is_refused(error: &sqlx::Error) -> bool {
    let state = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    state.is_some_and(|state| matches!(&*state, "40001" | "40P01" | "55P03"))
}

fn no_way() -> StoreError {
    StoreError::Away("no connection in time".to_owned())
}

/// A statement that was refused leaves the connection as it was, unless the database says goodbye;
/// a lost one is made anew.
fn keeps_connection(error: &sqlx::Error) -> bool {
    let state = error.as_database_error().map(|error| error.code().unwrap_or_default());
    state.is_some_and(|state| !state.starts_with("57P") && !state.starts_with("08"))
}

const APPEND: &str = "
    WITH i AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[],
                $6::text[], $7::bool[], $8::text[], $9::bigint[], $10::bigint[], $11::text[],
                $12::bool[], $17::bigint[], $18::bigint[], $19::text[], $20::bigint[])
            AS i (id, last, k, seated, commitment, status, public, family, changed, wake, row, slow,
                owner, epoch, to_act, turn)
    ), u AS (
        UPDATE tables t SET last = t.last + i.k, public = i.public, family = i.family,
            changed = i.changed, wake = i.wake, row = i.row, slow = i.slow, parted = NULL,
            to_act = i.to_act, turn = i.turn
        FROM i WHERE t.id = i.id AND t.last = i.last AND t.seated = i.seated
            AND t.status = i.status AND t.commitment IS NOT DISTINCT FROM i.commitment
            AND (t.owner = i.owner AND t.epoch = i.epoch OR i.owner = 0 AND t.owner IS NULL)
        RETURNING t.id, t.epoch
    ), e AS (
        INSERT INTO entries (table_id, n, at, entry, epoch)
        SELECT x.table_id, x.n, x.at, x.entry, u.epoch
        FROM unnest($13::text[], $14::bigint[], $15::bigint[], $16::text[])
            AS x (table_id, n, at, entry)
        JOIN u ON u.id = x.table_id
    )
    SELECT id FROM u";

type Statement<'q> =
    sqlx::query::QueryScalar<'q, sqlx::Postgres, String, sqlx::postgres::PgArguments>;

fn statement<'a>(moves: &'a [&'a Move]) -> Statement<'a> {
    let all = || moves.iter();
    let entries = || all().flat_map(|one| one.entries.iter().map(move |entry| (&one.table, entry)));
    sqlx::query_scalar(APPEND)
        .bind(all().map(|one| one.table.clone()).collect::<Vec<_>>())
        .bind(all().map(|one| one.before).collect::<Vec<_>>())
        .bind(all().map(|one| one.entries.len() as i64).collect::<Vec<_>>())
        .bind(all().map(|one| one.seated.clone()).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.commitment.clone()).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.status.clone()).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.public).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.family.clone()).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.changed as i64).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.wake.map(|wake| wake as i64)).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.row.clone()).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.slow).collect::<Vec<_>>())
        .bind(entries().map(|(table, _)| table.clone()).collect::<Vec<_>>())
        .bind(entries().map(|(_, (n, ..))| *n).collect::<Vec<_>>())
        .bind(entries().map(|(_, (_, at, _))| *at).collect::<Vec<_>>())
        .bind(entries().map(|(_, (.., text))| text.clone()).collect::<Vec<_>>())
        .bind(all().map(|one| one.hold.node as i64).collect::<Vec<_>>())
        .bind(all().map(|one| one.hold.epoch as i64).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.to_act.clone()).collect::<Vec<_>>())
        .bind(all().map(|one| one.index.turn as i64).collect::<Vec<_>>())
}
