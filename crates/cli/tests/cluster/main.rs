//! Three nodes on one database, and everything that may happen to them: killed, halted, cut off,
//! stopped in the orderly way, replaced by a newer release, clocks set, the database restarted,
//! gone or its disk full. Tables are played over real sockets through a balancer that knows nothing
//! of owners, so most sockets are tunnels. After each fault every table plays on, every
//! acknowledged move is there once, the numbers of a log have no gaps, epochs only rise and have
//! one owner each, and no clock ran while nobody could play. `CLUSTER=full` is the long version,
//! and `FAULTS=disk,upgrade` names what is to happen in it.
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

/// Everything that may happen, in the order in which it does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    Kill,
    Holder,
    Halt,
    Cut,
    HandOver,
    Restarts,
    Peers,
    Slow,
    Clocks,
    Disk,
    Upgrade,
}

/// The short version has the first five.
const FAULTS: [(&str, Fault); 11] = [
    ("kill", Fault::Kill),
    ("holder", Fault::Holder),
    ("halt", Fault::Halt),
    ("cut", Fault::Cut),
    ("handover", Fault::HandOver),
    ("restarts", Fault::Restarts),
    ("peers", Fault::Peers),
    ("slow", Fault::Slow),
    ("clocks", Fault::Clocks),
    ("disk", Fault::Disk),
    ("upgrade", Fault::Upgrade),
];
const SHORT: usize = 5;

impl Fault {
    /// Those of a size, or the ones that `FAULTS=disk,upgrade` names.
    fn asked(size: &Size) -> Vec<Fault> {
        let all = if size.full { &FAULTS[..] } else { &FAULTS[..SHORT] };
        let Ok(names) = std::env::var("FAULTS") else {
            return all.iter().map(|(_, fault)| *fault).collect();
        };
        let known: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        let find = |name: &str| {
            let found = all.iter().find(|(known, _)| *known == name).map(|(_, fault)| *fault);
            found.unwrap_or_else(|| panic!("{name}: expected FAULTS of {}", known.join(",")))
        };
        names.split(',').map(find).collect()
    }

    async fn happen(self, world: &mut World, round: u64) {
        match self {
            Fault::Kill => faults::kill(world).await,
            Fault::Holder => faults::kill_holder(world).await,
            Fault::Halt => faults::halt(world).await,
            Fault::Cut => faults::cut_from_database(world).await,
            Fault::HandOver => faults::hand_over(world).await,
            Fault::Restarts => database_faults::restarts(world).await,
            Fault::Peers => faults::cut_from_peers(world).await,
            Fault::Slow => faults::slow(world).await,
            Fault::Clocks => faults::clocks_jump(world).await,
            Fault::Disk => database_faults::full_disk(world).await,
            Fault::Upgrade => upgrade::replace_all(world, round).await,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_nodes_come_and_go() {
    let size = Size::asked();
    let faults = Fault::asked(&size);
    let begun = Instant::now();
    let mut world = World::begin(size.tables, size.pace, size.full).await;
    println!("{} tables at three nodes after {:.0?}", size.tables, begun.elapsed());
    for round in 1..=size.rounds {
        for (number, fault) in faults.iter().enumerate() {
            if round > 1 || number > 0 {
                world.renew(size.tables).await;
            }
            fault.happen(&mut world, round).await;
        }
    }
    let moves = checks::at_the_end(&mut world).await;
    print!("{}", world.report);
    println!("{moves} moves, none lost, none twice, in {:.0?}", begun.elapsed());
}
