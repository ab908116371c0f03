//! Whether everything that a store holds still folds, and says what the index says of it.
//!
//! Nothing is changed: whoever runs a server may look before and after an update, and while it
//! runs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use protocol::{EndReason, Sitter, Status, TableRow};
use room::{Room, Rulebook};

use store::results::KeptResult;
use store::{Index, Inspected, Inspector, Locator, Result, StoreError, StoredTable};

/// How many ids are read at once.
const PAGE: u32 = 500;

/// Something that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The table.
    pub table: String,
    /// The number of the entry, if one is to blame.
    pub entry: Option<u64>,
    /// What is wrong.
    pub why: String,
}

/// What was looked at, and found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Tables that were read.
    pub tables: u64,
    /// Entries of their logs.
    pub entries: u64,
    /// What is wrong, in the order of tables.
    pub findings: Vec<Finding>,
}

/// Folds every table of a store. `live`: a server may be using it. `done` hears how many tables of
/// how many are read.
///
/// # Errors
/// If the file cannot be read at all.
pub async fn check(place: &Locator, live: bool, mut done: impl FnMut(u64, u64)) -> Result<Report> {
    let mut inspector = Inspector::open(place, live).await?;
    let all = inspector.count().await?;
    let book = Rulebook::default();
    let mut report = Report::default();
    let mut last = String::new();
    loop {
        let ids = inspector.ids_after(&last, PAGE).await?;
        let Some(newest) = ids.last() else { break };
        last.clone_from(newest);
        for id in ids {
            let Some(inspected) = inspector.table(&id).await? else { continue };
            report.tables += 1;
            if let Ok(stored) = &inspected.stored {
                report.entries += stored.entries.len() as u64;
            }
            report.findings.extend(judge(&book, &id, inspected));
            done(report.tables, all.max(report.tables));
        }
    }
    inspector.close().await;
    Ok(report)
}

fn judge(book: &Rulebook, id: &str, inspected: Inspected) -> Vec<Finding> {
    let found = |entry, why: String| Finding { table: id.to_owned(), entry, why };
    let stored = match inspected.stored {
        Ok(stored) => stored,
        Err(StoreError::Damaged(what)) => {
            let what = what.strip_prefix(&format!("table {id}: ")).unwrap_or(&what).to_owned();
            return vec![found(None, what)];
        }
        Err(error) => return vec![found(None, error.to_string())],
    };
    // A bug of the engine is a panic: it is a finding of this table, and the others are looked at.
    let folded = catch_unwind(AssertUnwindSafe(|| fold(book, id, &stored)));
    let room = match folded {
        Ok(Ok(room)) => room,
        Ok(Err(finding)) => return vec![finding],
        Err(_) => return vec![found(None, "the program failed on its log".to_owned())],
    };
    let mut all = Vec::new();
    all.extend(other_result(&room).map(|why| found(None, why)));
    all.extend(other_index(&room, &inspected.index).into_iter().map(|why| found(None, why)));
    all.extend(other_kept(&room, inspected.result.as_ref()).map(|why| found(None, why)));
    all
}

fn fold(book: &Rulebook, id: &str, stored: &StoredTable) -> std::result::Result<Room, Finding> {
    Room::fold(book, id, &stored.key, stored.seed, &stored.entries).map_err(|error| Finding {
        table: id.to_owned(),
        entry: Some(error.n),
        why: error.why,
    })
}

/// A game that was played to its end has the points that its words come to.
fn other_result(room: &Room) -> Option<String> {
    use games::Game;
    let Status::Over { reason: EndReason::Played, points, .. } = room.status() else {
        return None;
    };
    let (_, game) = room.game()?;
    let come_to = &game.scores()[..points.len()];
    (come_to != points)
        .then(|| format!("the result in its log is {points:?}, but its words come to {come_to:?}"))
}

/// Whether what is kept of the result is what the log says. Games of before there were results may
/// have none yet; a rated one has.
fn other_kept(room: &Room, kept: Option<&KeptResult>) -> Option<String> {
    let finish = room.outcome()?;
    let right = KeptResult::from(&finish);
    match kept {
        None => finish.rated.then(|| "it was rated, and has no result".to_owned()),
        Some(kept) if *kept == right => None,
        Some(kept) => Some(format!("the result that is kept is {kept:?}, by its log {right:?}")),
    }
}

/// What the index says otherwise than the log.
fn other_index(room: &Room, index: &Index) -> Vec<String> {
    let right = room.index();
    let mut wrong = Vec::new();
    let mut compare = |what: &str, log: String, index: String| {
        if log != index {
            wrong.push(format!("{what} is {log} by its log, and {index} in the index"));
        }
    };
    compare("the status", right.status, index.status.clone());
    compare("public", right.public.to_string(), index.public.to_string());
    compare("the family", right.family, index.family.clone());
    compare("the last change", right.changed.to_string(), index.changed.to_string());
    compare("the time to wake", format!("{:?}", right.wake), format!("{:?}", index.wake));
    // It is not known of games that went on last under a program of before; and nobody waits for
    // whoever left for good.
    if index.turn > 0 {
        compare("the newest move", right.turn.to_string(), index.turn.to_string());
        if let Some(person) = &index.to_act {
            compare(
                "whom it waits for",
                format!("{:?}", right.to_act),
                format!("{:?}", Some(person)),
            );
        }
    }
    // Whoever left for good has no seat in the index; the log keeps an id without a name.
    if let Some(stranger) = index.people.iter().find(|person| !right.people.contains(person)) {
        compare("a seat", "nobody's".to_owned(), format!("that of {stranger}"));
    }
    match serde_json::from_str::<TableRow>(&index.row) {
        Ok(row) => compare("the lobby's line", line(&room.row()), line(&row)),
        Err(error) => wrong.push(format!("its line of the lobby cannot be read: {error}")),
    }
    wrong
}

/// What a line of the lobby says of the game: names may have changed since.
fn line(row: &TableRow) -> String {
    let seat = |sitter: &Sitter| match sitter {
        Sitter::Nobody { .. } => "nobody".to_owned(),
        Sitter::Person { id, .. } => format!("person {id}"),
        Sitter::Computer { .. } => "computer".to_owned(),
    };
    let seats: Vec<String> = row.seats.iter().map(seat).collect();
    format!(
        "{:?} points {:?} turn {} left {} to act {:?} seats {seats:?}",
        row.status, row.points, row.turn, row.left, row.to_act
    )
}
