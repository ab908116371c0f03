//! What the tile just laid offers for followers and what it completed (CITY-18..24, CITY-74).

use table::{NodeId, Roots, Side};

use crate::edge::beyond;
use crate::feature::{Completed, Joined};
use crate::rules::Rules;
use crate::shape::Shape;
use crate::state::City;
use crate::tile::SEGMENTS_MAX;

/// So many segments or fewer have almost all tiles.
const FEW: usize = 8;

/// What is known of the tile just laid. Kept only while its follower is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct JustLaid {
    /// Where a follower may stand, a bit for each segment: the first one of each free feature
    /// that the tile did not complete (CITY-18..20, CITY-74).
    pub free: u16,
    /// Whether the tile completed a street or market that is due for scoring.
    pub due: bool,
}

impl City {
    /// What the tile just laid offers and completed; its laying has noted most of it.
    #[inline]
    pub(crate) fn just_laid(&self, rules: &Rules, tile: &Joined) -> JustLaid {
        let shape = rules.shape(self.board.last().kind);
        if tile.tangled {
            return self.just_laid_tangled(rules, shape, tile);
        }
        let there = shape.there();
        let counts = if rules.trigger_any { there } else { tile.taken };
        let free = there & !tile.taken & !tile.closed;
        JustLaid { free, due: (tile.closed & counts != 0) | tile.due_beside }
    }

    /// The same by the roots of the segments.
    fn just_laid_tangled(&self, rules: &Rules, shape: &Shape, tile: &Joined) -> JustLaid {
        let roots = tile.roots.all();
        let [empty, open] = if shape.segments as usize <= FEW {
            self.empty_and_open::<FEW>(roots)
        } else {
            self.empty_and_open::<SEGMENTS_MAX>(roots)
        };
        let there = shape.there() as u32;
        let growing = open | shape.homes as u32;
        let counts = if rules.trigger_any { there } else { there & !empty };
        let free = (firsts(roots) & empty & growing & there) as u16;
        JustLaid { free, due: (!growing & counts != 0) | tile.due_beside }
    }

    /// Which segments have features where nobody stands, and which have open edges, a bit for
    /// each. Always goes through `K` segments, also those that the tile does not have: a fixed
    /// loop is predictable.
    #[inline]
    fn empty_and_open<const K: usize>(&self, roots: &[NodeId; SEGMENTS_MAX]) -> [u32; 2] {
        let (mut empty, mut open) = (0, 0);
        for (i, root) in roots[..K].iter().enumerate() {
            let feature = self.map.tally(*root);
            empty |= (!feature.occupied() as u32) << i;
            open |= ((feature.open > 0) as u32) << i;
        }
        [empty, open]
    }

    /// The same for a tile whose laying was not seen.
    pub(crate) fn just_laid_anew(&self, rules: &Rules) -> JustLaid {
        let completed = self.completed_by_tile(rules);
        let due_beside = completed.iter().any(|root| self.map.tally(*root).is_due(rules));
        let first = self.board.last().first;
        let roots = Roots::found(core::array::from_fn(|i| self.map.find(first + i as NodeId)));
        let shape = rules.shape(self.board.last().kind);
        let (taken, closed, tangled) = (0, 0, true);
        self.just_laid_tangled(
            rules,
            shape,
            &Joined { first, roots, taken, closed, tangled, due_beside },
        )
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
            let port = rules.look(beside.kind, beside.rot)[side.opposite() as usize];
            for half in [0, 1] {
                if port.markets >> half & 1 == 1 {
                    let node = beside.first + port.areas[half] as NodeId;
                    self.note_if_complete(node, &mut completed);
                }
            }
        }
        completed
    }
}

/// The segments whose roots no earlier one has, a bit for each.
fn firsts(roots: &[NodeId; SEGMENTS_MAX]) -> u32 {
    let first = |i: &usize| !roots[..*i].contains(&roots[*i]);
    (0..SEGMENTS_MAX).filter(first).fold(0, |firsts, i| firsts | 1 << i)
}
