//! Where figures may stand on the tile just laid (BASE-21, BASE-22).

use table::{Action, Actions, Cell, Dice, Laid, List, Piece, Refusal, Spot};

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
    let mut offered = Offered::new();
    gather(rules, state, free, &mut offered);
    offered.count() > 0
}

/// Lists every figure action, and passing.
pub(crate) fn list(rules: &Rules, state: &Country, out: &mut Actions) {
    let mut offered = Offered::new();
    gather(rules, state, free_for_followers(rules, state), &mut offered);
    offered.each(state.board.last().cell, |action| out.push(action));
    out.push(Action::Pass);
}

/// Gathers what followers and expansions can do on the tile just laid.
fn gather(rules: &Rules, state: &Country, free: u8, offered: &mut Offered) {
    let site = Site::laid(rules, state);
    let mut offers = Offers::new(rules, state, &site, offered);
    offers.put_each(FOLLOWER, free);
    if rules.on != 0 {
        exp::offer(rules, &exp::leads(rules, state), &mut offers);
        exp::offer_more(rules, state, &mut offers);
    }
}

/// Whether a figure action, or passing, is one that [`list`] would list.
pub(crate) fn allows(rules: &Rules, state: &Country, action: Action) -> bool {
    let mut offered = Offered::new();
    gather(rules, state, free_for_followers(rules, state), &mut offered);
    action == Action::Pass || offered.holds(state.board.last().cell, action)
}

/// Whether an action is among those that somebody offers.
pub(crate) fn is_offered(
    rules: &Rules,
    state: &Country,
    action: Action,
    offer: impl FnOnce(&mut Offers),
) -> bool {
    let site = Site::laid(rules, state);
    let mut offered = Offered::new();
    offer(&mut Offers::new(rules, state, &site, &mut offered));
    offered.holds(site.cell, action)
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

/// The same with expansions.
fn pick_offer(rules: &Rules, state: &Country, free: u8, dice: &mut impl Dice) -> Option<Action> {
    let mut offered = Offered::new();
    gather(rules, state, free, &mut offered);
    let count = offered.count();
    if count == 0 {
        return None;
    }
    let n = dice.below(count + 1);
    Some(offered.nth(state.board.last().cell, n).unwrap_or(Action::Pass))
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

/// The most offers for one tile: one for each kind of piece put on it, and one for whatever else.
const OFFERS_MAX: usize = 32;

/// A piece for several segments of the tile, or any other action.
#[derive(Clone, Copy)]
enum Offer {
    Put(Piece, u8),
    Other(Action),
}

impl Default for Offer {
    fn default() -> Self {
        Offer::Other(Action::Pass)
    }
}

/// The figure actions that are on offer for a tile, in order.
pub(crate) struct Offered(List<Offer, OFFERS_MAX>);

impl Offered {
    /// None.
    #[inline]
    pub fn new() -> Offered {
        Offered(List::new())
    }

    /// Forgets all.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many actions they are.
    #[inline]
    pub fn count(&self) -> u32 {
        let counts = self.0.iter().map(|offer| match offer {
            Offer::Put(_, segments) => count_bits(*segments),
            Offer::Other(_) => 1,
        });
        counts.sum()
    }

    /// Calls `found` for each; the tile lies on this cell.
    #[inline(always)]
    pub fn each(&self, cell: Cell, mut found: impl FnMut(Action)) {
        for offer in self.0.iter() {
            match *offer {
                Offer::Put(piece, mut segments) => {
                    while segments != 0 {
                        let at = Spot::segment(cell, segments.trailing_zeros() as u8);
                        segments &= segments - 1;
                        found(Action::Put { piece, at });
                    }
                }
                Offer::Other(action) => found(action),
            }
        }
    }

    /// Whether an action is one of them.
    fn holds(&self, cell: Cell, action: Action) -> bool {
        let mut held = false;
        self.each(cell, |offered| held |= offered == action);
        held
    }

    /// The n-th of them, if there are so many.
    #[inline]
    fn nth(&self, cell: Cell, mut n: u32) -> Option<Action> {
        for offer in self.0.iter() {
            let count = match *offer {
                Offer::Put(piece, segments) => {
                    if let Some(segment) = nth_bit(segments, n) {
                        return Some(Action::Put { piece, at: Spot::segment(cell, segment) });
                    }
                    count_bits(segments)
                }
                Offer::Other(action) if n == 0 => return Some(action),
                Offer::Other(_) => 1,
            };
            n -= count;
        }
        None
    }
}

/// Takes the figure actions that expansions offer.
pub struct Offers<'a> {
    rules: &'a Rules,
    state: &'a Country,
    /// The tile that the offers are about.
    pub site: &'a Site<'a>,
    offered: &'a mut Offered,
}

impl<'a> Offers<'a> {
    #[inline]
    pub(crate) fn new(
        rules: &'a Rules,
        state: &'a Country,
        site: &'a Site<'a>,
        offered: &'a mut Offered,
    ) -> Self {
        Offers { rules, state, site, offered }
    }

    /// Offers an action.
    #[inline]
    pub fn push(&mut self, action: Action) {
        self.offered.0.push(Offer::Other(action));
    }

    /// Those of these segments of the tile on which nobody forbids a piece.
    #[inline]
    fn allowed(&self, piece: Piece, segments: u8) -> u8 {
        if self.site.guarded() { self.not_forbidden(piece, segments) } else { segments }
    }

    fn not_forbidden(&self, piece: Piece, segments: u8) -> u8 {
        let forbids =
            |s| exp::forbids_figure(self.rules, self.state, piece, self.site.lying(), s).is_some();
        let allowed = (0..8).filter(|s| segments >> s & 1 != 0 && !forbids(*s));
        allowed.fold(0, |mask, s| mask | 1 << s)
    }

    /// Offers to put a piece on a segment of any tile, unless somebody forbids it there.
    pub fn put_at(&mut self, piece: Piece, laid: Laid, segment: u8) {
        if forbidden(self.rules, self.state, piece, laid, segment).is_none() {
            self.push(Action::Put { piece, at: Spot::segment(laid.cell, segment) });
        }
    }

    /// Offers to put a piece on each of these segments of the tile, as far as nobody forbids it
    /// there.
    #[inline]
    pub fn put_each(&mut self, piece: Piece, segments: u8) {
        let segments = self.allowed(piece, segments);
        if segments != 0 {
            self.offered.0.push(Offer::Put(piece, segments));
        }
    }
}
