//! What goes wrong, and when: all of it follows from the seed.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use store::postgres::way::Weather;

/// When faults begin, and when everything is whole again, ms.
const BEGIN: u64 = 4_000;
const HEALED: std::ops::Range<u64> = 12_000..45_000;

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A node is gone from one moment to the next.
    Crash(usize),
    /// A node stops in the orderly way.
    Stop(usize),
    /// The way of a node to the database is bad.
    Way(usize, Weather),
    /// Nobody reaches the database.
    Away,
    /// Two nodes do not reach each other, or nothing arrives until later.
    Apart(usize, usize),
    Held(usize, usize),
    /// Players do not reach a node.
    Unreached(usize),
    /// The clock of the database is set, by so many ms.
    Clock(i64),
}

/// A fault from one time to another.
#[derive(Clone, Copy, Debug)]
pub struct Planned {
    pub fault: Fault,
    pub from: Duration,
    pub to: Duration,
}

/// All faults of a seed.
pub struct Plan {
    pub faults: Vec<Planned>,
    /// From here on everything is whole.
    pub healed: Duration,
}

pub fn plan(seed: u64) -> Plan {
    let mut dice = StdRng::seed_from_u64(!seed);
    let mut all = Vec::new();
    let mut at = BEGIN;
    let end = dice.random_range(HEALED);
    while at + 500 < end {
        let length = dice.random_range(200..12_000u64);
        let to = (at + length).min(end);
        let planned = Planned {
            fault: fault(&mut dice),
            from: Duration::from_millis(at),
            to: Duration::from_millis(to),
        };
        // A node is gone or stops once at a time.
        let same = |other: &Planned| {
            let node = |fault| match fault {
                Fault::Crash(node) | Fault::Stop(node) => Some(node),
                _ => None,
            };
            node(other.fault).is_some()
                && node(other.fault) == node(planned.fault)
                && other.to + Duration::from_secs(1) >= planned.from
        };
        if !all.iter().any(same) {
            all.push(planned);
        }
        at += dice.random_range(300..6_000u64);
    }
    Plan { faults: all, healed: Duration::from_millis(end) }
}

fn fault(dice: &mut StdRng) -> Fault {
    let node = dice.random_range(0..3);
    let other = (node + dice.random_range(1..3)) % 3;
    match dice.random_range(0..12) {
        0 | 1 => Fault::Crash(node),
        2 => Fault::Stop(node),
        3 | 4 => Fault::Way(node, Weather { cut: true, ..Weather::default() }),
        5 => Fault::Way(node, Weather { delay: dice.random_range(50..3_000), ..calm() }),
        6 | 7 => {
            let (lost, late) = (dice.random_range(0..300), dice.random_range(0..300));
            Fault::Way(node, Weather { lost, late, ..calm() })
        }
        8 => Fault::Away,
        9 => Fault::Apart(node, other),
        10 if dice.random_range(0..2) == 0 => Fault::Held(node, other),
        10 => Fault::Unreached(node),
        _ => Fault::Clock(dice.random_range(-120_000..120_000)),
    }
}

/// The way as it is when nothing is wrong.
pub fn calm() -> Weather {
    Weather { delay: 4, ..Weather::default() }
}
