//! Tables of one client against a computer's seat: how long does the computer take to answer?

use std::sync::Arc;
use std::time::Duration;

use ai::Wyrand;
use anyhow::{Context, Result, anyhow};
use protocol::{Cause, Level, Menu, SeatPlan, ServerMsg, TableConfig};
use table::Dice;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::load;
use crate::player::Player;
use crate::report::Times;
use crate::socket::Socket;
use crate::visitor::{Visitor, read};

/// How many tables are prepared at once.
const PREPARING: usize = 16;
/// The client sits first, the computer behind it.
const COMPUTER: u8 = 1;

/// A client that plays against a computer's seat.
pub struct Opponent {
    /// Kept so that its session stays.
    _visitor: Visitor,
    socket: Socket,
    player: Player,
    dice: Wyrand,
}

/// How long a level says that it takes for a move.
///
/// # Errors
/// If the server does not have it.
pub async fn stated(http: &reqwest::Client, base: &str, level: Level) -> Result<Duration> {
    let menu: Menu = read(http.get(format!("{base}/api/menu")).send().await?).await?;
    let found = menu.levels.iter().find(|choice| choice.level == level);
    let found = found.with_context(|| format!("the server has no {level}"))?;
    Ok(Duration::from_millis(found.milliseconds.into()))
}

/// Makes tables against a level, begins their games and opens their sockets.
///
/// # Errors
/// The first thing that went wrong.
pub async fn prepare(
    http: &reqwest::Client,
    base: &str,
    tables: usize,
    level: Level,
) -> Result<Vec<Opponent>> {
    let gate = Arc::new(Semaphore::new(PREPARING));
    let mut tasks = JoinSet::new();
    for number in 0..tables {
        let (gate, http, base) = (Arc::clone(&gate), http.clone(), base.to_string());
        tasks.spawn(async move {
            let _pass = gate.acquire().await?;
            sit_down(&http, &base, number, level).await
        });
    }
    let mut opponents = Vec::with_capacity(tables);
    while let Some(opponent) = tasks.join_next().await {
        opponents.push(opponent??);
    }
    Ok(opponents)
}

async fn sit_down(
    http: &reqwest::Client,
    base: &str,
    number: usize,
    level: Level,
) -> Result<Opponent> {
    let visitor = Visitor::guest(http, base, &format!("Cyr {number}")).await?;
    let seats = vec![SeatPlan::Me, SeatPlan::Computer { level }];
    let made = visitor.make(TableConfig { seats, ..load::config() }).await?;
    visitor.start(&made.id).await.context("starting")?;
    let mut socket = Socket::open(&visitor, &made.id, None).await?;
    let mut player = Player::new("c", number as u64);
    let first = socket.hear().await.map_err(|ended| anyhow!("no snapshot: {ended:?}"))?;
    player.hear(&first);
    Ok(Opponent { _visitor: visitor, socket, player, dice: Wyrand::new(!(number as u64)) })
}

/// Plays all of them for a while, each client pausing for about `pause` before a move; answers how
/// long the computers took from a client's move to their own.
///
/// # Errors
/// If a socket breaks or a task of ours fails.
pub async fn play(opponents: Vec<Opponent>, pause: Duration, length: Duration) -> Result<Times> {
    let end = Instant::now() + length;
    let mut tasks = JoinSet::new();
    for opponent in opponents {
        tasks.spawn(opponent.run(pause, end));
    }
    let mut times = Times::default();
    while let Some(own) = tasks.join_next().await {
        times.extend(own??);
    }
    Ok(times)
}

impl Opponent {
    async fn run(mut self, pause: Duration, end: Instant) -> Result<Times> {
        let mut times = Times::default();
        let mut moved: Option<Instant> = None;
        // Not all at the same moment, at first either.
        let mut next = Instant::now() + pause.mul_f64(self.part());
        while !self.player.is_finished() && Instant::now() < end {
            let answer = tokio::select! {
                heard = self.socket.hear() => {
                    let message = heard.map_err(|ended| anyhow!("a socket broke: {ended:?}"))?;
                    match played_by(&message) {
                        Some(COMPUTER) => {
                            times.extend_with(moved.take().map(|at| at.elapsed()));
                            next = Instant::now() + pause.mul_f64(0.5 + self.part());
                        }
                        Some(_) => moved = Some(Instant::now()),
                        None => {}
                    }
                    self.player.hear(&message)
                }
                () = sleep_until(next.min(end)) => {
                    next = Instant::now() + pause.mul_f64(0.5 + self.part());
                    self.player.decide()
                }
            };
            if let Some(message) = answer {
                self.socket.say(&message).await?;
            }
        }
        Ok(times)
    }

    /// A number from 0 to 1.
    fn part(&mut self) -> f64 {
        f64::from(self.dice.below(1000)) / 1000.0
    }
}

/// Whose move a message tells.
fn played_by(message: &ServerMsg) -> Option<u8> {
    match message {
        ServerMsg::Step(step) => match &step.cause {
            Cause::Played { seat, .. } => Some(*seat),
            _ => None,
        },
        _ => None,
    }
}
