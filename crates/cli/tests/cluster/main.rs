//! Three nodes on one database, and everything that may happen to them: killed, halted, cut off,
//! stopped in the orderly way, the database restarted or gone. Tables are played over real sockets
//! through a balancer that knows nothing of owners, so most sockets are tunnels. After each fault
//! every table plays on, every acknowledged move is there once, the numbers of a log have no gaps,
//! epochs only rise, and no clock ran while nobody could play. `CLUSTER=full` is the long version.
#![allow(clippy::unwrap_used)] // a test may fail

mod checks;
mod seekers;
mod world;

use std::time::{Duration, Instant};

use loadtest::Visitor;
use loadtest::database::Stop;
use loadtest::link::State;

use world::World;

/// How much is done.
struct Size {
    tables: usize,
    rounds: u32,
    /// The longest pause before a move, ms.
    pace: u32,
    full: bool,
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_nodes_come_and_go() {
    let full = std::env::var("CLUSTER").as_deref() == Ok("full");
    let size = if full {
        Size { tables: 300, rounds: 3, pace: 3000, full }
    } else {
        Size { tables: 9, rounds: 1, pace: 1500, full }
    };
    let begun = Instant::now();
    let mut world = World::begin(size.tables, size.pace, size.full).await;
    println!("{} tables at three nodes after {:.0?}", size.tables, begun.elapsed());
    for _ in 0..size.rounds {
        kill(&mut world).await;
        kill_holder(&mut world).await;
        halt(&mut world).await;
        cut_from_database(&mut world).await;
        hand_over(&mut world).await;
        if size.full {
            restart_database(&mut world, Stop::Immediate, Duration::ZERO).await;
            restart_database(&mut world, Stop::Fast, Duration::from_secs(20)).await;
            cut_from_peers(&mut world).await;
            slow(&mut world).await;
        }
    }
    let moves = checks::at_the_end(&mut world).await;
    println!("{moves} moves, none lost, none twice, in {:.0?}", begun.elapsed());
}

/// K: a node is killed. Its tables go on elsewhere, and nobody pays for the time between.
async fn kill(world: &mut World) {
    let owned = world.tables_of(0);
    let marks = world.marks();
    world.kill(0).await;
    let begun = Instant::now();
    world.all_play_on(&marks, "a kill").await;
    println!("kill: {} tables, all play on after {:.1?}", owned.len(), begun.elapsed());
    checks::given_back(world, &owned, 1_000);
    world.start(0).await;
    checks::all(world).await;
}

/// H: the node that holds the pools is killed while somebody seeks: whoever seeks finds a rival at
/// another, and the games beside it play on.
async fn kill_holder(world: &mut World) {
    let visitor = async |name: &str| Visitor::guest(&world.http, &world.url(), name).await.unwrap();
    let (ada, bob) = (visitor("Seeker A").await, visitor("Seeker B").await);
    let ada = seekers::seek(ada);
    seekers::until_seeking(world, 1).await;
    let holder = world.pools_holder().expect("somebody holds the pools");
    let epoch = world.ask("SELECT epoch FROM pools");
    let marks = world.marks();
    world.kill(holder).await;
    let begun = Instant::now();
    let bob = seekers::seek(bob);
    let (one, other) = (ada.await.unwrap(), bob.await.unwrap());
    assert_eq!(one, other, "they met");
    println!("the holder of the pools killed: a rival after {:.1?}", begun.elapsed());
    let number = |epoch: &str| epoch.parse::<u64>().expect("a number");
    assert!(number(&world.ask("SELECT epoch FROM pools")) > number(&epoch));
    world.all_play_on(&marks, "a kill of the holder").await;
    world.start(holder).await;
    checks::all(world).await;
}

/// Z: a node stands still until the others have its tables, and then goes on as if nothing were.
async fn halt(world: &mut World) {
    let owned = world.tables_of(1);
    let marks = world.marks();
    world.node(1).halt(true).await.unwrap();
    let begun = Instant::now();
    world.all_play_on(&marks, "a halt").await;
    println!("halt: {} tables, all play on after {:.1?}", owned.len(), begun.elapsed());
    checks::given_back(world, &owned, 3_000);
    let marks = world.marks();
    world.node(1).halt(false).await.unwrap();
    world.until_ready(1).await;
    world.all_play_on(&marks, "the end of a halt").await;
    checks::all(world).await;
}

/// C: a node loses the database, the others do not.
async fn cut_from_database(world: &mut World) {
    let owned = world.tables_of(2);
    let marks = world.marks();
    world.to_database[2].be(State::Cut);
    let begun = Instant::now();
    world.all_play_on(&marks, "a cut").await;
    println!("cut: {} tables, all play on after {:.1?}", owned.len(), begun.elapsed());
    world.to_database[2].be(State::Open);
    world.until_ready(2).await;
    checks::all(world).await;
}

/// D: a node is stopped in the orderly way: its tables are elsewhere before it is gone.
async fn hand_over(world: &mut World) {
    let owned = world.tables_of(1);
    let marks = world.marks();
    let begun = Instant::now();
    world.stop(1).await;
    let stopped = begun.elapsed();
    world.all_play_on(&marks, "a hand-over").await;
    let all = begun.elapsed();
    println!(
        "hand-over: {} tables, stopped after {stopped:.1?}, all play on {all:.1?}",
        owned.len()
    );
    world.start(1).await;
    checks::all(world).await;
}

/// P: the database is restarted, or gone for a while.
async fn restart_database(world: &mut World, how: Stop, gone: Duration) {
    let marks = world.marks();
    world.database.stop(how).unwrap();
    tokio::time::sleep(gone).await;
    world.database.go_on().unwrap();
    let begun = Instant::now();
    world.all_play_on(&marks, "a restart of the database").await;
    println!("database {how:?}, gone {gone:?}: all play on {:.1?} after it", begun.elapsed());
    for node in 0..3 {
        world.until_ready(node).await;
    }
    checks::all(world).await;
}

/// N: a node is reached by no other for a while.
async fn cut_from_peers(world: &mut World) {
    world.to_peer[0].be(State::Cut);
    tokio::time::sleep(Duration::from_secs(6)).await;
    let marks = world.marks();
    world.to_peer[0].be(State::Open);
    let begun = Instant::now();
    world.all_play_on(&marks, "a cut between nodes").await;
    println!("cut between nodes: all play on {:.1?} after it", begun.elapsed());
    checks::all(world).await;
}

/// S: the way to the database is slow.
async fn slow(world: &mut World) {
    let marks = world.marks();
    world.to_database[0].be(State::Slow(150));
    world.all_play_on(&marks, "a slow database").await;
    world.to_database[0].be(State::Open);
    checks::all(world).await;
}
