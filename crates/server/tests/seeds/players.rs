//! Those who play: they come to any node, send a move again until it is answered, and remember
//! everything that they were told.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use loadtest::Player;
use protocol::{Cause, ClientMsg, Clock, Made, Me, Past, ServerMsg, TableConfig};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::time::{Instant, interval, sleep, sleep_until};

use crate::wire::{self, Failure, Socket};
use crate::world::{NODES, Shared, TIME};

/// After how long without a word a connection is made anew.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest pause before a move, ms.
const PACE: u64 = 700;

/// One who plays.
pub struct Robot {
    pub player: Player,
    /// The moves that it was told of, by their numbers.
    pub told: BTreeMap<u64, String>,
    cookie: String,
    dice: StdRng,
}

/// A table and who plays there.
pub struct Table {
    pub id: String,
    /// When its game began, by the simulated time.
    pub began: Duration,
    pub robots: [RefCell<Robot>; 2],
}

fn config() -> TableConfig {
    let clock = Clock::Total { seconds: u32::try_from(TIME / 1000).unwrap(), increment: 0 };
    TableConfig { clock, ..loadtest::load::config() }
}

/// Asks until it is done: everything that makes a table may be asked twice.
async fn insist<T>(mut ask: impl AsyncFnMut(&'static str) -> Result<T, Failure>) -> T {
    let mut last = String::new();
    for try_number in 0..100 {
        match ask(NODES[try_number % 3]).await {
            Ok(done) => return done,
            Err(failure) => last = failure,
        }
        sleep(Duration::from_millis(200)).await;
    }
    panic!("never done: {last}")
}

async fn guest(name: &str, seed: u64) -> Robot {
    let coming = async |node: &'static str| {
        let name = Some(json!({ "name": name }));
        wire::ask::<Me>(node, "POST", "/api/guest", "", name).await
    };
    let (_, cookie) = insist(coming).await;
    let (player, dice) = (Player::new(name, seed), StdRng::seed_from_u64(seed));
    Robot { player, told: BTreeMap::new(), cookie, dice }
}

/// A table at one of the nodes, its game begun.
pub async fn table(number: usize, seed: u64) -> Table {
    let seed = seed.wrapping_mul(64) + number as u64 * 2;
    let (ada, bob) = (guest("a", seed).await, guest("b", seed + 1).await);
    let node = NODES[number % 3];
    let new = serde_json::to_value(protocol::NewTable { config: config(), id: None, value: None });
    let (made, _): (Made, _) =
        wire::ask(node, "POST", "/api/tables", &ada.cookie, new.ok()).await.unwrap();
    let seat = format!("/api/tables/{}/seats/1", made.id);
    let key = Some(json!({ "key": made.key }));
    let _: (Value, _) = wire::ask(node, "POST", &seat, &bob.cookie, key).await.unwrap();
    let start = format!("/api/tables/{}/start", made.id);
    let _: (Value, _) = wire::ask(node, "POST", &start, &ada.cookie, None).await.unwrap();
    let began = turmoil::sim_elapsed().unwrap_or_default();
    Table { id: made.id, began, robots: [ada, bob].map(RefCell::new) }
}

impl Table {
    /// The table as a node shows it.
    pub async fn look(&self, node: &'static str) -> Past {
        let path = format!("/api/tables/{}", self.id);
        let cookie = self.robots[0].borrow().cookie.clone();
        insist(async |_| wire::ask(node, "GET", &path, &cookie, None).await).await.0
    }

    pub fn acknowledged(&self) -> usize {
        self.robots.iter().map(|robot| robot.borrow().player.acked.len()).sum()
    }
}

/// Plays until the game is over, or all are told to rest.
pub async fn play(table: Rc<Table>, seat: usize, shared: Rc<Shared>) {
    let robot = &table.robots[seat];
    while !is_done(&robot.borrow().player, &shared) {
        let (since, cookie, node) = {
            let mut robot = robot.borrow_mut();
            let node = NODES[robot.dice.random_range(0..3)];
            (robot.player.n, robot.cookie.clone(), node)
        };
        match Socket::open(node, &table.id, since, &cookie).await {
            Ok(socket) => stay(robot, socket, &shared).await,
            Err(failure) => tracing::debug!(node, failure, "not let in"),
        }
        sleep(Duration::from_millis(100)).await;
    }
}

fn is_done(player: &Player, shared: &Shared) -> bool {
    player.is_finished() || shared.resting.get() && !player.is_waiting()
}

/// Plays over one connection until it breaks.
async fn stay(robot: &RefCell<Robot>, mut socket: Socket, shared: &Shared) {
    let mut next = Instant::now() + robot.borrow_mut().pause();
    let mut asking = interval(PATIENCE / 2);
    let (mut heard_at, mut sent) = (Instant::now(), Instant::now());
    while !is_done(&robot.borrow().player, shared) {
        let waits = robot.borrow().player.is_waiting();
        let due = if waits { sent + PATIENCE } else { next };
        let answer = tokio::select! {
            heard = socket.hear() => {
                let Ok(message) = heard else { return };
                heard_at = Instant::now();
                robot.borrow_mut().hear(&message)
            }
            _ = asking.tick() => {
                if heard_at.elapsed() > PATIENCE {
                    return;
                }
                Some(ClientMsg::Ping { at: 0 })
            }
            () = sleep_until(due) => {
                if waits {
                    return;
                }
                let mut robot = robot.borrow_mut();
                next = Instant::now() + robot.pause();
                if shared.resting.get() { None } else { robot.player.decide() }
            }
        };
        let Some(message) = answer else { continue };
        if !matches!(message, ClientMsg::Ping { .. }) {
            sent = Instant::now();
        }
        if socket.say(&message).await.is_err() {
            return;
        }
    }
}

impl Robot {
    fn pause(&mut self) -> Duration {
        Duration::from_millis(self.dice.random_range(1..=PACE))
    }

    fn hear(&mut self, message: &ServerMsg) -> Option<ClientMsg> {
        if let ServerMsg::Step(step) = message
            && let Cause::Played { id, .. } = &step.cause
        {
            let before = self.told.insert(step.n, id.clone());
            assert!(before.is_none_or(|before| before == *id), "told two moves of one number");
        }
        self.player.hear(message)
    }
}
