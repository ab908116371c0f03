//! What the tile just laid offers for followers and what it completed (CITY-18..24, CITY-74).

use table::{NodeId, Side};

use crate::edge::beyond;
use crate::feature::Completed;
use crate::rules::Rules;
use crate::state::City;
use crate::tile::SEGMENTS_MAX;

/// So many segments or fewer have almost all tiles.
const FEW: usize = 8;

/// What is known of the tile just laid. Kept only while its follower is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Survey {
    /// Where a follower may stand, a bit for each segment: the first one of each free feature
    /// that the tile did not complete (CITY-18..20, CITY-74).
    pub free: u16,
    /// Whether the tile completed a street or market that is due for scoring.
    pub due: bool,
}

impl City {
    /// Looks at the tile just laid. Whether a market beside it is due, its laying told.
    #[inline]
    pub(crate) fn survey(&self, rules: &Rules, due_beside: bool) -> Survey {
        let laid = self.board.last();
        let mut survey = if rules.shape(laid.kind).segments as usize <= FEW {
            self.survey_segments::<FEW>(rules)
        } else {
            self.survey_segments::<SEGMENTS_MAX>(rules)
        };
        survey.due |= due_beside;
        survey
    }

    /// Always goes through `K` segments, also those that the tile does not have: a fixed loop is
    /// predictable.
    #[inline]
    fn survey_segments<const K: usize>(&self, rules: &Rules) -> Survey {
        let laid = self.board.last();
        let shape = rules.shape(laid.kind);
        // Compared all at once: eight numbers are one vector.
        let mut roots = [NodeId::MAX; K];
        let (mut first, mut empty, mut open) = (0_u32, 0_u32, 0_u32);
        for i in 0..K {
            let root = self.map.find(laid.first + i as NodeId);
            let known = roots.iter().fold(false, |known, r| known | (*r == root));
            roots[i] = root;
            let feature = self.map.tally(root);
            first |= (!known as u32) << i;
            empty |= (!feature.occupied() as u32) << i;
            open |= ((feature.open > 0) as u32) << i;
        }
        let there = (1 << shape.segments) - 1;
        let growing = open | shape.homes as u32;
        let counts = if rules.trigger_any { there } else { there & !empty };
        Survey { free: (first & empty & growing & there) as u16, due: !growing & counts != 0 }
    }

    /// The same for a tile whose laying was not seen.
    pub(crate) fn survey_anew(&self, rules: &Rules) -> Survey {
        let completed = self.completed_by_tile(rules);
        let due = completed.iter().any(|root| self.map.tally(*root).is_due(rules));
        self.survey(rules, due)
    }

    /// The streets and markets that the tile laid last completed: those on it, and markets of its
    /// neighbours that it bounds (CITY-74). Whatever it touches was open before.
    pub(crate) fn completed_by_tile(&self, rules: &Rules) -> Completed {
        let mut completed = Completed::new();
        let laid = self.board.last();
        let shape = rules.shape(laid.kind);
        for number in (0..shape.segments).filter(|n| shape.homes >> n & 1 == 0) {
            self.note_if_complete(laid.first + number as NodeId, &mut completed);
        }
        for side in Side::ALL {
            let Some(beside) = self.board.at(beyond(laid.cell, side)) else {
                continue;
            };
            let turned = &rules.shape(beside.kind).turned[beside.rot as usize];
            let left = 2 * side.opposite() as usize;
            for half in [left, left + 1] {
                if turned.markets >> half & 1 == 1 {
                    let node = beside.first + turned.area[half] as NodeId;
                    self.note_if_complete(node, &mut completed);
                }
            }
        }
        completed
    }
}
