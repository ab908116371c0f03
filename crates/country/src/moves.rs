//! The full list of moves of a turn: where the tile goes and what follows on it, at once.
//!
//! Search wants this list often, so it is made without laying a tile and without a copy: what
//! lies around a cell is looked up once, and a [`Site`] says for each turn of the tile what
//! figures would meet there. Trying each placement on a copy costs a copy (150 to 250 ns, although
//! only what is used is copied) and a laid tile for each.

use table::{Action, Actions, Game, Move, Quiet, Rot, Spot, Turn};

use crate::exp::{self, Leads};
use crate::fit;
use crate::piece::FOLLOWER;
use crate::put::{Offered, Offers};
use crate::rules::Rules;
use crate::site::{Beside, Site};
use crate::state::Country;
use crate::turn::PlanMoment;

/// Finds every placement of the drawn tile with every figure action after it.
#[inline]
pub(crate) fn each(rules: &Rules, state: &Country, mut found: impl FnMut(Move)) {
    let Some(kind) = state.hand else { return };
    if rules.plan.core_moment(state.step) != Some(PlanMoment::Lay) {
        return;
    }
    let table = &rules.kinds[kind.0 as usize];
    if !rules.plan.is_compact() || rules.offers_more {
        return each_by_trying(rules, state, found);
    }
    let has_follower = state.supply(state.turn, FOLLOWER) > 0;
    let may_act = has_follower || rules.on != 0;
    let leads = if rules.on == 0 { Leads::default() } else { exp::leads(rules, state) };
    let mut offered = Offered::new();
    let mut beside = Beside::new();
    for open in fit::cells(rules, state, kind) {
        let mut mask = open.turns(table.turns);
        if mask == 0 {
            continue;
        }
        let cell = open.cell;
        if may_act {
            beside.look_around(rules, state, cell);
        }
        while mask != 0 {
            let rot = Rot::from_index((mask.trailing_zeros() / 16) as u8);
            mask &= mask - 1;
            if table.watched && !fit::may_lie(rules, state, kind, cell, rot) {
                continue;
            }
            if !may_act {
                found(Move { cell, rot, figure: None });
                continue;
            }
            let site = Site::planned(rules, state, kind, rot, &beside);
            let mut push = |figure| found(Move { cell, rot, figure });
            let mut free = if has_follower { site.claimable() } else { 0 };
            let mut asked = free != 0;
            if rules.on != 0 {
                offered.clear();
                let mut offers = Offers::new(rules, state, &site, &mut offered);
                offers.put_each(FOLLOWER, free);
                exp::offer(rules, &leads, &mut offers);
                (free, asked) = (0, !offered.is_empty());
                offered.each(cell, |action| push(Some(action)));
            }
            while free != 0 {
                let at = Spot::segment(cell, free.trailing_zeros() as u8);
                free &= free - 1;
                push(Some(Action::Put { piece: FOLLOWER, at }));
            }
            push(asked.then_some(Action::Pass));
        }
    }
}

/// Lays the tile everywhere on a copy and asks: right with any plan, but slower.
#[cold]
fn each_by_trying(rules: &Rules, state: &Country, mut found: impl FnMut(Move)) {
    let (mut places, mut figures) = (Actions::new(), Actions::new());
    state.legal(rules, &mut places);
    let mut copy = state.clone();
    for place in places.iter() {
        let Action::Tile { cell, rot } = *place else { unreachable!("placements") };
        copy.clone_from(state);
        copy.play(rules, *place, &mut Quiet);
        let asked = copy.waits == Turn::Player(state.turn)
            && rules.plan.core_moment(copy.step) == Some(PlanMoment::Act);
        if asked {
            copy.legal(rules, &mut figures);
            figures.iter().for_each(|figure| found(Move { cell, rot, figure: Some(*figure) }));
        } else {
            found(Move { cell, rot, figure: None });
        }
    }
}
