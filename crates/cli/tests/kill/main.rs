//! The kill test: the real program is killed at random moments while tables are played over real
//! sockets, half of them through a network that delays and cuts. After each start every
//! acknowledged move is there, every client has come back by itself, no move was played twice and
//! no clock has lost time. Meanwhile people rename themselves, log out, ask for films and rematch,
//! and tables fall asleep ([`life`]): nobody who plays is sent away by it. `KILL=full` is the long
//! version.
#![allow(clippy::unwrap_used)] // a test may fail

mod life;
mod results;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ai::Wyrand;
use loadtest::child::{Launch, free_port};
use loadtest::proxy::{Proxy, Weather};
use loadtest::{Acked, Robot, Visitor, load, visitor};
use protocol::{Cause, Clock, Past, Plan, TableConfig};
use table::Dice;

use life::Life;

/// What every seat has on its clock, ms.
const TIME: i64 = 36_000_000;
/// How long all clients may take to come back.
const COMING_BACK: Duration = Duration::from_secs(90);

/// How much is done.
struct Size {
    tables: usize,
    kills: u32,
    /// The longest pause before a move, ms.
    pace: u32,
}

/// A table and the clients that play it.
struct Played {
    id: String,
    visitors: [Visitor; 2],
    robots: [Arc<Robot>; 2],
}

/// Times when no clock ran, ms.
#[derive(Default)]
struct Stood {
    /// How often the server was killed.
    kills: i64,
    /// How long there certainly was no server.
    away: u64,
    /// How long there may have been none: it was still starting.
    starting: u64,
    /// How long its store did not answer, by its own diary: a busy machine may take its time.
    outages: u64,
}

impl Stood {
    /// Reads in the diary of the servers how long the store did not answer.
    fn read(&mut self, diary: &Path) {
        let said = std::fs::read_to_string(diary).unwrap_or_default();
        let outages = said.lines().filter(|line| line.contains("no clock ran"));
        let ms = |line: &str| line.rsplit_once("ms=")?.1.trim().parse::<u64>().ok();
        self.outages = outages.map(|line| ms(line).expect("the length of an outage")).sum();
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(since.as_millis()).unwrap()
}

fn config() -> TableConfig {
    let expansions = ["inns", "traders", "abbot"].map(str::to_string).to_vec();
    let clock = Clock::Total { seconds: u32::try_from(TIME / 1000).unwrap(), increment: 0 };
    let plan = Plan { family: "country".into(), expansions, options: vec![], tiles: None };
    TableConfig { plan, clock, ..load::config() }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_the_server_is_killed() {
    let size = match std::env::var("KILL").as_deref() {
        Ok("full") => Size { tables: 200, kills: 20, pace: 3000 },
        _ => Size { tables: 24, kills: 3, pace: 400 },
    };
    let data = std::env::temp_dir().join(format!("trencavel-kill-{}", std::process::id()));
    std::fs::create_dir_all(&data).unwrap();
    let begun = Instant::now();
    let told = kill_again_and_again(&size, &data).await;
    std::fs::remove_dir_all(&data).unwrap();
    println!("{told} in {:.0} s", begun.elapsed().as_secs_f64());
}

async fn kill_again_and_again(size: &Size, data: &Path) -> String {
    let http = visitor::http().unwrap();
    let port = free_port().unwrap();
    let mut launch = Launch::new(Path::new(env!("CARGO_BIN_EXE_trencavel")), data, port);
    launch.flags.push("--rest-seconds=1".to_string());
    let diary = data.join("diary.txt");
    launch.diary = Some(diary.clone());
    let mut server = launch.start(&http).await.unwrap();
    let address = ([127, 0, 0, 1], port).into();
    let weather = Weather { delay_ms: 20, cut_one_in: 60 };
    let proxy = Proxy::start(address, weather, 7).await.unwrap();
    let mut tables = Vec::new();
    for number in 0..size.tables {
        let far = (number % 2 == 1).then_some(proxy.url.as_str());
        tables.push(begin(&http, &server.url, far, number, size.pace).await);
    }
    let robots = || tables.iter().flat_map(|table| &table.robots);
    let tasks: Vec<_> = robots().map(|robot| tokio::spawn(Arc::clone(robot).run())).collect();
    let players = tables.iter().flat_map(|table| table.visitors.clone()).collect();
    let life = Life::begin(&http, &server.url, players).await;
    let life_done = Arc::clone(&life.done);
    let living = tokio::spawn(life.go_on());
    let mut dice = Wyrand::new(now());
    let mut stood = Stood::default();
    for kill in 1..=size.kills {
        tokio::time::sleep(Duration::from_millis(300 + u64::from(dice.below(3000)))).await;
        let visits: Vec<u64> = robots().map(|robot| robot.visits()).collect();
        server.kill().await.unwrap();
        let gone = now();
        tokio::time::sleep(Duration::from_millis(500 + u64::from(dice.below(1500)))).await;
        let back = now();
        server = launch.start(&http).await.unwrap();
        stood.kills += 1;
        stood.away += back - gone;
        stood.starting += now() - back;
        all_come_back(robots(), &visits).await;
        for table in &tables {
            check(&http, &server.url, table, &mut stood, &diary).await;
        }
        let moves: usize = robots().map(|robot| robot.player().acked.len()).sum();
        println!("kill {kill:2}: {} tables whole, {moves} moves acknowledged", tables.len());
    }
    let begun = Instant::now();
    while !life_done.is_all() && begun.elapsed() < COMING_BACK {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(life_done.is_all(), "not everything was done: {}", life_done.told());
    life_done.stop();
    tokio::time::timeout(COMING_BACK, living).await.expect("life stops").unwrap();
    robots().for_each(|robot| robot.rest());
    for task in tasks {
        tokio::time::timeout(COMING_BACK, task).await.expect("a client that stops").unwrap();
    }
    let mut moves = 0;
    for table in &tables {
        moves += check_at_the_end(&http, &server.url, table).await;
    }
    server.kill().await.unwrap();
    let (kills, cuts, life) = (size.kills, proxy.cuts(), life_done.told());
    format!("{kills} kills, {cuts} cut connections, {} tables, {moves} moves, {life}", tables.len())
}

async fn begin(
    http: &reqwest::Client,
    url: &str,
    far: Option<&str>,
    number: usize,
    pace: u32,
) -> Played {
    let ada = Visitor::guest(http, url, &format!("Ada {number}")).await.unwrap();
    let bob = Visitor::guest(http, url, &format!("Bob {number}")).await.unwrap();
    let made = ada.make(config()).await.unwrap();
    bob.sit(&made, 1).await.unwrap();
    ada.start(&made.id).await.unwrap();
    let way = |visitor: Visitor| far.map_or(visitor.clone(), |far| visitor.through(far));
    let seed = number as u64 * 2;
    let visitors = [ada.clone(), bob.clone()];
    let robots = [
        Robot::new(way(ada), &made.id, "a", pace, seed),
        Robot::new(way(bob), &made.id, "b", pace, seed + 1),
    ];
    Played { id: made.id, visitors, robots }
}

/// Waits until every client has been told again where its table stands.
async fn all_come_back<'a>(robots: impl Iterator<Item = &'a Arc<Robot>>, visits: &[u64]) {
    let robots: Vec<_> = robots.zip(visits).collect();
    let begun = Instant::now();
    let missing = || robots.iter().filter(|(r, v)| r.visits() <= **v && !r.player().over).count();
    while missing() > 0 {
        assert!(begun.elapsed() < COMING_BACK, "{} clients did not come back", missing());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn look(http: &reqwest::Client, url: &str, table: &str) -> Past {
    let response = http.get(format!("{url}/api/tables/{table}")).send().await.unwrap();
    visitor::read(response).await.unwrap()
}

/// The moves of a log; panics if one is there twice.
fn played(past: &Past) -> Vec<Acked> {
    let mut names = HashSet::new();
    let mut list = Vec::new();
    for line in &past.log {
        if let Cause::Played { id, words, .. } = &line.cause {
            assert!(names.insert(id.clone()), "{id} was played twice at {}", past.table.id);
            list.push(Acked { n: line.n, id: id.clone(), words: words.clone() });
        }
    }
    list
}

async fn check(http: &reqwest::Client, url: &str, table: &Played, stood: &mut Stood, diary: &Path) {
    // First what was acknowledged, then the log: it may have grown meanwhile, never shrunk.
    let acked: Vec<Acked> = table.robots.iter().flat_map(|r| r.player().acked.clone()).collect();
    let past = look(http, url, &table.id).await;
    let log = played(&past);
    for ack in &acked {
        assert!(log.contains(ack), "an acknowledged move is lost at {}: {ack:?}", table.id);
    }
    stood.read(diary);
    check_clocks(&past, stood);
}

/// One clock runs from the beginning on: together they have lost the time since, less the times
/// when there was no server or its store did not answer.
fn check_clocks(past: &Past, stood: &Stood) {
    let began = past.log.iter().find(|line| matches!(line.cause, Cause::Began { .. }));
    let began = began.expect("the game has begun").at;
    let clocks = &past.table.clocks;
    if clocks.running.is_none() {
        return;
    }
    let lost: i64 = clocks.left.iter().map(|left| TIME - left).sum();
    let since = i64::try_from(clocks.at - began).unwrap();
    let most = since - i64::try_from(stood.away).unwrap();
    // Five milliseconds for the rounding of each reading.
    let rounding = 5 * (stood.kills + 1);
    assert!(lost <= most + rounding, "{}: {lost} ms were charged of {most}", past.table.id);
    let unsure = i64::try_from(stood.starting + stood.outages).unwrap();
    let least = most - unsure - 3000 * stood.kills - rounding;
    assert!(lost >= least, "{}: only {lost} ms were charged of {least}", past.table.id);
}

/// Everything is answered: what was acknowledged is exactly what was played.
async fn check_at_the_end(http: &reqwest::Client, url: &str, table: &Played) -> usize {
    let mut acked: Vec<Acked> =
        table.robots.iter().flat_map(|robot| robot.player().acked.clone()).collect();
    acked.sort_by_key(|ack| ack.n);
    assert_eq!(acked, played(&look(http, url, &table.id).await));
    for robot in &table.robots {
        // A move may come late when the other socket of a cut connection was still read.
        let refused = robot.player().refused.clone();
        assert!(refused.iter().all(|kind| kind == "late"), "{refused:?}");
        // A server that is killed says nothing: whoever was told to go was sent away by somebody.
        let byes = robot.player().byes.clone();
        assert!(byes.is_empty(), "a player was sent away: {byes:?}");
        // Nor does it ask anybody to wait.
        assert_eq!(robot.player().waited, 0, "a player was asked to wait");
    }
    acked.len()
}
