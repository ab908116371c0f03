//! Where figures may stand on the tile just laid (BASE-21, BASE-22).

use table::{Action, Actions, Dice, Laid, Piece, Refusal, Spot};

use crate::exp::{self, Lying};
use crate::piece::FOLLOWER;
use crate::rules::Rules;
use crate::site::Site;
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
    let free = free_for_followers(rules, state);
    if rules.on == 0 || free != 0 && !guarded(rules, state) {
        return free != 0;
    }
    let site = Site::laid(rules, state);
    let mut offers = Offers::new(rules, state, &site);
    offers.put_each(FOLLOWER, free);
    exp::offer(rules, state, &mut offers);
    offers.count > 0
}

/// Lists every figure action, and passing.
pub(crate) fn list(rules: &Rules, state: &Country, out: &mut Actions) {
    let site = Site::laid(rules, state);
    let mut push = |action| out.push(action);
    let mut offers = Offers { out: Some(&mut push), ..Offers::new(rules, state, &site) };
    offers.put_each(FOLLOWER, free_for_followers(rules, state));
    if rules.on != 0 {
        exp::offer(rules, state, &mut offers);
    }
    out.push(Action::Pass);
}

/// Whether a figure action, or passing, is one that [`list`] would list.
pub(crate) fn allows(rules: &Rules, state: &Country, action: Action) -> bool {
    action == Action::Pass
        || Offers::hold(rules, state, action, |offers| {
            offers.put_each(FOLLOWER, free_for_followers(rules, state));
            if rules.on != 0 {
                exp::offer(rules, state, offers);
            }
        })
}

/// Finds what expansions offer at a site; tells whether that is anything.
pub(crate) fn each_offer(
    rules: &Rules,
    state: &Country,
    site: &Site,
    found: &mut dyn FnMut(Action),
) -> bool {
    let mut offers = Offers { out: Some(found), ..Offers::new(rules, state, site) };
    exp::offer(rules, state, &mut offers);
    offers.count > 0
}

/// A figure action or passing, all equally likely; `None` if only passing is left.
#[inline]
pub(crate) fn pick(rules: &Rules, state: &Country, dice: &mut impl Dice) -> Option<Action> {
    let free = free_for_followers(rules, state);
    if rules.on != 0 {
        return pick_offer(rules, state, free, dice);
    }
    if free == 0 {
        return None;
    }
    let n = dice.below(count_bits(free) + 1);
    let Some(segment) = nth_bit(free, n) else { return Some(Action::Pass) };
    Some(Action::Put { piece: FOLLOWER, at: Spot::segment(state.board.last().cell, segment) })
}

/// The same with expansions: counts what is on offer, throws, and goes through it once more.
fn pick_offer(rules: &Rules, state: &Country, free: u8, dice: &mut impl Dice) -> Option<Action> {
    let site = Site::laid(rules, state);
    let mut offers = Offers::new(rules, state, &site);
    let free = offers.allowed(FOLLOWER, free);
    exp::offer(rules, state, &mut offers);
    let followers = count_bits(free);
    if followers + offers.count == 0 {
        return None;
    }
    let n = dice.below(followers + offers.count + 1);
    if let Some(segment) = nth_bit(free, n) {
        let at = Spot::segment(state.board.last().cell, segment);
        return Some(Action::Put { piece: FOLLOWER, at });
    }
    if n == followers + offers.count {
        return Some(Action::Pass);
    }
    let wanted = n.saturating_sub(followers);
    let mut wanted = Offers { wanted, ..Offers::new(rules, state, &site) };
    exp::offer(rules, state, &mut wanted);
    wanted.chosen
}

/// For each mask the places of its bits, the lowest first, and how many they are.
static BITS: [([u8; 8], u8); 256] = {
    let mut bits = [([0; 8], 0); 256];
    let mut mask = 0;
    while mask < bits.len() {
        let mut place = 0;
        while place < 8 {
            if mask >> place & 1 != 0 {
                bits[mask].0[bits[mask].1 as usize] = place;
                bits[mask].1 += 1;
            }
            place += 1;
        }
        mask += 1;
    }
    bits
};

#[inline]
fn count_bits(bits: u8) -> u32 {
    BITS[bits as usize].1 as u32
}

/// The place of the n-th bit that is set, if there are so many.
#[inline]
fn nth_bit(bits: u8, n: u32) -> Option<u8> {
    let (places, count) = &BITS[bits as usize];
    (n < *count as u32).then(|| places[n as usize % 8])
}

/// Whether an expansion may forbid figures on the tile just laid.
#[inline]
fn guarded(rules: &Rules, state: &Country) -> bool {
    rules.kinds[state.board.last().kind.0 as usize].guarded
}

/// Why an expansion forbids a figure on a laid tile.
pub(crate) fn forbidden(
    rules: &Rules,
    state: &Country,
    piece: Piece,
    laid: Laid,
    segment: u8,
) -> Option<&'static Refusal> {
    if !rules.kinds[laid.kind.0 as usize].guarded {
        return None;
    }
    let tile = Lying { kind: laid.kind, cell: laid.cell, rot: laid.rot };
    exp::forbids_figure(rules, state, piece, tile, segment)
}

/// Takes the figure actions that expansions offer: to list them, to count them, or to choose one.
pub struct Offers<'a> {
    rules: &'a Rules,
    state: &'a Country,
    /// The tile that the offers are about.
    pub site: &'a Site<'a>,
    guarded: bool,
    count: u32,
    wanted: u32,
    chosen: Option<Action>,
    out: Option<&'a mut dyn FnMut(Action)>,
}

impl<'a> Offers<'a> {
    #[inline]
    fn new(rules: &'a Rules, state: &'a Country, site: &'a Site<'a>) -> Self {
        let guarded = guarded(rules, state);
        let (wanted, chosen, out) = (u32::MAX, None, None);
        Offers { rules, state, site, guarded, count: 0, wanted, chosen, out }
    }

    /// Whether an action is among those that somebody offers.
    pub(crate) fn hold(
        rules: &'a Rules,
        state: &'a Country,
        action: Action,
        offer: impl FnOnce(&mut Offers),
    ) -> bool {
        let site = Site::laid(rules, state);
        let mut held = false;
        let mut push = |offered| held |= offered == action;
        offer(&mut Offers { out: Some(&mut push), ..Offers::new(rules, state, &site) });
        held
    }

    /// Offers an action.
    #[inline]
    pub fn push(&mut self, action: Action) {
        if self.count == self.wanted {
            self.chosen = Some(action);
        }
        self.count += 1;
        if let Some(out) = &mut self.out {
            out(action);
        }
    }

    /// Those of these segments of the tile just laid on which nobody forbids a piece.
    #[inline]
    fn allowed(&self, piece: Piece, segments: u8) -> u8 {
        if self.guarded { self.not_forbidden(piece, segments) } else { segments }
    }

    fn not_forbidden(&self, piece: Piece, segments: u8) -> u8 {
        let laid = self.state.board.last();
        let fine = |s: &u8| forbidden(self.rules, self.state, piece, laid, *s).is_none();
        let allowed = (0..8).filter(|s| segments >> s & 1 != 0).filter(fine);
        allowed.fold(0, |mask, s| mask | 1 << s)
    }

    /// Offers to put a piece on a segment of any tile, unless somebody forbids it there.
    pub fn put_at(&mut self, piece: Piece, laid: Laid, segment: u8) {
        if forbidden(self.rules, self.state, piece, laid, segment).is_none() {
            self.push(Action::Put { piece, at: Spot::segment(laid.cell, segment) });
        }
    }

    /// Offers to put a piece on each of these segments of the tile just laid, as far as nobody
    /// forbids it there.
    #[inline]
    pub fn put_each(&mut self, piece: Piece, segments: u8) {
        let mut segments = self.allowed(piece, segments);
        while segments != 0 {
            let segment = segments.trailing_zeros() as u8;
            segments &= segments - 1;
            self.push(Action::Put { piece, at: Spot::segment(self.site.cell, segment) });
        }
    }
}
