//! Attacks on a server, one after the other, each while honest tables are played beside it.
//!
//! A stranger may send anything; what counts is what it does to others. So every attack is judged
//! twice: by what the server answered it, and by what the players beside it noticed, who must be
//! refused nothing, lose no socket, and wait no longer than [`Demand::p99`] for a move. Meanwhile
//! others come to play for the first time, who must find an open door.
//!
//! Everything stays on the loopback: strangers come from addresses 127.1.x.y, players from
//! 127.0.0.x, newcomers from 127.0.1.x, so that limits by address tell them apart as they would in
//! the world.

mod bodies;
mod costs;
mod crowds;
mod foreign;
mod honest;
mod messages;
mod newcomers;
mod raw;
mod readers;
mod rights;
mod rivals;
mod seekers;
mod slow;
mod stranger;

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::child::{Launch, free_port};
use crate::visitor;

use honest::Home;
pub use honest::Honest;
pub use stranger::{Stranger, Target};

/// How much is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Seconds: a part of every test run.
    Short,
    /// Minutes, with thousands of sockets.
    Full,
}

impl Size {
    /// The number for this size.
    pub fn pick(self, short: usize, full: usize) -> usize {
        match self {
            Size::Short => short,
            Size::Full => full,
        }
    }
}

/// What the players beside an attack must be spared.
#[derive(Clone, Copy, Debug)]
pub struct Demand {
    /// How long 99 of 100 moves may take.
    pub p99: Duration,
    /// How many of 100 moves may not be made in time, because the one before was not done.
    pub missed_percent: u64,
}

/// What an attack did and was told.
#[derive(Clone, Default, Debug)]
pub struct Outcome {
    /// What it sent: requests, messages, connections.
    pub sent: usize,
    /// How many of them were refused, cut off or closed.
    pub refused: usize,
    /// A word about it.
    pub note: String,
}

impl Outcome {
    /// An outcome with a word about it.
    pub fn new(sent: usize, refused: usize, note: impl Into<String>) -> Outcome {
        Outcome { sent, refused, note: note.into() }
    }
}

type Run = fn(Target) -> Pin<Box<dyn Future<Output = Result<Outcome>> + Send>>;

/// One attack.
#[derive(Clone, Copy)]
pub struct Attack {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it tries.
    pub about: &'static str,
    run: Run,
}

macro_rules! attacks {
    ($($name:literal, $about:literal, $run:path;)*) => {
        &[$(Attack { name: $name, about: $about, run: |target| Box::pin($run(target)) }),*]
    };
}

/// All attacks, in the order in which they are tried.
pub const ATTACKS: &[Attack] = attacks! {
    "requests", "requests that are no HTTP, endless lines, smuggled bodies", raw::requests;
    "routes", "every route with wrong methods, ids and parameters", bodies::routes;
    "bodies", "deep, huge, doubled, mistyped JSON to every route that takes some", bodies::bodies;
    "foreign", "other sites, other hosts, forged forwarding headers", foreign::foreign;
    "names", "names that look like others, hide letters, or turn the text round", foreign::names;
    "slow-headers", "connections that send a request letter by letter", slow::headers;
    "slow-bodies", "bodies that never end", slow::bodies;
    "silence", "connections that never say anything", slow::silence;
    "hang-ups", "expensive requests whose sender is gone at once", slow::hang_ups;
    "reads", "anonymous reads of a table that is being played", readers::reads;
    "pictures", "pictures and films for everybody from one address", readers::pictures;
    "drawings", "drawings that nobody has asked for before", readers::drawings;
    "records", "all records at once, packed and unpacked", readers::records;
    "wanderers", "pages of tables that do not exist", costs::wanderers;
    "films", "films of a finished game for one address", costs::films;
    "thoughts", "positions to judge, tries, games to keep, hints, reports", costs::thoughts;
    "undo-flood", "long games folded again because moves are taken back", costs::undo_flood;
    "words", "hundreds of broken and foreign messages over a socket", messages::words;
    "out-of-turn", "acting for the seats of others, too early, too late, twice", messages::turns;
    "flood", "as many messages as the line carries", messages::flood;
    "deaf", "watchers that ask and never read", messages::deaf;
    "frames", "frames too large, unmasked, out of order", messages::frames;
    "chatter", "watchers who talk over a game", messages::chatter;
    "guests", "a crowd of new guests from one address", crowds::guests;
    "tables", "a crowd of new tables", crowds::tables;
    "log-ins", "guessing a password from many addresses", crowds::log_ins;
    "tokens", "fifty tokens to throw a browser out", crowds::tokens;
    "renames", "a seated rival who changes its name all the time", crowds::renames;
    "musical-chairs", "sitting down and standing up at somebody's open table", crowds::chairs;
    "no-reveal", "a rival who seals a value and never shows it", crowds::no_reveal;
    "grinding", "a rival who throws rounds away until it likes one", rivals::grinding;
    "waiting-room", "changing the waiting room of others, and one's own without end", rivals::waiting_room;
    "take-backs", "moves taken back twice, for others, after the end", rivals::take_backs;
    "leaving", "rivals who leave for good in the middle of a game", rivals::leaving;
    "rematches", "a watcher of the same name who wants a player's seat", rivals::rematches;
    "seekers", "a crowd that seeks rivals, flaps, and never comes to its tables", seekers::seekers;
    "stolen-sessions", "sockets that outlive their session", rights::stolen_sessions;
    "scopes", "a token that may read and tries to do more", rights::scopes;
    "openings", "records to begin from that are too long or no records", rights::openings;
    "insomnia", "keeping tables awake that nobody uses", rights::insomnia;
    "idle-sockets", "thousands of watchers who stay", crowds::idle_sockets;
    "comings", "sockets that come and go", crowds::comings;
};

/// A line of the table that is printed at the end.
#[derive(Clone, Debug)]
pub struct Line {
    /// The attack.
    pub name: &'static str,
    /// What it did; or why it succeeded, which it must not.
    pub outcome: std::result::Result<Outcome, String>,
    /// What the players noticed.
    pub honest: honest::Noticed,
    /// How long it took.
    pub took: Duration,
}

impl Line {
    /// What is wrong, if anything is.
    pub fn fault(&self, demand: &Demand) -> Option<String> {
        let mut faults: Vec<String> = self.outcome.as_ref().err().cloned().into_iter().collect();
        faults.extend(self.honest.fault(demand));
        (!faults.is_empty()).then(|| faults.join("; "))
    }
}

/// A folder for each run: a test makes two at once.
static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Starts a server with its own limits, and tries the attacks whose names are given, or all.
///
/// # Errors
/// If the server does not start or dies; what attacks find is in the lines.
pub async fn run(
    program: &std::path::Path,
    size: Size,
    only: &[String],
    seed: u64,
    mut told: impl FnMut(&Line),
) -> Result<Vec<Line>> {
    for name in only {
        if !ATTACKS.iter().any(|attack| attack.name == name) {
            let known: Vec<&str> = ATTACKS.iter().map(|attack| attack.name).collect();
            bail!("there is no attack {name}; there are {}", known.join(", "));
        }
    }
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let name = format!("trencavel-attack-{}-{run}", std::process::id());
    let data = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&data)?;
    let lines = attack(program, &data, size, only, seed, &mut told).await;
    std::fs::remove_dir_all(&data).with_context(|| data.display().to_string())?;
    lines
}

async fn attack(
    program: &std::path::Path,
    data: &std::path::Path,
    size: Size,
    only: &[String],
    seed: u64,
    told: &mut impl FnMut(&Line),
) -> Result<Vec<Line>> {
    let http = visitor::http()?;
    let mut launch = Launch::new(program, data, free_port()?);
    // The limits are those that a server has without settings: they are what is tried. Only what
    // waits for slow strangers is shorter, so that nobody waits for the suite.
    let (head, body) = (size.pick(1500, 5000), size.pick(2000, 8000));
    launch.flags = vec![
        "--log=error".to_string(),
        "--bot-pause-ms=0".to_string(),
        format!("--header-timeout-ms={head}"),
        format!("--body-timeout-ms={body}"),
        format!("--reveal-seconds={}", size.pick(2, 10)),
        format!("--rest-seconds={}", size.pick(1, 3)),
    ];
    let mut child = launch.start(&http).await?;
    let home = Home::build()?;
    let chosen = ATTACKS
        .iter()
        .filter(|attack| only.is_empty() || only.iter().any(|name| name == attack.name));
    let mut lines = Vec::new();
    for (number, attack) in chosen.enumerate() {
        let number = u8::try_from(number + 1).context("fewer than 255 attacks")?;
        let line = beside(attack, &child.url, size, number, seed, &home).await?;
        told(&line);
        lines.push(line);
        if let Some(status) = child.ended()? {
            bail!("the server died in the attack {}: {status}", attack.name);
        }
    }
    child.kill().await?;
    Ok(lines)
}

/// One attack with honest tables beside it.
async fn beside(
    attack: &'static Attack,
    url: &str,
    size: Size,
    number: u8,
    seed: u64,
    home: &Home,
) -> Result<Line> {
    let address = url.to_string();
    let begun = home.run(async move { Honest::begin(&address, size, number).await }).await?;
    let honest = begun.context("honest players cannot begin")?;
    let target = Target::new(url, size, number, seed, honest.table());
    let playing = home.run(async { honest.play() }).await?;
    let begun = Instant::now();
    let limit = Duration::from_secs(size.pick(90, 120) as u64);
    let outcome = match tokio::time::timeout(limit, (attack.run)(target)).await {
        Ok(outcome) => outcome.map_err(|error| format!("{error:#}")),
        Err(_) => Err(format!("not over after {} s", limit.as_secs())),
    };
    let honest = home.run(playing.stop()).await??;
    Ok(Line { name: attack.name, outcome, honest, took: begun.elapsed() })
}
