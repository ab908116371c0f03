//! Three nodes, a database, a balancer, and tables that are played.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use loadtest::child::{Child, Launch, free_port};
use loadtest::database::{Database, Stop};
use loadtest::link::Link;
use loadtest::report::Times;
use loadtest::{Robot, Visitor, load, visitor};
use protocol::{Clock, Plan, TableConfig};

use crate::checks;

/// How many ways there are.
pub const LINKS: usize = 7;
/// What every seat has on its clock, ms.
pub const TIME: i64 = 36_000_000;
/// How many tables are made at the same time.
const MADE_AT_ONCE: usize = 8;
/// How long tables may take to play on.
const PLAYING_ON: Duration = Duration::from_secs(90);

/// A table and the clients that play it.
pub struct Played {
    pub id: String,
    pub robots: [Arc<Robot>; 2],
    /// The moves of a game that is over and was looked at.
    pub settled: Option<usize>,
}

/// Everything.
pub struct World {
    pub http: reqwest::Client,
    pub database: Database,
    pub to_database: Vec<Link>,
    pub to_peer: Vec<Link>,
    pub balancer: Arc<Link>,
    pub tables: Vec<Played>,
    pub tasks: Vec<tokio::task::JoinHandle<()>>,
    launches: Vec<Launch>,
    nodes: Vec<Option<Child>>,
    watching: tokio::task::JoinHandle<()>,
    folder: PathBuf,
    pace: u32,
    /// Another balancer than ours, which new players come by.
    pub way: Option<String>,
    /// Whether the database has a small disk of its own.
    pub small_disk: bool,
    /// What was met, and how long it took until all played on.
    pub report: Report,
}

/// A fault, how often it was met, how many tables lost their owner by it, and how long each table
/// took to play on.
#[derive(Default)]
pub struct Report(Vec<(&'static str, usize, usize, Times)>);

impl Report {
    fn note(&mut self, what: &'static str, owned: usize, times: Times) {
        let known = self.0.iter().position(|one| one.0 == what);
        let place = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push((what, 0, 0, Times::default()));
        }
        let one = &mut self.0[place];
        (one.1, one.2) = (one.1 + 1, one.2 + owned);
        one.3.extend(times);
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{HEAD}")?;
        for (what, met, owned, times) in &self.0 {
            let mut times = times.clone();
            let [half, most, all] = [0.5, 0.99, 1.0]
                .map(|part| format!("{:.1} s", times.percentile(part).as_secs_f64()));
            writeln!(f, "{what:<36} {met:>4} {owned:>12} {half:>8} {most:>8} {all:>8}")?;
        }
        Ok(())
    }
}

const HEAD: &str =
    "fault                                 met tables moved      p50      p99  longest";

/// Every take, so that it is known who had which epoch.
const NOTE_TAKES: &str = "
    CREATE TABLE takes (table_id text, epoch bigint, owner bigint);
    CREATE INDEX ON takes (table_id, epoch);
    CREATE FUNCTION note_take() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO takes VALUES (NEW.id, NEW.epoch, NEW.owner); RETURN NEW; END $$;
    CREATE TRIGGER taken AFTER UPDATE OF epoch ON tables FOR EACH ROW
        WHEN (NEW.epoch <> OLD.epoch) EXECUTE FUNCTION note_take();
    CREATE TRIGGER made AFTER INSERT ON tables FOR EACH ROW EXECUTE FUNCTION note_take()";
/// The disk of the database where it is to be full, MB.
const SMALL_DISK: u32 = 700;

/// The node whose clock can be set.
const CLOCKED: usize = 2;

/// What makes a node take its time from a file.
fn clocked(folder: &Path) -> Vec<(String, String)> {
    let library = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
        .map(|it| PathBuf::from(format!("/usr/lib/{it}/faketime/libfaketime.so.1")))
        .into_iter()
        .find(|path| path.exists())
        .expect("libfaketime is not installed: `make tools` installs it");
    std::fs::write(folder.join("clock"), "+0\n").unwrap();
    let file = folder.join("clock").display().to_string();
    [
        ("LD_PRELOAD", library.display().to_string()),
        ("FAKETIME_TIMESTAMP_FILE", file),
        ("FAKETIME_NO_CACHE", "1".to_owned()),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

/// What makes a server one of several: its database, its port for the others, and where they find
/// it.
fn flags(number: usize, database: SocketAddr, (peer, door): (u16, SocketAddr)) -> [String; 4] {
    [
        format!("--store=postgres://trencavel@{database}/trencavel?sslmode=disable"),
        format!("--node-name=node-{number}"),
        format!("--peer-listen=127.0.0.1:{peer}"),
        format!("--peer-address={door}"),
    ]
}

fn is_root(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(folder).is_ok_and(|folder| folder.uid() == 0)
}

fn local(port: u16) -> SocketAddr {
    ([127, 0, 0, 1], port).into()
}

fn config() -> TableConfig {
    let expansions = ["inns", "traders", "abbot"].map(str::to_string).to_vec();
    let clock = Clock::Total { seconds: u32::try_from(TIME / 1000).unwrap(), increment: 0 };
    let plan = Plan { family: "country".into(), expansions, options: vec![], tiles: None };
    TableConfig { plan, clock, ..load::config() }
}

impl World {
    /// With `links` nodes reach each other by ways that can be cut.
    pub async fn begin(tables: usize, pace: u32, links: bool) -> World {
        let port = free_port().unwrap();
        let folder = std::env::temp_dir().join(format!("trencavel-cluster-{port}"));
        std::fs::create_dir_all(&folder).unwrap();
        let http = visitor::http().unwrap();
        let place = folder.join("database");
        let small_disk = links && is_root(&folder);
        let database = if small_disk {
            Database::start_on_small_disk(&place, port, SMALL_DISK)
        } else {
            Database::start(&place, port, false)
        };
        let database = database.unwrap();
        let secret = folder.join("secret");
        std::fs::write(&secret, "a secret of nodes in a test".replace(' ', "-")).unwrap();
        let ports: Vec<u16> = (0..3).map(|_| free_port().unwrap()).collect();
        let balancer = Link::balanced(ports.iter().map(|port| local(*port)).collect()).await;
        let balancer = Arc::new(balancer.unwrap());
        let url = format!("http://{}", balancer.address);
        let (mut to_database, mut to_peer) = (Vec::new(), Vec::new());
        let (mut launches, mut nodes) = (Vec::new(), Vec::new());
        for (number, port) in ports.iter().enumerate() {
            let peer = free_port().unwrap();
            to_database.push(Link::start(local(database.port)).await.unwrap());
            to_peer.push(Link::start(local(peer)).await.unwrap());
            let data = folder.join(format!("node-{number}"));
            let mut launch = Launch::new(Path::new(env!("CARGO_BIN_EXE_trencavel")), &data, *port);
            let door = if links { to_peer[number].address } else { local(peer) };
            launch.flags.extend(flags(number, to_database[number].address, (peer, door)));
            launch.flags.push(format!("--peer-secret-file={}", secret.display()));
            launch.flags.push(format!("--public-url={url}"));
            if links && number == CLOCKED {
                launch.variables = clocked(&folder);
            }
            nodes.push(Some(launch.start(&http).await.unwrap()));
            launches.push(launch);
        }
        let watching = tokio::spawn(watch(Arc::clone(&balancer), http.clone(), ports));
        let mut world = World {
            http,
            database,
            to_database,
            to_peer,
            balancer,
            tables: Vec::new(),
            tasks: Vec::new(),
            launches,
            nodes,
            watching,
            folder,
            pace,
            way: None,
            small_disk,
            report: Report::default(),
        };
        world.ask(NOTE_TAKES);
        world.add_at_all_nodes(tables).await;
        world
    }

    /// Makes a table, at a node if it is said which, and lets it be played.
    pub async fn add_table(&mut self, node: Option<usize>) -> String {
        let played = self.table(self.tables.len(), node).await;
        self.let_play(played)
    }

    /// Makes tables at all nodes in turn, some at a time, and lets them be played when all are
    /// there: else the first would be over before the last begins.
    async fn add_at_all_nodes(&mut self, count: usize) {
        let first = self.tables.len();
        let making = (first..first + count).map(|number| self.table(number, Some(number % 3)));
        let made: Vec<Played> = stream::iter(making).buffered(MADE_AT_ONCE).collect().await;
        for played in made {
            self.let_play(played);
        }
        // Nothing happens before everybody is there: what follows is to meet games that are played.
        let begun = Instant::now();
        while self.tables[first..].iter().any(|table| table.acknowledged() == 0) {
            assert!(begun.elapsed() < PLAYING_ON, "a new table does not begin");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn let_play(&mut self, played: Played) -> String {
        for robot in &played.robots {
            robot.watch();
            self.tasks.push(tokio::spawn(Arc::clone(robot).run()));
        }
        let id = played.id.clone();
        self.tables.push(played);
        id
    }

    /// A new game for each that is over: so many are played whatever happens next.
    pub async fn renew(&mut self, wanted: usize) {
        checks::settle(self).await;
        let alive = self.tables.iter().filter(|table| !table.is_over()).count();
        self.add_at_all_nodes(wanted.saturating_sub(alive)).await;
    }

    /// The same for several.
    pub async fn add_tables(&mut self, count: usize, node: usize) -> Vec<String> {
        let mut ids = Vec::new();
        for _ in 0..count {
            ids.push(self.add_table(Some(node)).await);
        }
        ids
    }

    /// Where players go.
    pub fn url(&self) -> String {
        format!("http://{}", self.balancer.address)
    }

    async fn table(&self, number: usize, node: Option<usize>) -> Played {
        let url = self.url();
        let ada = Visitor::guest(&self.http, &url, &format!("Ada {number}")).await.unwrap();
        let bob = Visitor::guest(&self.http, &url, &format!("Bob {number}")).await.unwrap();
        let through = |one: Visitor| self.way.as_ref().map_or(one.clone(), |way| one.through(way));
        let (ada, bob) = (through(ada), through(bob));
        // This node makes it; everything after that goes where the balancer sends it.
        let maker = node.map_or(ada.clone(), |node| ada.through(&self.node(node).url));
        let made = maker.make(config()).await.unwrap();
        bob.sit(&made, 1).await.unwrap();
        ada.start(&made.id).await.unwrap();
        let seed = number as u64 * 2;
        let robots = [
            Robot::new(ada, &made.id, "a", self.pace, seed),
            Robot::new(bob, &made.id, "b", self.pace, seed + 1),
        ];
        Played { id: made.id, robots, settled: None }
    }

    /// One of all ways: to the database, from node to node, from players to nodes.
    pub fn link(&self, number: usize) -> &Link {
        let mut all = self.to_database.iter().chain(&self.to_peer).chain([&*self.balancer]);
        all.nth(number).expect("one of all ways")
    }

    /// The ports of the nodes for players.
    pub fn ports(&self) -> Vec<u16> {
        self.launches.iter().map(|launch| launch.port).collect()
    }

    /// Where files of this test are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn node(&self, number: usize) -> &Child {
        self.nodes[number].as_ref().expect("the node runs")
    }

    pub async fn kill(&mut self, number: usize) {
        self.nodes[number].take().unwrap().kill().await.unwrap();
    }

    pub async fn stop(&mut self, number: usize) {
        self.nodes[number].take().unwrap().stop().await.unwrap();
    }

    pub async fn start(&mut self, number: usize) {
        self.nodes[number] = Some(self.launches[number].start(&self.http).await.unwrap());
    }

    /// What the database answers.
    pub fn ask(&self, sql: &str) -> String {
        self.database.ask("trencavel", sql).unwrap()
    }

    /// Waits until the database answers so.
    pub async fn until_answered(&self, sql: &str, answer: &str, what: &str) {
        let begun = Instant::now();
        while self.ask(sql) != answer {
            assert!(begun.elapsed() < PLAYING_ON, "never: {what}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The running tables that a node has.
    pub fn tables_of(&self, number: usize) -> Vec<String> {
        let sql = format!(
            "SELECT t.id FROM tables t JOIN nodes n ON n.id = t.owner
             WHERE n.name = 'node-{number}' AND n.state = 'ready' AND t.status = 'playing'"
        );
        self.ask(&sql).lines().map(str::to_owned).collect()
    }

    /// The node with most live tables, and these: who was just started has none, and nobody would
    /// notice that it stands still.
    pub fn busiest(&self) -> (usize, Vec<String>) {
        let owned = (0..3).map(|node| (node, self.tables_of(node)));
        let most = owned.max_by_key(|(_, tables)| tables.len()).expect("there are nodes");
        assert!(!most.1.is_empty(), "nobody has a live table");
        most
    }

    /// The node that holds the pools.
    pub fn pools_holder(&self) -> Option<usize> {
        let sql = "SELECT n.name FROM pools p JOIN nodes n ON n.id = p.owner";
        self.ask(sql).strip_prefix("node-")?.parse().ok()
    }

    /// How many moves each table has acknowledged.
    pub fn marks(&self) -> Vec<usize> {
        self.tables.iter().map(Played::acknowledged).collect()
    }

    /// From its next start on a node passes for a newer release.
    pub fn be_newer(&mut self, number: usize, newer: u64) {
        let flags = &mut self.launches[number].flags;
        flags.retain(|flag| !flag.starts_with("--test-newer"));
        flags.push(format!("--test-newer={newer}"));
    }

    /// Sets the clock of the node that has one of its own.
    pub fn set_node_clock(&self, seconds: i64) {
        // In one step: a file that is half written is no time.
        let (new, file) = (self.folder.join("clock.new"), self.folder.join("clock"));
        std::fs::write(&new, format!("{seconds:+}\n")).unwrap();
        std::fs::rename(new, file).unwrap();
    }

    /// A number that a node tells.
    pub async fn metric(&self, number: usize, name: &str) -> f64 {
        let url = format!("{}/metrics", self.node(number).url);
        let text = self.http.get(url).send().await.unwrap().text().await.unwrap();
        let value = |line: &str| line.strip_prefix(name)?.trim().parse().ok();
        text.lines().find_map(value).unwrap_or(0.0)
    }

    /// Waits until every table has gone on twice, or its game is over, or it was told to rest;
    /// `owned` are the tables that lost their owner.
    pub async fn all_play_on(&mut self, marks: &[usize], after: &'static str, owned: &[String]) {
        let times = self.play_on(marks, after, &[]).await;
        self.report.note(after, owned.len(), times);
    }

    /// The same for all but some.
    pub async fn others_play_on(&mut self, marks: &[usize], after: &'static str, but: &[String]) {
        let times = self.play_on(marks, after, but).await;
        self.report.note(after, 0, times);
    }

    async fn play_on(&self, marks: &[usize], after: &str, but: &[String]) -> Times {
        let begun = Instant::now();
        let mut times = Times::default();
        let all = self.tables.iter().zip(marks).filter(|(table, _)| {
            !but.contains(&table.id) && !table.robots.iter().all(|robot| robot.is_resting())
        });
        let mut stuck: Vec<(&Played, usize)> = all.map(|(table, mark)| (table, *mark)).collect();
        while !stuck.is_empty() {
            stuck.retain(|(table, mark)| {
                let went_on = table.acknowledged() >= mark + 2;
                if went_on {
                    times.push(begun.elapsed());
                }
                !went_on && !table.is_over()
            });
            if begun.elapsed() >= PLAYING_ON {
                let ids: Vec<&str> = stuck.iter().map(|(table, _)| table.id.as_str()).collect();
                panic!("after {after} these do not play on:\n{}", self.tell_of(&ids));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        println!("{after}: all play on after {:.1?}", begun.elapsed());
        times
    }

    fn tell_of(&self, ids: &[&str]) -> String {
        self.ask(&format!(
            "SELECT t.id, t.owner, n.name, n.state, t.epoch, t.last, t.wake, t.parted, t.needs
             FROM tables t LEFT JOIN nodes n ON n.id = t.owner WHERE t.id IN ('{}')",
            ids.join("', '")
        ))
    }

    /// What a node says if it is not ready.
    pub async fn why_not_ready(&self, number: usize) -> Option<String> {
        let asked = self.http.get(format!("{}/readyz", self.node(number).url));
        let answer = asked.timeout(Duration::from_secs(5)).send().await.ok()?;
        if answer.status().is_success() { None } else { answer.text().await.ok() }
    }

    /// Waits until a node is ready for players.
    pub async fn until_ready(&self, number: usize) {
        let begun = Instant::now();
        while !is_ready(&self.http, &self.node(number).url).await {
            assert!(begun.elapsed() < PLAYING_ON, "node {number} is never ready again");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends everything.
    pub async fn end(&mut self) {
        self.watching.abort();
        for node in &mut self.nodes {
            if let Some(node) = node.take() {
                node.kill().await.unwrap();
            }
        }
        self.database.stop(Stop::Immediate).unwrap();
        self.database.unmount();
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

impl Played {
    pub fn acknowledged(&self) -> usize {
        self.robots.iter().map(|robot| robot.player().acked.len()).sum()
    }

    pub fn is_over(&self) -> bool {
        self.robots.iter().any(|robot| robot.player().over)
    }
}

async fn is_ready(http: &reqwest::Client, url: &str) -> bool {
    let asked = http.get(format!("{url}/readyz")).timeout(Duration::from_millis(1500)).send().await;
    asked.is_ok_and(|answer| answer.status().is_success())
}

/// The balancer sends nobody to a node that is not ready, as real ones do.
async fn watch(balancer: Arc<Link>, http: reqwest::Client, ports: Vec<u16>) {
    loop {
        let asked = ports.iter().map(|port| {
            let (http, url) = (http.clone(), format!("http://{}", local(*port)));
            tokio::spawn(async move { is_ready(&http, &url).await })
        });
        let mut ready = Vec::new();
        for (port, asked) in ports.iter().zip(asked.collect::<Vec<_>>()) {
            if asked.await.unwrap_or(false) {
                ready.push(local(*port));
            }
        }
        if !ready.is_empty() {
            balancer.lead_to(ready);
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}
