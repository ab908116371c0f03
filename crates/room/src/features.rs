//! Where the points of a game came from, by seat and kind of feature.

use std::collections::BTreeMap;

use protocol::{Event, FeatureStats, You};

use super::Room;

impl Room {
    /// What each kind of feature brought each seat, most points first. The log is played again: a
    /// long game takes milliseconds.
    pub fn features(&self) -> Vec<Vec<FeatureStats>> {
        let mut seats = vec![BTreeMap::<String, FeatureStats>::new(); self.chairs.len()];
        let past = self.past(You::default(), 0, &[]);
        let standing = past.log.into_iter().filter(|line| !line.undone);
        for event in standing.flat_map(|line| line.events) {
            let Event::Scored { feature, complete, strength, points, .. } = event else { continue };
            for (seat, stats) in seats.iter_mut().enumerate() {
                let points = points.get(seat).copied().unwrap_or(0);
                let shared = strength.get(seat).is_some_and(|strength| *strength > 0);
                if points == 0 && !shared {
                    continue;
                }
                let stats = stats.entry(feature.clone()).or_default();
                stats.feature.clone_from(&feature);
                stats.points += u32::from(points);
                stats.count += u32::from(points > 0);
                stats.complete += u32::from(points > 0 && complete);
                stats.lost += u32::from(points == 0);
            }
        }
        let sorted = |stats: BTreeMap<String, FeatureStats>| {
            let mut all: Vec<FeatureStats> = stats.into_values().collect();
            games::sort_short_by_key(&mut all, |one| std::cmp::Reverse(one.points));
            all
        };
        seats.into_iter().map(sorted).collect()
    }
}
