//! Where a tile may lie (BASE-17, BASE-18).

use table::{Action, Actions, Cell, Dice, Rot, TileKind};

use crate::exp;
use crate::rules::Rules;
use crate::state::Country;

/// Calls `found` for every legal placement until it says `false`.
fn each(rules: &Rules, state: &Country, kind: TileKind, mut found: impl FnMut(Cell, Rot) -> bool) {
    let turns = rules.kinds[kind.0 as usize].turns;
    for open in state.board.frontier() {
        let mut mask = open.turns(turns);
        while mask != 0 {
            let rot = Rot::from_index((mask.trailing_zeros() / 16) as u8);
            mask &= mask - 1;
            if may_lie(rules, state, kind, open.cell, rot) && !found(open.cell, rot) {
                return;
            }
        }
    }
}

#[inline]
fn may_lie(rules: &Rules, state: &Country, kind: TileKind, cell: Cell, rot: Rot) -> bool {
    rules.on == 0 || exp::forbids_tile(rules, state, kind, cell, rot).is_none()
}

/// Whether the tile fits anywhere (BASE-19, BASE-20).
#[inline(always)]
pub(crate) fn any(rules: &Rules, state: &Country, kind: TileKind) -> bool {
    let turns = rules.kinds[kind.0 as usize].turns;
    // Four cells at a time: mostly one of the first four fits, so this branch is foreseeable.
    let (fours, rest) = state.board.frontier().as_chunks::<4>();
    let fits = fours.iter().any(|four| four.iter().fold(0, |all, o| all | o.turns(turns)) != 0)
        || rest.iter().any(|open| open.turns(turns) != 0);
    fits && (rules.on == 0 || any_allowed(rules, state, kind))
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

/// A legal placement, all equally likely: guesses until one fits, which is uniform and mostly
/// quicker than the list; `None` after so many misses that the list is better.
#[inline]
pub(crate) fn pick(
    rules: &Rules,
    state: &Country,
    kind: TileKind,
    dice: &mut impl Dice,
) -> Option<Action> {
    const GUESSES: usize = 32;
    let turns = rules.kinds[kind.0 as usize].turns;
    let frontier = state.board.frontier();
    for _ in 0..GUESSES {
        let guess = dice.below(4 * frontier.len() as u32);
        let open = &frontier[guess as usize / 4];
        let turned = (turns >> (16 * (guess % 4))) as u16;
        if turned & open.forbids.0 == 0 {
            let (cell, rot) = (open.cell, Rot::from_index((guess % 4) as u8));
            if may_lie(rules, state, kind, cell, rot) {
                return Some(Action::Tile { cell, rot });
            }
        }
    }
    None
}
