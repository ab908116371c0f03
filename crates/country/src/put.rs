//! Where figures may stand on the tile just laid (BASE-21, BASE-22).

use table::{Action, Actions, Spot};

use crate::exp;
use crate::piece::FOLLOWER;
use crate::rules::Rules;
use crate::state::Country;

/// The segments of the tile just laid on which a follower may stand (BASE-22).
#[inline]
pub(crate) fn free(rules: &Rules, state: &Country) -> u8 {
    let laid = state.board.last();
    state.free & rules.kinds[laid.kind.0 as usize].claimable
}

/// The same for an ordinary follower of the seat on turn, who must have one (BASE-24).
#[inline]
pub(crate) fn free_for_followers(rules: &Rules, state: &Country) -> u8 {
    if state.supply(state.turn, FOLLOWER) == 0 { 0 } else { free(rules, state) }
}

/// Whether the seat on turn can do anything with a figure.
#[inline]
pub(crate) fn any(rules: &Rules, state: &Country) -> bool {
    if free_for_followers(rules, state) != 0 {
        return true;
    }
    if rules.on == 0 {
        return false;
    }
    let mut offers = Offers::new(state);
    exp::offer(rules, state, &mut offers);
    offers.found
}

/// Lists every figure action, and passing.
pub(crate) fn list(rules: &Rules, state: &Country, out: &mut Actions) {
    let mut offers = Offers { out: Some(out), ..Offers::new(state) };
    offers.put_each(FOLLOWER, free_for_followers(rules, state));
    if rules.on != 0 {
        exp::offer(rules, state, &mut offers);
    }
    out.push(Action::Pass);
}

/// Takes the figure actions that expansions offer: to list them, or only to see if there is one.
pub struct Offers<'a> {
    cell: table::Cell,
    found: bool,
    out: Option<&'a mut Actions>,
}

impl Offers<'_> {
    fn new(state: &Country) -> Self {
        Offers { cell: state.board.last().cell, found: false, out: None }
    }

    /// Offers an action.
    #[inline]
    pub fn push(&mut self, action: Action) {
        self.found = true;
        if let Some(out) = &mut self.out {
            out.push(action);
        }
    }

    /// Offers to put a piece on each of these segments of the tile just laid.
    #[inline]
    pub fn put_each(&mut self, piece: table::Piece, mut segments: u8) {
        while segments != 0 {
            let segment = segments.trailing_zeros() as u8;
            segments &= segments - 1;
            self.push(Action::Put { piece, at: Spot::segment(self.cell, segment) });
        }
    }
}
