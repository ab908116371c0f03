//! Where a tile may lie (BASE-17, BASE-18).

use table::{Action, Actions, Cell, Dice, Open, Rot, TileKind};

use crate::exp;
use crate::rules::Rules;
use crate::state::Country;
use crate::tables::KindTable;

/// The cells of the frontier that come into question for a tile: all, or one that it is bound to.
#[inline]
pub(crate) fn cells<'a>(rules: &Rules, state: &'a Country, kind: TileKind) -> &'a [Open] {
    if rules.kinds[kind.0 as usize].watched
        && let Some(cell) = exp::binds_tile(rules, state, kind)
    {
        return state.board.open_at(cell).map_or(&[], core::slice::from_ref);
    }
    state.board.frontier()
}

/// Calls `found` for every legal placement until it says `false`.
fn each(rules: &Rules, state: &Country, kind: TileKind, mut found: impl FnMut(Cell, Rot) -> bool) {
    let KindTable { turns, watched, .. } = rules.kinds[kind.0 as usize];
    for open in cells(rules, state, kind) {
        let mut mask = open.turns(turns);
        while mask != 0 {
            let rot = Rot::from_index((mask.trailing_zeros() / 16) as u8);
            mask &= mask - 1;
            let allowed = !watched || may_lie(rules, state, kind, open.cell, rot);
            if allowed && !found(open.cell, rot) {
                return;
            }
        }
    }
}

/// Whether a placement is legal; any cell may be asked for.
pub(crate) fn may(rules: &Rules, state: &Country, kind: TileKind, cell: Cell, rot: Rot) -> bool {
    let KindTable { edges, watched, .. } = rules.kinds[kind.0 as usize];
    let open = state.board.frontier().iter().find(|open| open.cell == cell);
    let fits = open.is_some_and(|open| open.fits(edges.turned(rot)));
    fits && (!watched || may_lie(rules, state, kind, cell, rot))
}

/// Whether the expansions allow a placement that fits.
pub(crate) fn may_lie(
    rules: &Rules,
    state: &Country,
    kind: TileKind,
    cell: Cell,
    rot: Rot,
) -> bool {
    exp::forbids_tile(rules, state, kind, cell, rot).is_none()
}

/// Whether the tile fits anywhere (BASE-19, BASE-20).
#[inline(always)]
pub(crate) fn any(rules: &Rules, state: &Country, kind: TileKind) -> bool {
    let KindTable { turns, watched, .. } = rules.kinds[kind.0 as usize];
    if watched {
        return any_allowed(rules, state, kind);
    }
    // Four cells at a time: mostly one of the first four fits, so this branch is predictable.
    let (fours, rest) = state.board.frontier().as_chunks::<4>();
    fours.iter().any(|four| four.iter().fold(0, |all, o| all | o.turns(turns)) != 0)
        || rest.iter().any(|open| open.turns(turns) != 0)
}

fn any_allowed(rules: &Rules, state: &Country, kind: TileKind) -> bool {
    let mut any = false;
    each(rules, state, kind, |_, _| {
        any = true;
        false
    });
    any
}

/// Lists every legal placement; turns that look alike are different placements.
pub(crate) fn list(rules: &Rules, state: &Country, kind: TileKind, out: &mut Actions) {
    each(rules, state, kind, |cell, rot| {
        out.push(Action::Tile { cell, rot });
        true
    });
}

/// A legal placement, all equally likely; there must be one.
#[inline]
pub(crate) fn pick(rules: &Rules, state: &Country, kind: TileKind, dice: &mut impl Dice) -> Action {
    match guess(rules, state, kind, dice) {
        Some((cell, rot)) => Action::Tile { cell, rot },
        None => pick_counted(rules, state, kind, dice),
    }
}

/// Guesses until a placement fits, which is uniform and mostly quicker than going through all;
/// gives up after a while.
#[inline(always)]
pub(crate) fn guess(
    rules: &Rules,
    state: &Country,
    kind: TileKind,
    dice: &mut impl Dice,
) -> Option<(Cell, Rot)> {
    let KindTable { turns, watched, .. } = rules.kinds[kind.0 as usize];
    let frontier = cells(rules, state, kind);
    let guesses = if frontier.len() < 2 { 0 } else { 32 };
    for _ in 0..guesses {
        let guess = dice.below(4 * frontier.len() as u32);
        let open = &frontier[guess as usize / 4];
        let turned = (turns >> (16 * (guess % 4))) as u16;
        if turned & open.forbids.0 == 0 {
            let (cell, rot) = (open.cell, Rot::from_index((guess % 4) as u8));
            if !watched || may_lie(rules, state, kind, cell, rot) {
                return Some((cell, rot));
            }
        }
    }
    None
}

/// The same by counting: right also where few placements are left.
#[cold]
pub(crate) fn pick_counted(
    rules: &Rules,
    state: &Country,
    kind: TileKind,
    dice: &mut impl Dice,
) -> Action {
    let mut count = 0;
    each(rules, state, kind, |_, _| {
        count += 1;
        true
    });
    let mut left = dice.below(count);
    let mut chosen = Action::Pass;
    each(rules, state, kind, |cell, rot| {
        chosen = Action::Tile { cell, rot };
        let more = left > 0;
        left = left.saturating_sub(1);
        more
    });
    chosen
}
