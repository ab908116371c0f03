//! A year of games by days in an hour of nobody's time: tables sleep in the store, people move when
//! they like or not at all, and the server starts again now and then. Time is a number here.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use ai::Wyrand;
use games::{Game, Seat, Turn};
use protocol::log::{Entry, Logged, Who};
use protocol::{Clock, SeatPlan, TableConfig};
use room::{Boot, Request, Room, Rulebook};
use server::live::patience::due_by_now;
use store::post::LeaveRule;
use store::sqlite::SqliteStore;
use store::{AnyStore, NewTable, Person};
use table::Dice as _;

use super::kit::{config, country};

const DAY: u64 = 86_400_000;
const START: u64 = 1_700_000_000_000;
const RULE: LeaveRule = LeaveRule { first: 7, every: 12 * DAY, most: 20 };
/// How late the waking of a sleeping table may be.
const LATE: u64 = 2_000;

struct World {
    path: std::path::PathBuf,
    store: AnyStore,
    book: Rulebook,
    boots: Vec<Boot>,
    now: u64,
    dice: Wyrand,
    /// When somebody means to move, by time and table.
    plans: BTreeMap<(u64, String), u64>,
    /// Days of leave in the logs, by person.
    leave: HashMap<String, u32>,
    flags: u32,
    moves: u32,
}

fn who(n: usize) -> Who {
    Who { id: format!("person{n:02}"), name: format!("Person {n}"), account: false }
}

impl World {
    async fn new(path: std::path::PathBuf, people: usize) -> World {
        let store: AnyStore = Arc::new(SqliteStore::open(&path).await.unwrap());
        for n in 0..people {
            let Who { id, name, .. } = who(n);
            let person = Person {
                id,
                name,
                password: None,
                made: START,
                banned: false,
                role: None,
                owner: None,
            };
            store.add_person(person).await.unwrap();
        }
        let boots = store.boot(START).await.unwrap();
        World {
            path,
            store,
            book: Rulebook::default(),
            boots,
            now: START,
            dice: Wyrand::new(2026),
            plans: BTreeMap::new(),
            leave: HashMap::new(),
            flags: 0,
            moves: 0,
        }
    }

    /// A table of two, begun.
    async fn begin(&mut self, n: usize, people: usize) {
        let (ada, bob) = (who(n % people), who((n * 7 + 1 + n / people) % people));
        let bob = if bob.id == ada.id { who((n + 1) % people) } else { bob };
        let days = 1 + self.dice.below(3) as u8;
        let plan = TableConfig {
            clock: Clock::Days { days },
            ..config(country(&[]), vec![SeatPlan::Me, SeatPlan::Anyone])
        };
        let (id, seed) = (format!("table{n:04}"), [n as u8; 32]);
        let (mut room, entries) =
            Room::make(&self.book, &id, "key", seed, plan, &ada, self.now).unwrap();
        let table = NewTable { id, key: "key".into(), seed, entries, index: room.index() };
        self.store.make_table(table).await.unwrap();
        let value = Some("ab".repeat(16));
        let sit = Request::Sit { seat: 1, key: None, value, hash: None };
        self.ask(&mut room, &bob, sit).await;
        let start = Request::Start { values: BTreeMap::new(), reveal_ms: 10_000 };
        self.ask(&mut room, &ada, start).await;
        self.plan(&room);
    }

    async fn ask(&mut self, room: &mut Room, who: &Who, request: Request) {
        let decided = room.decide(self.now, who, request).unwrap();
        self.commit(room, decided.entries).await;
    }

    async fn commit(&mut self, room: &mut Room, entries: Vec<Logged>) {
        for logged in &entries {
            let wake = room.wake();
            let actor = room.index().to_act;
            room.apply(logged).unwrap();
            match &logged.entry {
                Entry::Leave { .. } => *self.leave.entry(actor.unwrap()).or_default() += 1,
                Entry::Flagged { .. } => {
                    self.flags += 1;
                    let actor = actor.unwrap();
                    let left = self.store.post().leave(&actor).await.unwrap();
                    let left = left.expect("leave was used before").at(RULE, self.now);
                    assert_eq!(left.days, 0, "nobody loses on time who has leave");
                }
                Entry::Played { .. } => self.moves += 1,
                _ => {}
            }
            if matches!(logged.entry, Entry::Leave { .. } | Entry::Flagged { .. }) {
                let due = wake.unwrap();
                assert!((due..=due + LATE).contains(&logged.at), "{due} {}", logged.at);
            }
        }
        self.store.append(room.id(), entries, room.index()).await.unwrap();
    }

    /// The table as the store tells it, as after any sleep.
    async fn wake(&mut self, id: &str) -> Room {
        let stored = self.store.load(id).await.unwrap().unwrap();
        let mut room =
            Room::fold(&self.book, id, &stored.key, stored.seed, &stored.entries).unwrap();
        if let Some(away) = room.boots(&self.boots) {
            self.commit(&mut room, vec![away]).await;
        }
        room
    }

    /// Whoever must move means to do so some time: mostly in time, sometimes late, rarely never.
    fn plan(&mut self, room: &Room) {
        let Clock::Days { days } = room.clock() else { panic!("by days") };
        if !room.is_playing() || self.dice.below(200) == 0 {
            return;
        }
        let most = u64::from(days) * DAY;
        let span = if self.dice.below(12) == 0 { 3 * most } else { most / 2 };
        let at = self.now + 60_000 + u64::from(self.dice.below(1 << 30)) * span / (1 << 30);
        self.plans.insert((at, room.id().to_owned()), room.game_newest());
    }

    /// Somebody moves, if the game still waits for that move.
    async fn play(&mut self, id: &str, turn: u64) {
        let mut room = self.wake(id).await;
        if !room.is_playing() || room.game_newest() != turn {
            return;
        }
        let person = room.index().to_act.unwrap();
        let seat = room.choices(&person)[0].seat;
        let (rules, game) = room.game().unwrap();
        let (mut game, mut words) = (game.clone(), Vec::new());
        while game.turn() == Turn::Player(Seat(seat)) {
            let action = game.pick(rules, &mut self.dice);
            words.push(game.word(rules, action));
            game.play(rules, action, &mut games::Quiet);
        }
        let play = Request::Play { seat, after: room.newest(), id: format!("m{turn}"), words };
        let mover = Who { name: String::new(), account: false, id: person };
        self.ask(&mut room, &mover, play).await;
        self.plan(&room);
    }

    /// Wakes what is due, as the hub does.
    async fn wake_due(&mut self) {
        for id in self.store.due(self.now).await.unwrap() {
            let mut room = self.wake(&id).await;
            // The server may have been away meanwhile: then it is not due after all.
            if room.wake().is_some_and(|at| at <= self.now) {
                let due = due_by_now(&self.store, RULE, &room, self.now).await.unwrap();
                self.commit(&mut room, due).await;
            }
        }
    }

    /// The server stops, is away for hours, and starts again: no clock runs meanwhile.
    async fn restart(&mut self) {
        self.store.alive(self.now).await.unwrap();
        self.store.close().await;
        let away = 3_600_000 * (1 + u64::from(self.dice.below(8)));
        self.now += away;
        self.store = Arc::new(SqliteStore::open(&self.path).await.unwrap());
        self.boots = self.store.boot(self.now).await.unwrap();
        // Nobody could move: whoever meant to does so now.
        let late: Vec<_> =
            self.plans.range(..(self.now, String::new())).map(|(k, v)| (k.clone(), *v)).collect();
        for (key, turn) in late {
            self.plans.remove(&key);
            self.plans.insert((self.now + 1000, key.1), turn);
        }
    }

    /// When a table must be woken next, as the store knows it.
    async fn next_wake(&self) -> Option<u64> {
        use sqlx::ConnectOptions as _;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&self.path);
        let mut db = options.connect().await.unwrap();
        let sql = "SELECT min(wake) FROM tables WHERE wake IS NOT NULL";
        let wake: Option<i64> = sqlx::query_scalar(sql).fetch_one(&mut db).await.unwrap();
        wake.map(|wake| wake as u64)
    }
}

async fn live(games: usize, people: usize, days: u64) -> World {
    let folder = tempfile::tempdir().unwrap();
    let mut world = World::new(folder.path().join("db"), people).await;
    for n in 0..games {
        world.begin(n, people).await;
    }
    let end = START + days * DAY;
    let mut restart = START + 17 * DAY;
    while world.now < end {
        let planned = world.plans.first_key_value().map(|(key, turn)| (key.clone(), *turn));
        let wake = world.next_wake().await;
        let at = planned.as_ref().map(|((at, _), _)| *at);
        let Some(next) = at.into_iter().chain(wake).min() else { break };
        if next > restart {
            restart += 17 * DAY;
            world.now = world.now.max(restart - 17 * DAY);
            world.restart().await;
            continue;
        }
        world.now = world.now.max(next);
        match planned {
            Some((key, turn)) if at == Some(next) => {
                world.plans.remove(&key);
                world.play(&key.1, turn).await;
            }
            _ => {
                // Sleeping tables are looked for every second.
                world.now += u64::from(world.dice.below(1000));
                world.wake_due().await;
            }
        }
    }
    for n in 0..people {
        let id = who(n).id;
        let used = world.leave.get(&id).copied().unwrap_or_default();
        let grown = u64::from(RULE.first) + (world.now - START) / RULE.every;
        assert!(u64::from(used) <= grown, "{id} used {used} of {grown}");
        let left = world.store.post().leave(&id).await.unwrap();
        assert_eq!(used == 0, left.is_none(), "what is spent is in the logs");
    }
    world.store.close().await;
    drop(folder);
    world
}

/// Some weeks of some games; with LONG=1 a year of two hundred.
#[tokio::test(flavor = "multi_thread")]
async fn a_year_of_games_by_days_keeps_every_deadline() {
    let long = std::env::var("LONG").is_ok();
    let (games, people, days) = if long { (200, 60, 365) } else { (12, 5, 60) };
    let world = live(games, people, days).await;
    let leave: u32 = world.leave.values().sum();
    assert!(world.moves > 300 && leave > 10, "{} moves, {leave} days", world.moves);
    assert!(!long || world.flags > 0, "{} flags", world.flags);
    eprintln!("{} moves, {leave} days of leave, {} flags", world.moves, world.flags);
}
