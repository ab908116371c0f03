//! A client that plays by itself and comes back by itself, whatever happens to its connection.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ai::Wyrand;
use protocol::ClientMsg;
use table::Dice;
use tokio::time::{Instant, interval, sleep_until};

use crate::player::Player;
use crate::socket::Socket;
use crate::visitor::Visitor;

/// After how long without a word a connection is made anew, if an answer is due.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long it waits before it knocks again at a closed door.
const KNOCKING: Duration = Duration::from_millis(50);

/// A client.
pub struct Robot {
    visitor: Visitor,
    table: String,
    player: Mutex<Player>,
    visits: AtomicU64,
    resting: AtomicBool,
    /// Whether it asks now and then if the server is there, as pages do.
    watchful: AtomicBool,
    /// The longest pause before a move, ms.
    pace: u32,
    seed: u64,
}

impl Robot {
    /// A client that pauses up to `pace` milliseconds before each move.
    pub fn new(visitor: Visitor, table: &str, name: &str, pace: u32, seed: u64) -> Arc<Robot> {
        Arc::new(Robot {
            visitor,
            table: table.to_string(),
            player: Mutex::new(Player::new(name, seed)),
            visits: AtomicU64::new(0),
            resting: AtomicBool::new(false),
            watchful: AtomicBool::new(false),
            pace,
            seed,
        })
    }

    /// The player as it is now.
    pub fn player(&self) -> MutexGuard<'_, Player> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many times it came in and was told where the table stands.
    pub fn visits(&self) -> u64 {
        self.visits.load(Ordering::Relaxed)
    }

    /// From now on it begins no more moves, and stops once the one under way is answered.
    pub fn rest(&self) {
        self.resting.store(true, Ordering::Relaxed);
    }

    /// Whether it was told to.
    pub fn is_resting(&self) -> bool {
        self.resting.load(Ordering::Relaxed)
    }

    /// From now on it asks now and then whether the server is there, and comes in anew if it hears
    /// nothing.
    pub fn watch(&self) {
        self.watchful.store(true, Ordering::Relaxed);
    }

    fn is_done(&self) -> bool {
        let player = self.player();
        player.is_finished() || self.is_resting() && !player.is_waiting()
    }

    /// Plays until the game is over or it is told to rest.
    pub async fn run(self: Arc<Robot>) {
        let mut dice = Wyrand::new(!self.seed);
        while !self.is_done() {
            let since = self.player().n;
            match Socket::open(&self.visitor, &self.table, since).await {
                Ok(socket) => self.stay(socket, &mut dice).await,
                Err(_) => tokio::time::sleep(KNOCKING).await,
            }
        }
    }

    /// Plays over one connection until it breaks.
    async fn stay(&self, mut socket: Socket, dice: &mut Wyrand) {
        let mut first = true;
        let mut next = Instant::now() + self.pause(dice);
        let mut asking = interval(PATIENCE / 2);
        let (mut told, mut sent) = (Instant::now(), Instant::now());
        while !self.is_done() {
            // Without a move under way there is nothing to wait for but the next one.
            let due = if self.player().is_waiting() { sent + PATIENCE } else { next };
            let answer = tokio::select! {
                heard = socket.hear() => {
                    let Ok(message) = heard else { return };
                    told = Instant::now();
                    if std::mem::take(&mut first) {
                        self.visits.fetch_add(1, Ordering::Relaxed);
                    }
                    self.player().hear(&message)
                }
                _ = asking.tick(), if self.watchful.load(Ordering::Relaxed) => {
                    if told.elapsed() > PATIENCE {
                        return;
                    }
                    Some(ClientMsg::Ping { at: 0 })
                }
                () = sleep_until(due) => {
                    if self.player().is_waiting() {
                        return;
                    }
                    next = Instant::now() + self.pause(dice).max(Duration::from_millis(1));
                    if self.is_resting() { None } else { self.player().decide() }
                }
            };
            let Some(message) = answer else { continue };
            if !matches!(message, ClientMsg::Ping { .. }) {
                // Only an answer to the move ends the wait, not one to the question who is there.
                sent = Instant::now();
            }
            if socket.say(&message).await.is_err() {
                return;
            }
        }
    }

    fn pause(&self, dice: &mut Wyrand) -> Duration {
        Duration::from_millis(u64::from(dice.below(self.pace + 1)))
    }
}
