//! Many tables of two clients, each of which moves at a steady pace.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use protocol::{Cause, ClientMsg, Clock, Made, Plan, SeatPlan, ServerMsg, TableConfig, Visibility};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::player::Player;
use crate::report::Times;
use crate::socket::{Ended, Socket};
use crate::visitor::Visitor;

/// How many tables are prepared at once.
const PREPARING: usize = 16;

/// What players see of their moves.
#[derive(Clone, Default, Debug)]
pub struct RoundTrips {
    /// From sending a move until the other sees it.
    pub step: Times,
    /// From sending a move until its sender knows that it is committed.
    pub done: Times,
}

impl RoundTrips {
    /// Takes those of others in.
    pub fn extend(&mut self, other: RoundTrips) {
        self.step.extend(other.step);
        self.done.extend(other.done);
    }
}

/// What all tables of a run share.
#[derive(Debug, Default)]
pub struct Tally {
    /// Moves that were told to the other side.
    pub moves: AtomicU64,
    /// Moves that should have been made, but the one before was not done.
    pub missed: AtomicU64,
    /// Sockets that the server ended or that broke.
    pub broken: AtomicU64,
    /// Refusals, and requests to wait: whoever is told `busy` was refused something too.
    pub refused: AtomicU64,
    /// Set when the run is over.
    pub stop: AtomicBool,
}

impl Tally {
    fn add(number: &AtomicU64) {
        number.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether the run is over.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Lets a player hear a message, and notes what it complains about.
    fn hear(&self, player: &mut Player, message: &ServerMsg) -> Option<ClientMsg> {
        let complaints = |player: &Player| player.refused.len() as u64 + player.waited;
        let before = complaints(player);
        let answer = player.hear(message);
        self.refused.fetch_add(complaints(player) - before, Ordering::Relaxed);
        answer
    }
}

/// A table that is ready to be played, and its two visitors.
pub struct Pair {
    table: String,
    visitors: [Visitor; 2],
}

/// A table for two, of the base game.
pub fn config() -> TableConfig {
    TableConfig {
        name: String::new(),
        plan: Plan { family: "country".into(), expansions: vec![], options: vec![], tiles: None },
        seats: vec![SeatPlan::Me, SeatPlan::Anyone],
        order: protocol::Order::Given,
        clock: Clock::Total { seconds: 36_000, increment: 0 },
        flagged: protocol::Flagged::Loses,
        aids: protocol::Aids::Standard,
        visibility: Visibility::Public,
        takeback: None,
        hints: None,
        watcher_chat: protocol::Switch::On,
        start: protocol::Start::Owner,
        first: None,
        from: None,
        rated: false,
        pool: None,
        again: 0,
        finishes: None,
    }
}

/// Prepares tables: two guests each, seated, the game begun.
///
/// # Errors
/// The first thing that went wrong.
pub async fn prepare(
    http: &reqwest::Client,
    base: &str,
    tables: usize,
    done: impl Fn() + Send + Sync + Clone + 'static,
) -> Result<Vec<Pair>> {
    let gate = Arc::new(Semaphore::new(PREPARING));
    let mut tasks = JoinSet::new();
    for number in 0..tables {
        let (gate, http, base) = (Arc::clone(&gate), http.clone(), base.to_string());
        let done = done.clone();
        tasks.spawn(async move {
            let _pass = gate.acquire().await?;
            let pair = pair(&http, &base, number).await;
            done();
            pair
        });
    }
    let mut pairs = Vec::with_capacity(tables);
    while let Some(pair) = tasks.join_next().await {
        pairs.push(pair??);
    }
    Ok(pairs)
}

async fn pair(http: &reqwest::Client, base: &str, number: usize) -> Result<Pair> {
    let first = Visitor::guest(http, base, &format!("Ada {number}")).await?;
    let second = Visitor::guest(http, base, &format!("Bob {number}")).await?;
    Pair::begin([first, second]).await
}

impl Pair {
    /// A table for two visitors, both seated, the game begun.
    async fn begin(visitors: [Visitor; 2]) -> Result<Pair> {
        let [first, second] = &visitors;
        let made: Made = first.make(config()).await.context("making a table")?;
        second.sit(&made, 1).await.context("sitting down")?;
        first.start(&made.id).await.context("starting")?;
        Ok(Pair { table: made.id, visitors })
    }
}

/// When a table moves.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// When it moves first.
    pub first: Instant,
    /// And then once in this time.
    pub every: Duration,
    /// No more moves from here on.
    pub end: Instant,
}

/// A side of a table.
struct Side {
    socket: Socket,
    player: Player,
}

/// A table with both sockets open.
pub struct Live {
    pair: Pair,
    sides: [Side; 2],
}

/// Opens the sockets of all tables.
///
/// # Errors
/// The first thing that went wrong.
pub async fn connect(
    pairs: Vec<Pair>,
    done: impl Fn() + Send + Sync + Clone + 'static,
) -> Result<Vec<Live>> {
    let gate = Arc::new(Semaphore::new(PREPARING));
    let mut tasks = JoinSet::new();
    for (number, pair) in pairs.into_iter().enumerate() {
        let (gate, done) = (Arc::clone(&gate), done.clone());
        tasks.spawn(async move {
            let _pass = gate.acquire().await?;
            let live = open(pair, number as u64).await;
            done();
            live
        });
    }
    let mut lives = Vec::new();
    while let Some(live) = tasks.join_next().await {
        lives.push(live??);
    }
    Ok(lives)
}

async fn open(pair: Pair, seed: u64) -> Result<Live> {
    let mut sides = Vec::with_capacity(2);
    for (name, visitor) in ["a", "b"].into_iter().zip(&pair.visitors) {
        let mut socket = Socket::open(visitor, &pair.table, None).await?;
        let mut player = Player::new(name, seed * 2 + sides.len() as u64);
        let first = socket.hear().await.map_err(|ended| anyhow!("no snapshot: {ended:?}"))?;
        player.hear(&first);
        sides.push(Side { socket, player });
    }
    let Ok(sides) = sides.try_into() else { unreachable!("two sides were opened") };
    Ok(Live { pair, sides })
}

/// Plays all tables for a while, each moving once every `every`; answers the round trips.
///
/// # Errors
/// If a task of ours fails.
pub async fn play(
    lives: Vec<Live>,
    every: Duration,
    length: Duration,
    tally: &Arc<Tally>,
) -> Result<(Vec<Live>, RoundTrips)> {
    let begun = Instant::now();
    let count = lives.len().max(1) as u32;
    let mut tasks = JoinSet::new();
    for (number, live) in lives.into_iter().enumerate() {
        // Tables move one after the other, not all at the same moment.
        let first = begun + every * number as u32 / count;
        let tally = Arc::clone(tally);
        let pace = Pace { first, every, end: begun + length };
        tasks.spawn(async move { live.run(pace, &tally).await });
    }
    let mut times = RoundTrips::default();
    let mut lives = Vec::new();
    while let Some(done) = tasks.join_next().await {
        let (live, own) = done?;
        times.extend(own);
        lives.extend(live);
    }
    Ok((lives, times))
}

impl Live {
    /// The table's id.
    pub fn table(&self) -> &str {
        &self.pair.table
    }

    /// A new game of the same two.
    ///
    /// # Errors
    /// What the server refuses.
    pub async fn again(self, seed: u64) -> Result<Live> {
        open(Pair::begin(self.pair.visitors).await?, seed).await
    }

    /// Plays until the game is over, the time has come or the run is stopped; nothing is left of
    /// a table whose socket broke.
    pub async fn run(mut self, pace: Pace, tally: &Tally) -> (Option<Live>, RoundTrips) {
        let mut times = RoundTrips::default();
        let mut next = pace.first;
        let mut sent = None;
        while !self.is_over() {
            let [a, b] = &mut self.sides;
            let heard = tokio::select! {
                message = a.socket.hear() => Some((0, message)),
                message = b.socket.hear() => Some((1, message)),
                () = sleep_until(next) => None,
            };
            let went_on = match heard {
                Some((side, message)) => {
                    self.heard(side, message, &mut sent, &mut times, tally).await
                }
                None if Instant::now() >= pace.end || tally.is_stopped() => {
                    return (Some(self), times);
                }
                None => {
                    next += pace.every;
                    self.begin_move(&mut sent, tally).await
                }
            };
            if went_on.is_err() {
                Tally::add(&tally.broken);
                return (None, times);
            }
        }
        (Some(self), times)
    }

    fn is_over(&self) -> bool {
        self.sides.iter().all(|side| side.player.is_finished())
    }

    /// Whoever must decide begins to; `sent` is when the newest message of the move was sent.
    async fn begin_move(&mut self, sent: &mut Option<Instant>, tally: &Tally) -> Result<()> {
        for side in &mut self.sides {
            if let Some(message) = side.player.decide() {
                *sent = Some(Instant::now());
                return side.socket.say(&message).await;
            }
        }
        // The move before is still under way, and its time counts on.
        Tally::add(&tally.missed);
        Ok(())
    }

    async fn heard(
        &mut self,
        side: usize,
        message: Result<ServerMsg, Ended>,
        sent: &mut Option<Instant>,
        times: &mut RoundTrips,
        tally: &Tally,
    ) -> Result<()> {
        let message = message.map_err(|ended| anyhow!("{ended:?}"))?;
        let player = &mut self.sides[side].player;
        let acked = player.acked.len();
        let answer = tally.hear(player, &message);
        if player.acked.len() > acked
            && let Some(sent) = sent
        {
            times.done.push(sent.elapsed());
        }
        if let ServerMsg::Step(step) = &message
            && let Cause::Played { id, .. } = &step.cause
            && is_of_other(id, side)
        {
            Tally::add(&tally.moves);
            if let Some(sent) = sent {
                times.step.push(sent.elapsed());
            }
        }
        if let Some(answer) = answer {
            *sent = Some(Instant::now());
            self.sides[side].socket.say(&answer).await?;
        }
        Ok(())
    }
}

/// Whether a move was made by the other side.
fn is_of_other(id: &str, side: usize) -> bool {
    id.starts_with(if side == 0 { "b-" } else { "a-" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(kind: &str) -> ServerMsg {
        let problem = protocol::Problem { kind: kind.into(), ..protocol::Problem::default() };
        ServerMsg::Refused { id: None, problem }
    }

    #[test]
    fn whoever_is_asked_to_wait_was_refused_something() {
        let (tally, mut player) = (Tally::default(), Player::new("a", 1));
        for kind in ["busy", "store", "late"] {
            tally.hear(&mut player, &refusal(kind));
        }
        assert_eq!(tally.refused.load(Ordering::Relaxed), 3);
        assert_eq!((player.waited, player.refused), (2, vec!["late".to_string()]));
    }
}
