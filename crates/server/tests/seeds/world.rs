//! The nodes, the players, and the course of a simulation.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use server::serve::Server;
use sqlx::{Connection as _, PgConnection};
use store::Store as _;
use store::postgres::PostgresStore;
use store::postgres::way::Way;
use tokio::runtime::Runtime;
use tokio::sync::Notify;
use turmoil::Sim;

use crate::checks::{self, Crash};
use crate::faults::{self, Fault, Plan, calm};
use crate::players::{self, Table};
use crate::wire::SITE;

pub const NODES: [&str; 3] = ["node-0", "node-1", "node-2"];
/// What every seat has on its clock, ms.
pub const TIME: i64 = 36_000_000;
const TABLES: usize = 3;
const PLAYERS: &str = "players";
/// How long everybody plays on when all is well again, and may take to come to an end.
const CALM: Duration = Duration::from_secs(12);
const ENDING: Duration = Duration::from_mins(2);

/// What players and the course of things share.
#[derive(Default)]
pub struct Shared {
    /// No more moves are begun.
    pub resting: Cell<bool>,
    pub tables: RefCell<Vec<Rc<Table>>>,
}

/// The database as the simulation needs it: by its clock, and with a note of every take.
const PREPARE: &str = "
    CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
        $$ SELECT pg_read_file('FOLDER/' || current_database() || '.clock')::bigint $$;
    CREATE TABLE takes (table_id text, epoch bigint, owner bigint, at bigint);
    CREATE FUNCTION note_take() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO takes VALUES (NEW.id, NEW.epoch, NEW.owner, now_ms()); RETURN NEW; END $$;
    CREATE TRIGGER taken AFTER UPDATE OF epoch ON tables FOR EACH ROW
        WHEN (NEW.epoch <> OLD.epoch) EXECUTE FUNCTION note_take();
    CREATE TRIGGER made AFTER INSERT ON tables FOR EACH ROW EXECUTE FUNCTION note_take();";

/// A node, as the course of things sees it.
struct Node {
    way: Arc<Way>,
    stop: Arc<Notify>,
}

pub struct World<'a> {
    sim: Sim<'a>,
    nodes: Vec<Node>,
    pub outside: &'a Runtime,
    pub address: &'a str,
    pub shared: Rc<Shared>,
    pub crashes: Vec<Crash>,
    /// Whether the clock of the database was set: then it measures nothing.
    pub clock_set: bool,
    lies: u32,
}

/// From here on a database that lies does so: all tables are made by then.
const LYING: Duration = Duration::from_secs(8);

/// Makes a database ready for simulations.
pub fn make_ready(address: &str, folder: &Path) {
    let prepare = PREPARE.replace("FOLDER", &folder.display().to_string());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        PostgresStore::open(address).await.unwrap().close().await;
        let mut db = PgConnection::connect(address).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(prepare)).execute(&mut db).await.unwrap();
        db.close().await.unwrap();
    });
}

/// Plays a seed: moves, takes, faults, and a sum of everything that was written.
pub fn run(seed: u64, address: &str, clock: &Path, lies: u32) -> String {
    let mut outside = tokio::runtime::Builder::new_multi_thread();
    let outside = outside.worker_threads(1).enable_all().build().unwrap();
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("secret"), "the-secret-of-the-nodes").unwrap();
    let plan = faults::plan(seed);
    let mut world = World::begin(seed, &outside, address, (data.path(), clock), lies);
    world.run(&plan);
    let outcome = checks::all(&world);
    // A simulation that is dropped drops its nodes, whose last words go to the database.
    std::mem::forget(world);
    format!("{} {} {}", outcome.counts, plan.faults.len(), outcome.sum)
}

impl<'a> World<'a> {
    fn begin(
        seed: u64,
        outside: &'a Runtime,
        address: &'a str,
        (data, clock): (&'a Path, &Path),
        lies: u32,
    ) -> World<'a> {
        let mut builder = turmoil::Builder::new();
        builder.rng_seed(seed).simulation_duration(Duration::from_mins(10));
        builder.tick_duration(Duration::from_millis(5)).tcp_capacity(8192);
        builder.max_message_latency(Duration::from_millis(25));
        let mut sim = builder.build();
        let mut nodes = Vec::new();
        for (number, name) in NODES.into_iter().enumerate() {
            let seed = seed.wrapping_mul(3) + number as u64;
            let way = Way::new(outside.handle().clone(), clock.to_owned(), seed);
            way.be(calm());
            let node = Node { way: Arc::new(way), stop: Arc::default() };
            let (way, stop) = (Arc::clone(&node.way), Arc::clone(&node.stop));
            sim.host(name, move || {
                let (way, stop) = (Arc::clone(&way), Arc::clone(&stop));
                serve(name, address.to_owned(), data.to_owned(), way, stop)
            });
            nodes.push(node);
        }
        let shared = Rc::new(Shared::default());
        sim.client(PLAYERS, play(seed, Rc::clone(&shared)));
        World { sim, nodes, outside, address, shared, crashes: Vec::new(), clock_set: false, lies }
    }

    fn run(&mut self, plan: &Plan) {
        let count = plan.faults.len();
        let (mut begun, mut ended) = (vec![false; count], vec![false; count]);
        let mut ends = false;
        while !ends {
            let now = self.sim.elapsed();
            for (number, planned) in plan.faults.iter().enumerate() {
                if !begun[number] && now >= planned.from {
                    begun[number] = true;
                    tracing::info!(?now, ?planned, "begins");
                    self.begin_fault(planned.fault);
                } else if begun[number] && !ended[number] && now >= planned.to {
                    ended[number] = true;
                    tracing::info!(?now, ?planned.fault, "ends");
                    self.end_fault(planned.fault);
                }
            }
            if now >= LYING {
                self.nodes.iter().for_each(|node| node.way.lie(self.lies));
            }
            if now >= plan.healed + CALM {
                self.shared.resting.set(true);
            }
            assert!(now < plan.healed + CALM + ENDING, "somebody never comes to an end");
            ends = self.sim.step().unwrap();
        }
    }

    fn begin_fault(&mut self, fault: Fault) {
        match fault {
            Fault::Crash(node) => {
                let at = self.ask("SELECT now_ms()").parse().unwrap();
                let owned = format!(
                    "SELECT coalesce(string_agg(t.id, ','), '') FROM tables t JOIN nodes n
                     ON n.id = t.owner WHERE n.name = '{}' AND n.state = 'ready'
                        AND t.status = 'playing'",
                    NODES[node]
                );
                let tables = self.ask(&owned).split(',').map(str::to_owned).collect();
                self.crashes.push(Crash { at, tables });
                self.sim.crash(NODES[node]);
            }
            Fault::Stop(node) => self.nodes[node].stop.notify_one(),
            Fault::Way(node, weather) => self.nodes[node].way.be(weather),
            Fault::Away => {
                let cut = store::postgres::way::Weather { cut: true, ..calm() };
                self.nodes.iter().for_each(|node| node.way.be(cut));
            }
            Fault::Apart(a, b) => self.sim.partition(NODES[a], NODES[b]),
            Fault::Held(a, b) => self.sim.hold(NODES[a], NODES[b]),
            Fault::Unreached(node) => self.sim.partition(PLAYERS, NODES[node]),
            Fault::Clock(ms) => {
                self.clock_set = true;
                self.nodes.iter().for_each(|node| node.way.set_clock(ms));
            }
        }
    }

    fn end_fault(&mut self, fault: Fault) {
        match fault {
            Fault::Crash(node) | Fault::Stop(node) => self.sim.bounce(NODES[node]),
            Fault::Way(node, _) => self.nodes[node].way.be(calm()),
            Fault::Away => self.nodes.iter().for_each(|node| node.way.be(calm())),
            Fault::Apart(a, b) => self.sim.repair(NODES[a], NODES[b]),
            Fault::Held(a, b) => self.sim.release(NODES[a], NODES[b]),
            Fault::Unreached(node) => self.sim.repair(PLAYERS, NODES[node]),
            // It stays as it was set: nobody sets it back in one step.
            Fault::Clock(_) => {}
        }
    }

    /// What the database answers, outside of the simulation.
    pub fn ask(&self, sql: &str) -> String {
        self.outside.block_on(async {
            let mut db = PgConnection::connect(self.address).await.unwrap();
            let sql = sqlx::AssertSqlSafe(format!("SELECT ({sql})::text"));
            let answer: Option<String> = sqlx::query_scalar(sql).fetch_one(&mut db).await.unwrap();
            db.close().await.unwrap();
            answer.unwrap_or_default()
        })
    }
}

/// A node, until it is told to stop.
async fn serve(
    name: &'static str,
    address: String,
    data: std::path::PathBuf,
    way: Arc<Way>,
    stop: Arc<Notify>,
) -> turmoil::Result {
    let peer = format!("{}:7001", turmoil::lookup(name));
    let (site, secret) = (format!("http://{SITE}"), data.join("secret"));
    let settings = [
        ("listen", "0.0.0.0:8080"),
        ("public-url", site.as_str()),
        ("node-name", name),
        ("peer-listen", "0.0.0.0:7001"),
        ("peer-anywhere", "true"),
        ("peer-address", peer.as_str()),
        ("peer-secret-file", secret.to_str().unwrap_or_default()),
        ("push", "off"),
        ("bot-threads", "1"),
        ("store", address.as_str()),
    ];
    let config = server::testing::config(&data.join(name), &settings);
    // Whoever starts while the database is away tries again, as a service manager does.
    let server = loop {
        let store = Arc::new(PostgresStore::open_by(&address, Arc::clone(&way))?);
        match Server::start_on(config.clone(), store).await {
            Ok(server) => break server,
            Err(error) => tracing::info!(name, %error, "does not start"),
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    };
    stop.notified().await;
    server.stop().await;
    // A process that has ended is nobody's: what is left of it waits for the next start.
    std::future::pending::<()>().await;
    Ok(())
}

async fn play(seed: u64, shared: Rc<Shared>) -> turmoil::Result {
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut playing = Vec::new();
    for number in 0..TABLES {
        let table = Rc::new(players::table(number, seed).await);
        shared.tables.borrow_mut().push(Rc::clone(&table));
        for seat in 0..2 {
            let (table, shared) = (Rc::clone(&table), Rc::clone(&shared));
            playing.push(tokio::task::spawn_local(players::play(table, seat, shared)));
        }
    }
    for one in playing {
        one.await?;
    }
    // Whoever was taken for dead is back by now, and tables of the dead are given back.
    tokio::time::sleep(Duration::from_secs(10)).await;
    checks::same_everywhere(&shared).await;
    Ok(())
}
