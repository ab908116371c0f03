//! What happens to nodes, their clocks and their networks.

use std::time::{Duration, Instant};

use loadtest::Visitor;
use loadtest::link::State;

use crate::world::{LINKS, World};
use crate::{checks, seekers};

/// K: a node is killed. Its tables go on elsewhere, and nobody pays for the time between.
pub async fn kill(world: &mut World) {
    let owned = world.tables_of(0);
    let marks = world.marks();
    world.kill(0).await;
    world.all_play_on(&marks, "kill -9", &owned).await;
    checks::given_back(world, &owned, 1_000);
    world.start(0).await;
    checks::all(world).await;
}

/// H: the node that holds the pools is killed while somebody seeks: whoever seeks finds a rival at
/// another, and the games beside it play on.
pub async fn kill_holder(world: &mut World) {
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
    world.all_play_on(&marks, "kill -9 of the pools' holder", &[]).await;
    world.start(holder).await;
    checks::all(world).await;
}

/// Z: a node stands still until the others have its tables, and then goes on as if nothing were.
pub async fn halt(world: &mut World) {
    let (node, owned) = world.busiest();
    let before = world.metric(node, "trencavel_rejoins_total").await;
    let marks = world.marks();
    world.node(node).halt(true).await.unwrap();
    world.all_play_on(&marks, "SIGSTOP", &owned).await;
    checks::given_back(world, &owned, 3_000);
    let marks = world.marks();
    world.node(node).halt(false).await.unwrap();
    world.until_ready(node).await;
    world.all_play_on(&marks, "SIGCONT", &owned).await;
    assert!(
        world.metric(node, "trencavel_rejoins_total").await > before,
        "it was told that it is dead"
    );
    checks::all(world).await;
}

/// C: a node loses the database, the others do not.
pub async fn cut_from_database(world: &mut World) {
    let (node, owned) = world.busiest();
    let marks = world.marks();
    world.to_database[node].be(State::Cut);
    world.all_play_on(&marks, "node cut from database", &owned).await;
    world.to_database[node].be(State::Open);
    world.until_ready(node).await;
    checks::all(world).await;
}

/// D: a node is stopped in the orderly way: its tables are elsewhere before it is gone.
pub async fn hand_over(world: &mut World) {
    let (node, owned) = world.busiest();
    let marks = world.marks();
    world.stop(node).await;
    world.all_play_on(&marks, "SIGTERM", &owned).await;
    world.start(node).await;
    checks::all(world).await;
}

/// N: a node is reached by no other for a while.
pub async fn cut_from_peers(world: &mut World) {
    for node in 0..3 {
        world.to_peer[node].be(State::Cut);
        tokio::time::sleep(Duration::from_secs(6)).await;
        let marks = world.marks();
        world.to_peer[node].be(State::Open);
        world.all_play_on(&marks, "nodes cut from each other", &[]).await;
        checks::all(world).await;
    }
}

/// S: everything takes long: to the database, from node to node, from players to nodes.
pub async fn slow(world: &mut World) {
    for number in 0..LINKS {
        let marks = world.marks();
        world.link(number).be(State::Slow(150));
        world.all_play_on(&marks, "one network slow by 150 ms", &[]).await;
        world.link(number).be(State::Open);
    }
    checks::all(world).await;
}

/// T: the clock of a node, and then that of the database, is set forth and back. Nobody is taken
/// for dead for that, and no clock of a game jumps.
pub async fn clocks_jump(world: &mut World) {
    let alive = "SELECT string_agg(id::text, ',' ORDER BY id) FROM nodes WHERE state = 'ready'";
    let before = world.ask(alive);
    for seconds in [120, -120, 0] {
        let marks = world.marks();
        world.set_node_clock(seconds);
        world.all_play_on(&marks, "a node's clock set", &[]).await;
    }
    for seconds in [120, -120, 0] {
        let marks = world.marks();
        world.ask(&format!(
            "CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
             AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + {seconds} * 1000'"
        ));
        world.all_play_on(&marks, "the database's clock set", &[]).await;
    }
    assert_eq!(world.ask(alive), before, "nobody was taken for dead");
    checks::all(world).await;
}
