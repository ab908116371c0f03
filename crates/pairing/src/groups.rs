//! Tables of more than two: whoever has waited longest gets its nearest neighbours.

use crate::edge::Edge;
use crate::{Meeting, Seats, Seek};

/// After how many seconds of the longest wait a smaller table will do.
const FEWER_AFTER: u32 = 45;

/// The tables of one pool.
pub fn meet(pool: usize, seats: Seats, seeks: &[Seek], free: &[usize]) -> Vec<Meeting> {
    let wants = |seek: &&usize| seeks[**seek].wants.iter().any(|want| want.pool == pool);
    let mut waiting: Vec<usize> = free.iter().filter(wants).copied().collect();
    waiting.sort_by_key(|seek| (std::cmp::Reverse(seeks[*seek].waited), *seek));
    let mut tables = Vec::new();
    for size in (seats.least..=seats.most).rev().map(usize::from) {
        let mut first = 0;
        while first < waiting.len() {
            let host = waiting[first];
            let patient = size < usize::from(seats.most) && seeks[host].waited < FEWER_AFTER;
            match company(pool, size, seeks, host, &waiting).filter(|_| !patient) {
                Some(met) => {
                    waiting.retain(|seek| !met.contains(seek));
                    tables.push(Meeting { pool, seeks: met });
                }
                None => first += 1,
            }
        }
    }
    tables
}

/// So many, the nearest to one of them, of whom any two may play together.
fn company(
    pool: usize,
    size: usize,
    seeks: &[Seek],
    host: usize,
    waiting: &[usize],
) -> Option<Vec<usize>> {
    let edge = |one: usize, other: usize| Edge::within_pool(pool, &seeks[one], &seeks[other]);
    let near = waiting.iter().filter_map(|other| Some((edge(host, *other)?.cost, *other)));
    let mut near: Vec<(i64, usize)> = near.collect();
    near.sort_unstable();
    let mut met = vec![host];
    for (_, other) in near {
        if met.len() < size && met.iter().all(|one| edge(*one, other).is_some()) {
            met.push(other);
        }
    }
    (met.len() == size).then_some(met)
}
