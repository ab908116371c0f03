//! What else goes on at a server that is killed: people change their names, log out and ask for
//! films and rematches, and tables that nobody looks at are put to rest and woken.
//!
//! None of it may be noticed by whoever plays; each of it may fail while there is no server.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ai::Wyrand;
use loadtest::{Robot, Socket, Visitor, load};
use protocol::{ClientMsg, Made, ServerMsg, Status};
use reqwest::Method;
use serde_json::json;
use table::Dice;

/// How long one thing may take: a server that is gone does not answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long tables are left alone that should rest: the server waits for a second.
const SLEEP: Duration = Duration::from_millis(2500);

/// How often each thing was done.
#[derive(Default)]
pub struct Done {
    pub renames: AtomicU64,
    pub logouts: AtomicU64,
    pub films: AtomicU64,
    pub rematches: AtomicU64,
    pub woken: AtomicU64,
    stop: AtomicBool,
}

impl Done {
    fn count(number: &AtomicU64) -> u64 {
        number.load(Ordering::Relaxed)
    }

    /// All of it in a line.
    pub fn told(&self) -> String {
        format!(
            "{} renames, {} log-outs, {} films, {} rematches, {} sleeping tables woken",
            Done::count(&self.renames),
            Done::count(&self.logouts),
            Done::count(&self.films),
            Done::count(&self.rematches),
            Done::count(&self.woken),
        )
    }

    /// Everything was done at least once.
    pub fn is_all(&self) -> bool {
        let all = [&self.renames, &self.logouts, &self.films, &self.rematches, &self.woken];
        all.into_iter().all(|number| Done::count(number) > 0)
    }

    /// No more of it.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A finished game and its players.
pub struct Ended {
    table: Made,
    players: [Visitor; 2],
}

/// Life beside the tables that are played.
pub struct Life {
    pub done: Arc<Done>,
    http: reqwest::Client,
    url: String,
    /// Who plays, and changes its name meanwhile.
    pub players: Vec<Visitor>,
    pub ended: Vec<Ended>,
    /// Begun tables without anybody, and somebody who plays there.
    pub sleeping: Vec<(String, Visitor)>,
    alarm: Alarm,
}

impl Life {
    /// Finished games to ask films and rematches of, and begun ones that nobody looks at.
    pub async fn begin(http: &reqwest::Client, url: &str, players: Vec<Visitor>) -> Life {
        let (mut ended, mut sleeping) = (Vec::new(), Vec::new());
        for number in 0..4 {
            let (made, ada, bob) = pair(http, url, number).await;
            if number % 2 == 0 {
                some_moves(&made, [&ada, &bob], 2).await;
                let mut socket = Socket::open(&ada, &made.id, None).await.unwrap();
                socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
                while ada.look(&made.id).await.unwrap().table.status == Status::Playing {
                    socket.hear().await.unwrap();
                }
                ended.push(Ended { table: made, players: [ada, bob] });
            } else {
                sleeping.push((made.id, ada));
            }
        }
        let (done, http, url) = (Arc::default(), http.clone(), url.to_string());
        Life { done, http, url, players, ended, sleeping, alarm: Alarm::default() }
    }

    /// Goes on until it is stopped.
    pub async fn go_on(self) {
        let mut dice = Wyrand::new(99);
        for round in 0u32.. {
            if self.done.stop.load(Ordering::Relaxed) {
                return;
            }
            let something = async {
                match round % 5 {
                    0 | 1 => self.rename(round, &mut dice).await,
                    2 => self.log_out(round).await,
                    3 => self.film_and_rematch(round).await,
                    _ => self.wake(round).await,
                }
            };
            let _ = tokio::time::timeout(PATIENCE, something).await;
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    async fn rename(&self, round: u32, dice: &mut Wyrand) -> Option<()> {
        let player = &self.players[dice.below(self.players.len() as u32) as usize];
        let name =
            if round.is_multiple_of(2) { player.me.name.clone() } else { format!("New {round}") };
        let request = player.request(Method::POST, "/api/guest").json(&json!({ "name": name }));
        let answer = request.send().await.ok()?;
        assert!(answer.status() != 400, "a good name was refused");
        self.done.renames.fetch_add(u64::from(answer.status().is_success()), Ordering::Relaxed);
        Some(())
    }

    /// A watcher logs out: its socket ends, and nobody else's.
    async fn log_out(&self, round: u32) -> Option<()> {
        // Not at a table that sleeps.
        let table = &self.ended.first()?.table.id;
        let name = format!("Watcher {round}");
        let watcher = Visitor::guest(&self.http, &self.url, &name).await.ok()?;
        let mut socket = Socket::open(&watcher, table, None).await.ok()?;
        let out = watcher.request(Method::POST, "/api/logout").send().await.ok()?;
        if !out.status().is_success() {
            return None;
        }
        loop {
            match socket.hear().await {
                Ok(ServerMsg::Bye { why, .. }) if why == "session" => break,
                Ok(_) => {}
                // The server was killed meanwhile.
                Err(_) => return None,
            }
        }
        self.done.logouts.fetch_add(1, Ordering::Relaxed);
        Some(())
    }

    async fn film_and_rematch(&self, round: u32) -> Option<()> {
        let ended = &self.ended[round as usize % self.ended.len()];
        let path = format!("/api/tables/{}", ended.table.id);
        let film = ended.players[0].request(Method::GET, &format!("{path}/picture.gif"));
        let film = film.send().await.ok()?.status();
        self.done.films.fetch_add(u64::from(film.is_success()), Ordering::Relaxed);
        let mut tables = Vec::new();
        for player in &ended.players {
            let again = player.request(Method::POST, &format!("{path}/rematch"));
            let again = again.send().await.ok()?;
            if again.status().is_success() {
                let made: Made = again.json().await.ok()?;
                tables.push(made.id);
            }
        }
        if let [first, second] = tables.as_slice() {
            assert_eq!(first, second, "one game has one rematch");
            self.done.rematches.fetch_add(1, Ordering::Relaxed);
        }
        Some(())
    }

    /// Comes to a table that was put to rest and says something, which only a table that is awake
    /// can take: it is whole.
    async fn wake(&self, round: u32) -> Option<()> {
        if !self.alarm.rings() {
            return None;
        }
        let (table, player) = &self.sleeping[round as usize % self.sleeping.len()];
        let mut socket = Socket::open(player, table, None).await.ok()?;
        let first = socket.hear().await.ok()?;
        let ServerMsg::Snapshot(past) = first else { panic!("no snapshot, but {first:?}") };
        assert_eq!(past.table.status, Status::Playing);
        let id = format!("wake-{round}");
        let text = "Good morning.".to_string();
        socket.say(&ClientMsg::Chat { id: id.clone(), text }).await.ok()?;
        loop {
            match socket.hear().await.ok()? {
                ServerMsg::Done { id: done, .. } if done == id => break,
                ServerMsg::Refused { problem, .. } => panic!("a table that woke: {problem:?}"),
                _ => {}
            }
        }
        self.done.woken.fetch_add(1, Ordering::Relaxed);
        Some(())
    }
}

/// Tells when tables may have gone to rest again.
#[derive(Default)]
pub struct Alarm(Mutex<Option<Instant>>);

impl Alarm {
    fn rings(&self) -> bool {
        let mut last = self.0.lock().unwrap();
        let rings = last.is_none_or(|last| last.elapsed() > SLEEP);
        if rings {
            *last = Some(Instant::now());
        }
        rings
    }
}

/// A film needs something to show.
pub async fn some_moves(made: &Made, players: [&Visitor; 2], each: usize) {
    let robot = |name, visitor: &Visitor| Robot::new(visitor.clone(), &made.id, name, 5, 1);
    let robots = [robot("a", players[0]), robot("b", players[1])];
    let tasks = robots.clone().map(|robot| tokio::spawn(robot.run()));
    while robots.iter().any(|robot| robot.player().acked.len() < each) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for robot in &robots {
        robot.rest();
    }
    for task in tasks {
        task.await.unwrap();
    }
}

async fn pair(http: &reqwest::Client, url: &str, number: usize) -> (Made, Visitor, Visitor) {
    let ada = Visitor::guest(http, url, &format!("Quiet {number}")).await.unwrap();
    let bob = Visitor::guest(http, url, &format!("Calm {number}")).await.unwrap();
    let made = ada.make(load::config()).await.unwrap();
    bob.sit(&made, 1).await.unwrap();
    ada.start(&made.id).await.unwrap();
    (made, ada, bob)
}
