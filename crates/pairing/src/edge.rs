//! Whether two may be paired, and what it costs.

use crate::Seek;

/// How far apart two may be at once, and at most.
const GAP_FIRST: u32 = 100;
const GAP_MOST: u32 = 500;
/// By how much every second that either has waited widens it.
const WIDER: u32 = 3;
/// After how many seconds somebody with an account meets guests.
const GUESTS_AFTER: u32 = 20;
/// After how many seconds somebody who plays programs meets one: people come first.
const PROGRAMS_AFTER: u32 = 6;
/// After how many seconds the last rival will do again.
const AGAIN_AFTER: u32 = 60;
/// What every second that the longer of both has waited is worth.
const PATIENCE: i64 = 2;
/// What it costs if one often leaves and the other does not.
const LEAVER: i64 = 40;

/// How far apart two may be who have waited so long, together.
pub fn reach(waited: u32) -> u32 {
    GAP_FIRST.saturating_add(WIDER.saturating_mul(waited)).min(GAP_MOST)
}

/// Two who may be paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where: of the pools that both want, the one in which they are nearest.
    pub pool: usize,
    /// Less is better.
    pub cost: i64,
}

impl Edge {
    /// Two, in whichever of some pools suits them best.
    pub fn between(some: &impl Fn(usize) -> bool, one: &Seek, other: &Seek) -> Option<Edge> {
        if !may_meet(one, other) {
            return None;
        }
        let pools = one.wants.iter().filter(|want| some(want.pool));
        let nearest = pools.filter_map(|want| Some((gap(want.pool, one, other)?, want.pool)));
        // The first of equals: as whoever is named first prefers it.
        let (gap, pool) = nearest.min_by_key(|(gap, _)| *gap)?;
        within(gap, one, other).then(|| Edge { pool, cost: cost(gap, one, other) })
    }

    /// Two in one pool.
    pub fn within_pool(pool: usize, one: &Seek, other: &Seek) -> Option<Edge> {
        Edge::between(&|it| it == pool, one, other)
    }
}

fn cost(gap: u32, one: &Seek, other: &Seek) -> i64 {
    let leaver = if one.leaves == other.leaves { 0 } else { LEAVER };
    i64::from(gap) - PATIENCE * i64::from(one.waited.max(other.waited)) + leaver
}

/// How far apart two are in a pool that both want.
fn gap(pool: usize, one: &Seek, other: &Seek) -> Option<u32> {
    let rating =
        |seek: &Seek| seek.wants.iter().find(|want| want.pool == pool).map(|want| want.rating);
    Some(rating(one)?.abs_diff(rating(other)?))
}

fn within(gap: u32, one: &Seek, other: &Seek) -> bool {
    let own = |seek: &Seek| seek.range.is_none_or(|range| gap <= range);
    gap <= reach(one.waited.saturating_add(other.waited)) && own(one) && own(other)
}

/// Whether two may play at all, wherever.
fn may_meet(one: &Seek, other: &Seek) -> bool {
    let blocks = |seek: &Seek, rival: &Seek| seek.blocked.contains(&rival.person);
    let again = |seek: &Seek, rival: &Seek| seek.last.as_deref() == Some(rival.person.as_str());
    let shuns = |seek: &Seek, rival: &Seek| {
        seek.account && !rival.account && (!seek.guests || seek.waited < GUESTS_AFTER)
    };
    let shuns_programs = |seek: &Seek, rival: &Seek| {
        rival.program && (seek.program || !seek.programs || seek.waited < PROGRAMS_AFTER)
    };
    let either = |test: &dyn Fn(&Seek, &Seek) -> bool| test(one, other) || test(other, one);
    one.person != other.person
        && !either(&blocks)
        && !either(&shuns)
        && !either(&shuns_programs)
        && (one.waited.max(other.waited) >= AGAIN_AFTER || !either(&again))
}
