//! Where figures may stand on the tile just laid (BASE-21, BASE-22).

use table::{Action, Actions, Dice, Spot};

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
    offers.count > 0
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

/// A figure action or passing, all equally likely.
#[inline]
pub(crate) fn pick(rules: &Rules, state: &Country, dice: &mut impl Dice) -> Action {
    let free = free_for_followers(rules, state);
    if rules.on != 0 {
        return pick_offer(rules, state, free, dice);
    }
    let n = dice.below(free.count_ones() + 1);
    let Some(segment) = nth_bit(free, n) else { return Action::Pass };
    Action::Put { piece: FOLLOWER, at: Spot::segment(state.board.last().cell, segment) }
}

/// The same with expansions: counts what is on offer, throws, and goes through it once more.
fn pick_offer(rules: &Rules, state: &Country, free: u8, dice: &mut impl Dice) -> Action {
    let mut offers = Offers::new(state);
    exp::offer(rules, state, &mut offers);
    let followers = free.count_ones();
    let n = dice.below(followers + offers.count + 1);
    if let Some(segment) = nth_bit(free, n) {
        let at = Spot::segment(state.board.last().cell, segment);
        return Action::Put { piece: FOLLOWER, at };
    }
    let mut wanted = Offers { wanted: n.saturating_sub(followers), ..Offers::new(state) };
    exp::offer(rules, state, &mut wanted);
    wanted.chosen.unwrap_or(Action::Pass)
}

/// The place of the n-th bit that is set. Without a branch: `n` is a throw of dice.
#[inline]
fn nth_bit(mut bits: u8, n: u32) -> Option<u8> {
    for i in 0..8 {
        let lowest = bits & bits.wrapping_neg();
        bits ^= if i < n { lowest } else { 0 };
    }
    (bits != 0).then(|| bits.trailing_zeros() as u8)
}

/// Takes the figure actions that expansions offer: to list them, to count them, or to choose one.
pub struct Offers<'a> {
    cell: table::Cell,
    count: u32,
    wanted: u32,
    chosen: Option<Action>,
    out: Option<&'a mut Actions>,
}

impl Offers<'_> {
    fn new(state: &Country) -> Self {
        let cell = state.board.last().cell;
        Offers { cell, count: 0, wanted: u32::MAX, chosen: None, out: None }
    }

    /// Offers an action.
    #[inline]
    pub fn push(&mut self, action: Action) {
        if self.count == self.wanted {
            self.chosen = Some(action);
        }
        self.count += 1;
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
