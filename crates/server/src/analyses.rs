//! Finished games that are looked through again: asked for by people, made little by little when
//! nobody at a table waits for a thought, kept with the game.
//!
//! Invariants: a game is looked through once at a time, whoever asks for it. So many games are
//! under way for one person and for all; what nobody wants any more is given up. Only whole
//! analyses are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ai::analysis::{AnyAnalysis, Care};
use axum::http::StatusCode;
use games::{Action, AnyRules, Teller};
use protocol::{ANALYSIS_VERSION, Analysis, AnalysisState};
use tokio::sync::Semaphore;

use crate::http::{ApiError, ApiResult};
use crate::serve::App;
use crate::think::{Behalf, Class, Pace, Time};
use crate::work::{Busy, Origin, Work};

/// The most games under way at a time: for all, and for one person.
const MOST: usize = 64;
const MOST_EACH: usize = 2;
/// How many of them are looked through; the others wait for their turn.
const AT_ONCE: usize = 2;
/// How long a thread is kept from others: whoever plays waits no longer.
const SLICE: Duration = Duration::from_millis(200);
/// How long a slice waits for its turn: on a busy server, long.
const PATIENCE: Duration = Duration::from_mins(10);

/// All games under way, by their tables.
pub struct Analyses {
    jobs: Mutex<Jobs>,
    turns: Arc<Semaphore>,
}

#[derive(Default)]
struct Jobs {
    under_way: BTreeMap<String, Job>,
    next: u64,
}

struct Job {
    number: u64,
    /// Who wants it.
    people: BTreeSet<String>,
    progress: Arc<Progress>,
    /// Ends it.
    task: Option<tokio::task::AbortHandle>,
}

/// How many words were looked at; of none before it begins.
#[derive(Default)]
struct Progress {
    done: AtomicU32,
    of: AtomicU32,
}

impl Default for Analyses {
    fn default() -> Analyses {
        Analyses { jobs: Mutex::default(), turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Jobs {
    fn state(&self, table: &str) -> Option<AnalysisState> {
        let job = self.under_way.get(table)?;
        let of = job.progress.of.load(Ordering::Relaxed);
        if of > 0 {
            let done = job.progress.done.load(Ordering::Relaxed);
            return Some(AnalysisState::Running { done, of });
        }
        let before = self.under_way.values().filter(|other| other.number < job.number).count();
        Some(AnalysisState::Waiting { before: u32::try_from(before).unwrap_or(u32::MAX) })
    }

    fn remove(&mut self, table: &str, number: u64) {
        if self.under_way.get(table).is_some_and(|job| job.number == number) {
            self.under_way.remove(table);
        }
    }
}

impl Analyses {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the analysis of a table's game is, if one is under way.
    pub fn state(&self, table: &str) -> Option<AnalysisState> {
        self.jobs().state(table)
    }

    /// Somebody does not want it any more; if nobody does, it is given up.
    pub fn leave(&self, table: &str, person: &str) {
        let mut jobs = self.jobs();
        let Some(job) = jobs.under_way.get_mut(table) else { return };
        job.people.remove(person);
        if job.people.is_empty()
            && let Some(job) = jobs.under_way.remove(table)
            && let Some(task) = job.task
        {
            task.abort();
        }
    }
}

/// Somebody wants a finished game to be looked through; answers how far that is.
///
/// # Errors
/// If the game is not over or nothing was played, this person has too many under way, or all have.
pub async fn ask(app: &App, table: &str, person: &str, reader: Origin) -> ApiResult<AnalysisState> {
    if let Some(state) = join(app, table, person)? {
        return Ok(state);
    }
    let room = app.hub.seen(table, reader).await?.room;
    let moves = room.course().map_or(0, protocol::Course::number);
    if !room.is_over() || moves == 0 {
        let detail = "Only a game that was played and is over is looked through.";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-over", detail));
    }
    let counted = app.limits.analysis(person);
    counted.map_err(|seconds| ApiError::too_many(seconds, "games to look through"))?;
    let mut jobs = app.analyses.jobs();
    // Somebody else may have asked meanwhile.
    if let Some(state) = joined(&mut jobs, table, person)? {
        return Ok(state);
    }
    let number = jobs.next;
    jobs.next += 1;
    let progress = Arc::<Progress>::default();
    let job = Job {
        number,
        people: BTreeSet::from([person.to_owned()]),
        progress: Arc::clone(&progress),
        task: None,
    };
    jobs.under_way.insert(table.to_owned(), job);
    let (app, id, account) = (app.clone(), table.to_owned(), person.to_owned());
    let task = tokio::spawn(async move {
        if let Err(ApiError(problem)) = run(&app, &id, &account, &progress).await {
            tracing::warn!(table = id, detail = problem.detail, "a game was not looked through");
        }
        app.analyses.jobs().remove(&id, number);
    });
    if let Some(job) = jobs.under_way.get_mut(table) {
        job.task = Some(task.abort_handle());
    }
    jobs.state(table).ok_or_else(ApiError::bug)
}

/// Wants what is under way already, too.
fn join(app: &App, table: &str, person: &str) -> ApiResult<Option<AnalysisState>> {
    joined(&mut app.analyses.jobs(), table, person)
}

fn joined(jobs: &mut Jobs, table: &str, person: &str) -> ApiResult<Option<AnalysisState>> {
    let own = |(id, job): (&String, &Job)| id != table && job.people.contains(person);
    if jobs.under_way.iter().filter(|entry| own(*entry)).count() >= MOST_EACH {
        return Err(ApiError::too_many(30, "games to look through"));
    }
    if let Some(job) = jobs.under_way.get_mut(table) {
        job.people.insert(person.to_owned());
        return Ok(jobs.state(table));
    }
    if jobs.under_way.len() >= MOST {
        return Err(Busy::All.into());
    }
    Ok(None)
}

/// A game as it was played.
struct Played {
    start: Teller,
    actions: Vec<Action>,
}

fn played(record: &str) -> ApiResult<Played> {
    let record = protocol::read_record(record)?;
    let (start, actions) = protocol::actions_of(&record).map_err(protocol::Problem::from)?;
    Ok(Played { start, actions })
}

/// Looks through a game, and keeps what was found.
async fn run(app: &App, table: &str, account: &str, progress: &Progress) -> ApiResult<()> {
    let turns = Arc::clone(&app.analyses.turns);
    let _turn = turns.acquire_owned().await.map_err(|_| ApiError::bug())?;
    let record = match app.store.record(table).await? {
        Some(record) => Some(record),
        None => crate::archive::fill(app, table, Origin::Server).await?,
    };
    let record = record.ok_or_else(|| ApiError::not_found("record"))?;
    let read = move || played(&record);
    let Played { start, actions } = Work::run(&app.work.records, Origin::Server, read).await?;
    let (rules, care) = (Arc::clone(start.rules()), Care::default());
    let mut analysis = AnyAnalysis::new(start.game(), &actions, care);
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    progress.of.store(count(actions.len()), Ordering::Relaxed);
    while !analysis.is_done() {
        analysis = slice(app, (table, account), &rules, analysis).await?;
        progress.done.store(count(analysis.progress().0), Ordering::Relaxed);
    }
    let written = move || {
        let found = Analysis::new(start, &actions, &analysis.report(&rules), care.nodes);
        serde_json::to_string(&found).map_err(|error| {
            tracing::error!(%error, "an analysis has no JSON form");
            ApiError::bug()
        })
    };
    let text = Work::run(&app.work.records, Origin::Server, written).await?;
    app.store.keep_analysis(table, ANALYSIS_VERSION, &text).await?;
    Ok(())
}

async fn slice(
    app: &App,
    (table, account): (&str, &str),
    rules: &Arc<AnyRules>,
    mut analysis: AnyAnalysis,
) -> ApiResult<AnyAnalysis> {
    let behalf = Behalf { class: Class::Analysis, account: account.into(), table: table.into() };
    let (time, rules) = (Time { most: Some(SLICE), due: None }, Arc::clone(rules));
    let work = move |pace: &Pace| {
        analysis.slice(&rules, u32::MAX, &mut || pace.is_over(1.0));
        analysis
    };
    Ok(app.hub.thinkers().run(behalf, time, PATIENCE, work).await?)
}
