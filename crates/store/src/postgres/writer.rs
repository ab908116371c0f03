//! Moves, which commit in groups: one statement for many tables.
//!
//! Waiting for the disk is what a commit costs, so everything that waits when a commit begins is
//! committed together. A table is written only if it is as the append knows it: the same last
//! entry, the same people, the same commitment, the same hold. Whoever is missing in the answer
//! takes the long way (`tables::append`), which says why. Invariants: nobody is answered before the
//! commit that holds its change; no transaction stays open, whatever happens to this program.

use std::collections::HashSet;
use std::time::Duration;

use protocol::log::Logged;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::fault::at_commit;
use crate::logs::{not_json, sorted};
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
    table: String,
    hold: Hold,
    before: i64,
    seated: String,
    index: Index,
    entries: Vec<(i64, i64, String)>,
}

impl Move {
    /// From what a table asks for. The entries must follow each other.
    pub(super) fn new(table: &str, hold: Hold, entries: &[Logged], index: &Index) -> Result<Move> {
        let column = |logged: &Logged| {
            let text = serde_json::to_string(&logged.entry).map_err(|error| not_json(&error))?;
            Ok((logged.n as i64, logged.at as i64, text))
        };
        let entries = entries.iter().map(column).collect::<Result<Vec<_>>>()?;
        let before = entries.first().map_or(0, |(n, ..)| n - 1);
        let seated = sorted(&index.people).join(",");
        let (table, index) = (table.to_owned(), index.clone());
        Ok(Move { table, hold, before, seated, index, entries })
    }
}

/// A request and where its answer goes.
pub(super) enum Job {
    /// The answer says whether it was written.
    Move(Box<Move>, oneshot::Sender<Result<bool>>),
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
        Job::Ping(_) => true,
    })
}

async fn commit(options: &PgConnectOptions, connection: &mut Option<PgConnection>, jobs: Vec<Job>) {
    let (mut moves, mut answers, mut pings) = (Vec::new(), Vec::new(), Vec::new());
    for job in jobs {
        match job {
            Job::Move(one, answer) => {
                moves.push(one);
                answers.push(answer);
            }
            Job::Ping(answer) => pings.push(answer),
        }
    }
    if !moves.is_empty() {
        metrics::histogram!("trencavel_append_group").record(moves.len() as f64);
    }
    let written = written(options, connection, &moves).await;
    for ping in pings {
        let _ = ping.send(written.as_ref().map(|_| true).map_err(Clone::clone));
    }
    for (one, answer) in moves.iter().zip(answers) {
        let done = written.as_ref().map(|done| done.contains(&one.table)).map_err(Clone::clone);
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
    moves: &[Box<Move>],
) -> Result<HashSet<String>> {
    let mut db = match connection.take() {
        Some(db) => db,
        None => timeout(CONNECTING, options.connect()).await.map_err(|_| no_way())??,
    };
    let writing = async {
        if moves.is_empty() {
            sqlx::query("SELECT 1").execute(&mut db).await.map(|_| Vec::new())
        } else {
            statement(moves).fetch_all(&mut db).await
        }
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

fn statement(moves: &[Box<Move>]) -> Statement<'_> {
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
