//! When the store did not answer: no clock runs then.
//!
//! The heartbeat notes each answer. A gap between two answers is an outage, also the one that lasts
//! just now; what a table itself met (a refused or late entry) is added by the table.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A pause between two answers that is no outage, ms: a few heartbeats.
const PAUSE: u64 = 2_000;
/// How many outages are remembered.
const REMEMBERED: usize = 256;

/// The outages since the server started.
#[derive(Debug)]
pub struct Outages(Mutex<Known>);

#[derive(Debug)]
struct Known {
    answered: u64,
    gaps: VecDeque<(u64, u64)>,
}

impl Outages {
    /// None yet: the store has just answered.
    pub fn new(now: u64) -> Outages {
        Outages(Mutex::new(Known { answered: now, gaps: VecDeque::new() }))
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The store has answered.
    pub fn answered(&self, now: u64) {
        let mut known = self.known();
        if now.saturating_sub(known.answered) > PAUSE {
            let gap = (known.answered, now);
            tracing::warn!(ms = gap.1 - gap.0, "the store did not answer; no clock ran");
            known.gaps.push_back(gap);
            if known.gaps.len() > REMEMBERED {
                known.gaps.pop_front();
            }
        }
        known.answered = known.answered.max(now);
    }

    /// How many milliseconds between two times the store did not answer. `own` is since when the
    /// asking table has trouble of its own.
    pub fn lost(&self, from: u64, to: u64, own: Option<u64>) -> u64 {
        let known = self.known();
        let mut gaps: Vec<(u64, u64)> = known.gaps.iter().copied().collect();
        if to.saturating_sub(known.answered) > PAUSE {
            gaps.push((known.answered, to));
        }
        drop(known);
        gaps.extend(own.map(|own| (own, to)));
        gaps.sort_unstable();
        let (mut lost, mut counted) = (0, from);
        for (begin, end) in gaps {
            let (begin, end) = (begin.max(counted), end.min(to));
            lost += end.saturating_sub(begin);
            counted = counted.max(end);
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_counted_once_and_only_where_they_overlap() {
        let outages = Outages::new(0);
        for at in [500, 1_000, 11_000, 11_500, 20_500] {
            outages.answered(at);
        }
        assert_eq!(outages.lost(0, 21_000, None), 10_000 + 9_000);
        assert_eq!(outages.lost(6_000, 15_000, None), 5_000 + 3_500);
        assert_eq!(outages.lost(6_000, 15_000, Some(10_000)), 9_000, "one behind the other");
        assert_eq!(outages.lost(12_000, 21_000, Some(20_000)), 8_500 + 500);
        assert_eq!(outages.lost(20_600, 30_600, None), 10_000, "it does not answer now");
        assert_eq!(outages.lost(20_600, 21_000, None), 0);
    }
}
