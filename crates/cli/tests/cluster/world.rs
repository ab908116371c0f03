//! Three nodes, a database, a balancer, and tables that are played.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use loadtest::child::{Child, Launch, free_port};
use loadtest::database::{Database, Stop};
use loadtest::link::Link;
use loadtest::{Robot, Visitor, load, visitor};
use protocol::{Clock, Plan, TableConfig};

/// What every seat has on its clock, ms.
pub const TIME: i64 = 36_000_000;
/// How long tables may take to play on.
const PLAYING_ON: Duration = Duration::from_secs(90);

/// A table and the clients that play it.
pub struct Played {
    pub id: String,
    pub robots: [Arc<Robot>; 2],
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
        let folder = std::env::temp_dir().join(format!("trencavel-cluster-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let http = visitor::http().unwrap();
        let database =
            Database::start(&folder.join("database"), free_port().unwrap(), false).unwrap();
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
            launch.flags.extend([
                format!(
                    "--store=postgres://trencavel@{}/trencavel?sslmode=disable",
                    to_database[number].address
                ),
                format!("--node-name=node-{number}"),
                format!("--peer-listen=127.0.0.1:{peer}"),
                format!(
                    "--peer-address={}",
                    if links { to_peer[number].address } else { local(peer) }
                ),
                format!("--peer-secret-file={}", secret.display()),
                format!("--public-url={url}"),
            ]);
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
        };
        for number in 0..tables {
            let played = world.table(&url, number, pace).await;
            for robot in &played.robots {
                robot.watch();
                world.tasks.push(tokio::spawn(Arc::clone(robot).run()));
            }
            world.tables.push(played);
        }
        world
    }

    /// Where players go.
    pub fn url(&self) -> String {
        format!("http://{}", self.balancer.address)
    }

    async fn table(&self, url: &str, number: usize, pace: u32) -> Played {
        let ada = Visitor::guest(&self.http, url, &format!("Ada {number}")).await.unwrap();
        let bob = Visitor::guest(&self.http, url, &format!("Bob {number}")).await.unwrap();
        // Each node makes a third of them; everything after that goes where the balancer sends it.
        let maker = ada.through(&self.nodes[number % 3].as_ref().unwrap().url);
        let made = maker.make(config()).await.unwrap();
        bob.sit(&made, 1).await.unwrap();
        ada.start(&made.id).await.unwrap();
        let seed = number as u64 * 2;
        let robots = [
            Robot::new(ada, &made.id, "a", pace, seed),
            Robot::new(bob, &made.id, "b", pace, seed + 1),
        ];
        Played { id: made.id, robots }
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

    /// The running tables that a node has.
    pub fn tables_of(&self, number: usize) -> Vec<String> {
        let sql = format!(
            "SELECT t.id FROM tables t JOIN nodes n ON n.id = t.owner
             WHERE n.name = 'node-{number}' AND n.state = 'ready' AND t.status = 'playing'"
        );
        self.ask(&sql).lines().map(str::to_owned).collect()
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

    /// Waits until every table has gone on twice, or its game is over.
    pub async fn all_play_on(&self, marks: &[usize], after: &str) {
        let begun = Instant::now();
        let stuck = || {
            let all = self.tables.iter().zip(marks);
            all.filter(|(table, mark)| !table.is_over() && table.acknowledged() < **mark + 2)
                .map(|(table, _)| table.id.as_str())
                .collect::<Vec<_>>()
        };
        while !stuck().is_empty() {
            let ids = stuck().join("', '");
            assert!(
                begun.elapsed() < PLAYING_ON,
                "after {after} these do not play on:\n{}",
                self.ask(&format!(
                    "SELECT t.id, t.owner, n.name, n.state, t.epoch, t.last, t.wake, t.parted
                     FROM tables t LEFT JOIN nodes n ON n.id = t.owner WHERE t.id IN ('{ids}')"
                ))
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
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
