//! Three nodes on one database, and everything that may happen to them: killed, halted, cut off,
//! stopped in the orderly way, replaced by a newer release, clocks set, the database restarted,
//! gone or its disk full. Tables are played over real sockets through a balancer that knows nothing
//! of owners, so most sockets are tunnels. After each fault every table plays on, every
//! acknowledged move is there once, the numbers of a log have no gaps, epochs only rise and have
//! one owner each, and no clock ran while nobody could play. `CLUSTER=full` is the long version.
#![allow(clippy::unwrap_used)] // a test may fail

mod checks;
mod database_faults;
mod deploy;
mod faults;
mod restoring;
mod seekers;
mod upgrade;
mod world;

use std::time::Instant;

use world::World;

/// How much is done.
struct Size {
    tables: usize,
    rounds: u64,
    /// The longest pause before a move, ms.
    pace: u32,
    full: bool,
}

impl Size {
    /// As `CLUSTER=full` says; `CLUSTER_TABLES` and `CLUSTER_ROUNDS` make it smaller.
    fn asked() -> Size {
        let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
        if std::env::var("CLUSTER").as_deref() != Ok("full") {
            return Size { tables: 9, rounds: 1, pace: 1500, full: false };
        }
        let tables = number("CLUSTER_TABLES").unwrap_or(300);
        let rounds = number("CLUSTER_ROUNDS").unwrap_or(3);
        Size { tables, rounds: rounds as u64, pace: 3000, full: true }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_nodes_come_and_go() {
    let size = Size::asked();
    let begun = Instant::now();
    let mut world = World::begin(size.tables, size.pace, size.full).await;
    println!("{} tables at three nodes after {:.0?}", size.tables, begun.elapsed());
    for round in 1..=size.rounds {
        nodes_come_and_go(&mut world, &size).await;
        if size.full {
            everything_else(&mut world, &size, round).await;
        }
    }
    let moves = checks::at_the_end(&mut world).await;
    print!("{}", world.report);
    println!("{moves} moves, none lost, none twice, in {:.0?}", begun.elapsed());
}

async fn nodes_come_and_go(world: &mut World, size: &Size) {
    faults::kill(world).await;
    faults::kill_holder(world).await;
    world.renew(size.tables).await;
    faults::halt(world).await;
    faults::cut_from_database(world).await;
    faults::hand_over(world).await;
}

/// The long version has these as well.
async fn everything_else(world: &mut World, size: &Size, round: u64) {
    world.renew(size.tables).await;
    database_faults::restarts(world).await;
    world.renew(size.tables).await;
    faults::cut_from_peers(world).await;
    faults::slow(world).await;
    world.renew(size.tables).await;
    faults::clocks_jump(world).await;
    world.renew(size.tables).await;
    database_faults::full_disk(world).await;
    world.renew(size.tables).await;
    upgrade::replace_all(world, round).await;
    world.renew(size.tables).await;
}
