//! One game of a program at a server: sitting down, playing, coming back when the line breaks.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use engines::CommandLine;
use hyper::Method;
use protocol::{ClientMsg, Clock, Past, ServerMsg, Shares, Sit, Sitter, Status, TableInfo};
use serde_json::Value;

use super::door::{Door, Line};
use super::mind::{Mind, Time};

/// The pause before a broken line is opened again: it doubles up to the longest.
const PAUSE: Duration = Duration::from_millis(500);
const PAUSE_MAX: Duration = Duration::from_secs(30);
/// How often a line is opened that breaks at once.
const TRIES: u32 = 20;
/// By days a thought is as long as one by a slow clock, ms.
const DAYS: u64 = 600_000;

/// Plays at a table until the game is over.
///
/// # Errors
/// If the table is gone, the server refuses what the program plays, or does not come back.
pub async fn play(door: &Door, me: &str, table: &str, engine: CommandLine) -> Result<()> {
    let mut game = Game {
        door,
        me,
        table,
        mind: Mind::new(engine),
        value: chance_share(),
        info: None,
        moves: 0,
    };
    let mut failures = 0;
    loop {
        let before = game.moves;
        let why = match game.follow().await {
            Ok(()) => return Ok(()),
            Err(error) => error,
        };
        failures = if game.moves > before { 0 } else { failures + 1 };
        if failures >= TRIES || why.is::<Hopeless>() {
            return Err(why);
        }
        let pause = PAUSE.saturating_mul(1 << failures.min(6)).min(PAUSE_MAX);
        tokio::time::sleep(pause).await;
    }
}

/// Something that does not get better by trying again.
#[derive(Debug, PartialEq, Eq)]
struct Hopeless(String);

impl std::fmt::Display for Hopeless {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Hopeless {}

/// Sixteen bytes of the program's own for the draws, hexadecimal.
fn chance_share() -> String {
    let mut text = server::http::session::Secret::random().reveal().to_owned();
    text.truncate(32);
    text
}

struct Game<'a> {
    door: &'a Door,
    me: &'a str,
    table: &'a str,
    mind: Mind,
    /// The share in the draws.
    value: String,
    /// The table as it was told last.
    info: Option<Box<TableInfo>>,
    /// How many decisions were made.
    moves: u64,
}

impl Game<'_> {
    /// Follows the table over one line; `Ok` when the game is over.
    async fn follow(&mut self) -> Result<()> {
        let mut line = self.door.line(self.table).await?;
        loop {
            match line.hear().await? {
                ServerMsg::Snapshot(past) => {
                    let Past { table, .. } = *past;
                    self.info = Some(Box::new(table));
                }
                ServerMsg::Table { table, .. } | ServerMsg::Resumed { table, .. } => {
                    self.info = Some(table);
                }
                ServerMsg::Step(step) => {
                    if let Some(info) = &mut self.info {
                        info.clocks = step.clocks;
                    }
                }
                ServerMsg::Choices(choices) => {
                    self.decide(&mut line, choices.seat, choices.n).await?;
                }
                // The next choices say what is to be decided; whatever else is refused is a fault.
                ServerMsg::Refused { problem, .. } if problem.kind != "late" => {
                    line.say(&ClientMsg::Resign { seat: self.seat().unwrap_or(0) }).await?;
                    return Err(Hopeless(format!("refused: {}", problem.detail)).into());
                }
                ServerMsg::Bye { why, .. } if why == "gone" => {
                    return Err(Hopeless("the table is gone".to_owned()).into());
                }
                ServerMsg::Bye { why, .. } => bail!("the server says goodbye: {why}"),
                _ => {}
            }
            if self.is_over() {
                return Ok(());
            }
            self.prepare().await?;
        }
    }

    fn is_over(&self) -> bool {
        self.info.as_ref().is_some_and(|info| matches!(info.status, Status::Over { .. }))
    }

    /// The seat that is the program's.
    fn seat(&self) -> Option<u8> {
        let own = |sitter: &Sitter| matches!(sitter, Sitter::Person { id, .. } if id == self.me);
        let seats = &self.info.as_ref()?.seats;
        (0u8..).zip(seats).find(|(_, seat)| own(&seat.sitter)).map(|(seat, _)| seat)
    }

    /// Before the start: sits down where the seat is kept, and starts a table of its own.
    async fn prepare(&mut self) -> Result<()> {
        let Some(info) = self.info.as_ref().filter(|info| info.status == Status::Open) else {
            return Ok(());
        };
        let kept = |sitter: &Sitter| match sitter {
            Sitter::Nobody { kept: Some(kept), .. } => kept.id == self.me,
            _ => false,
        };
        let free = (0u8..).zip(&info.seats).find(|(_, seat)| kept(&seat.sitter));
        if let Some((seat, _)) = free {
            let path = format!("/api/tables/{}/seats/{seat}", self.table);
            let sit = Sit { value: Some(self.value.clone()), ..Sit::default() };
            let _: Value =
                self.door.ask(Method::POST, &path, &sit).await.context("sitting down")?;
            return Ok(());
        }
        let waits = info.seats.iter().any(|seat| matches!(seat.sitter, Sitter::Nobody { .. }));
        if info.owner == self.me && !waits {
            let path = format!("/api/tables/{}/start", self.table);
            let own = self.seat().map(|seat| (seat, self.value.clone()));
            let shares = Shares { values: own.into_iter().collect::<BTreeMap<_, _>>() };
            let _: Value = self.door.ask(Method::POST, &path, &shares).await.context("starting")?;
        }
        Ok(())
    }

    /// What every seat has left, in ms.
    fn time(&self) -> Time {
        let Some(info) = &self.info else { return Time::default() };
        let left = |ms: &i64| u64::try_from(*ms).unwrap_or(0);
        match info.config.clock {
            Clock::None => Time::default(),
            Clock::Total { increment, .. } => Time {
                left: info.clocks.left.iter().map(left).collect(),
                increment: u64::from(increment) * 1000,
            },
            Clock::Days { .. } => {
                let slow = |ms: &i64| left(ms).min(DAYS);
                Time { left: info.clocks.left.iter().map(slow).collect(), increment: 0 }
            }
        }
    }

    async fn decide(&mut self, line: &mut Line, seat: u8, after: u64) -> Result<()> {
        let record = self.door.text(&format!("/api/tables/{}/record", self.table)).await?;
        let decided = match self.mind.decide(record, seat, self.time()).await {
            Ok(decided) => decided,
            Err(error) => {
                line.say(&ClientMsg::Resign { seat }).await?;
                return Err(Hopeless(format!("{error:#}")).into());
            }
        };
        // The game has gone on meanwhile: other choices follow.
        let Some(words) = decided else { return Ok(()) };
        self.moves += 1;
        // The same name for the same decision: sent again over another line it is played once.
        let id = format!("b{after}s{seat}");
        line.say(&ClientMsg::Play { seat, after, id, words }).await
    }
}
