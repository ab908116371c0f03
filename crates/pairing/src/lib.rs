//! Who plays whom: strangers who seek a game, brought together wave by wave.
//!
//! Pure: seeks and how long each has waited go in, tables come out. There is no clock, no
//! randomness and no state: the same seeks always give the same tables. A pool is known here by its
//! number and by how many seats its tables have, nothing else.

mod conduct;
mod edge;
mod groups;
mod pairs;

pub use conduct::{Conduct, Limit, Past, leaves_often, limit};
pub use edge::reach;

use edge::Edge;

/// How many play together in a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats {
    /// The fewest, if somebody has waited long.
    pub least: u8,
    /// The most.
    pub most: u8,
}

impl Seats {
    /// Two, as nearly everywhere.
    pub const TWO: Seats = Seats { least: 2, most: 2 };
}

/// A pool that somebody would play in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Want {
    /// Its number.
    pub pool: usize,
    /// How strong the person is there.
    pub rating: i32,
}

/// Somebody who seeks a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a thing of its own
pub struct Seek {
    /// Who.
    pub person: String,
    /// Where, the dearest first; each pool once.
    pub wants: Vec<Want>,
    /// For how many seconds.
    pub waited: u32,
    /// Whether it has an account.
    pub account: bool,
    /// Whether it plays guests, if it has an account and waits for a while.
    pub guests: bool,
    /// Whether it is a program: it meets only those who play programs, and none of its kind.
    pub program: bool,
    /// Whether it plays programs, if no person has come for a moment.
    pub programs: bool,
    /// Whether it often leaves its games.
    pub leaves: bool,
    /// Whom it played last.
    pub last: Option<String>,
    /// How far from its own strength a rival may be, if that is less than usual.
    pub range: Option<u32>,
    /// With whom it does not play.
    pub blocked: Vec<String>,
}

/// A table to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The pool's number.
    pub pool: usize,
    /// Who plays: places in the list of seeks.
    pub seeks: Vec<usize>,
}

/// The tables that follow from what everybody seeks; nobody is at two of them.
pub fn wave(pools: &[Seats], seeks: &[Seek]) -> Vec<Meeting> {
    let mut free: Vec<usize> = (0..seeks.len()).collect();
    let mut tables = Vec::new();
    // Tables of three and four come about seldom: whoever would play there as well goes there.
    for (pool, seats) in pools.iter().enumerate().filter(|(_, seats)| seats.most > 2) {
        let met = groups::meet(pool, *seats, seeks, &free);
        leave(&mut free, &met, seeks.len());
        tables.extend(met);
    }
    let two = |pool: usize| pools.get(pool).is_some_and(|seats| seats.most == 2);
    tables.extend(pairs::meet(&two, seeks, &free));
    tables
}

/// Whoever is at one of these tables is not free any more.
fn leave(free: &mut Vec<usize>, met: &[Meeting], all: usize) {
    let mut sits = vec![false; all];
    for seek in met.iter().flat_map(|meeting| &meeting.seeks) {
        sits[*seek] = true;
    }
    free.retain(|seek| !sits[*seek]);
}

/// What pairing two would cost, if they may be paired at all: for tests that try everything.
pub fn cost(pools: &[Seats], one: &Seek, other: &Seek) -> Option<i64> {
    let two = |pool: usize| pools.get(pool).is_some_and(|seats| seats.most == 2);
    Edge::between(&two, one, other).map(|edge| edge.cost)
}

/// What it is worth that two play at all, in the measure of [`cost`].
pub const WORTH: i64 = pairs::WORTH;
