//! Tables of two: the best matching of all who seek, in groups of neighbours by strength.

use crate::edge::Edge;
use crate::{Meeting, Seek};

/// What it is worth that two play at all: more than any edge costs, and less than two poor pairs
/// are worth against one good one and two who wait a little longer.
pub const WORTH: i64 = 700;

/// How many are matched at once: the work grows with the third power of it, and a rival further
/// away would not be near anyway.
const GROUP: usize = 64;

/// Pairs of those who are free.
pub fn meet(two: &impl Fn(usize) -> bool, seeks: &[Seek], free: &[usize]) -> Vec<Meeting> {
    let mut order: Vec<usize> = free.to_vec();
    order.sort_by_key(|seek| (strength(&seeks[*seek]), *seek));
    let mut tables = Vec::new();
    // Whoever stands at the edge of a group is in the middle of one the second time.
    for shift in [0, GROUP / 2] {
        let (head, rest) = order.split_at(shift.min(order.len()));
        let groups = std::iter::once(head).chain(rest.chunks(GROUP));
        let met: Vec<Meeting> = groups.flat_map(|group| matched(two, seeks, group)).collect();
        crate::leave(&mut order, &met, seeks.len());
        tables.extend(met);
        if order.len() <= 1 {
            break;
        }
    }
    tables
}

/// Where somebody stands among the others: the mean over the pools that it wants.
fn strength(seek: &Seek) -> i32 {
    let all: i64 = seek.wants.iter().map(|want| i64::from(want.rating)).sum();
    let mean = all / i64::try_from(seek.wants.len().max(1)).unwrap_or(1);
    i32::try_from(mean).unwrap_or(i32::MAX)
}

/// The matching of a group that is worth most.
fn matched(two: &impl Fn(usize) -> bool, seeks: &[Seek], group: &[usize]) -> Vec<Meeting> {
    let n = group.len();
    let mut edges: Vec<Option<Edge>> = vec![None; n * n];
    let mut weights = vec![0i64; n * n];
    for (i, one) in group.iter().enumerate() {
        for (j, other) in group.iter().enumerate().skip(i + 1) {
            // The longer waiting one is asked first which of two equal pools it prefers.
            let (one, other) = (&seeks[*one], &seeks[*other]);
            let (first, second) =
                if one.waited >= other.waited { (one, other) } else { (other, one) };
            let Some(edge) = Edge::between(two, first, second) else { continue };
            edges[i * n + j] = Some(edge);
            weights[i * n + j] = (WORTH - edge.cost).max(1);
            weights[j * n + i] = weights[i * n + j];
        }
    }
    if edges.iter().all(Option::is_none) {
        return Vec::new();
    }
    let mates = integer_blossom::max_weight_matching(&weights, n);
    let pairs = mates.into_iter().enumerate().filter_map(|(i, mate)| {
        let j = mate.filter(|j| i < *j)?;
        let pool = edges[i * n + j]?.pool;
        Some(Meeting { pool, seeks: vec![group[i], group[j]] })
    });
    pairs.collect()
}
