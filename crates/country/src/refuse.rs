//! Why an action is not allowed: the rule that it would break.

use table::{Action, Cell, Odds, Piece, Refusal, Rot, Spot, Turn};

use crate::exp::{self, nouns};
use crate::limits::PIECES;
use crate::rules::Rules;
use crate::setup::FARMERS;
use crate::state::Country;
use crate::tile::Kind;
use crate::turn::{Owner, PlanMoment};
use crate::{fit, put};

const fn refusal(rule: &'static str, reason: &'static str) -> Refusal {
    Refusal { rule, reason }
}

/// The refusal of an action, or `None` if it may be played.
pub(crate) fn refuse(rules: &Rules, state: &Country, action: Action) -> Option<Refusal> {
    if allows(rules, state, action) {
        return None;
    }
    if state.waits == Turn::Over {
        return Some(refusal("BASE-44", "the game is over"));
    }
    let step = state.step(rules);
    let reason = match (step.owner, step.decl.moment, action) {
        (Owner::Exp(id), ..) if state.waits != Turn::Chance => {
            exp::refuse_choice(rules, state, id, step.decl.sub, action)
        }
        (_, PlanMoment::Draw, Action::Draw(_)) => {
            Some(refusal("BASE-16", "no such tile is left to draw"))
        }
        (Owner::Core, PlanMoment::Lay, Action::Tile { cell, rot }) => {
            Some(refuse_tile(rules, state, cell, rot))
        }
        (Owner::Core, PlanMoment::Act, Action::Put { piece, at }) => {
            Some(refuse_figure(rules, state, action, piece, at))
        }
        (Owner::Core, PlanMoment::Act, _) => exp::refuse_figure(rules, state, action),
        _ => None,
    };
    Some(reason.unwrap_or_else(|| wrong_step(state, step.decl.moment)))
}

/// Whether an action may be played now; nothing is listed to find it out.
fn allows(rules: &Rules, state: &Country, action: Action) -> bool {
    let step = state.step(rules);
    match (state.waits, step.owner, step.decl.moment) {
        (Turn::Over, ..) => false,
        (Turn::Chance, ..) => chance_may(rules, state, action),
        (_, Owner::Exp(id), _) => {
            let mut found = false;
            exp::legal(rules, state, id, step.decl.sub, &mut |legal| found |= legal == action);
            found
        }
        (_, Owner::Core, PlanMoment::Lay) => {
            let kind = state.hand.expect("a tile was drawn");
            matches!(action, Action::Tile { cell, rot } if fit::may(rules, state, kind, cell, rot))
        }
        (_, Owner::Core, _) => put::allows(rules, state, action),
    }
}

fn chance_may(rules: &Rules, state: &Country, action: Action) -> bool {
    let step = state.step(rules);
    match (step.owner, action) {
        (Owner::Exp(id), _) => {
            let mut odds = Odds::new();
            exp::odds(rules, state, id, step.decl.sub, &mut odds);
            odds.iter().any(|(drawn, _)| *drawn == action)
        }
        (Owner::Core, Action::First(seat)) => {
            step.decl.moment == PlanMoment::Opening && seat.0 < rules.seats
        }
        (Owner::Core, Action::Draw(kind)) => {
            let known = (kind.0 as usize) < rules.tiles.len();
            step.decl.moment == PlanMoment::Draw && known && state.bag.count(kind) > 0
        }
        (Owner::Core, _) => false,
    }
}

fn wrong_step(state: &Country, moment: PlanMoment) -> Refusal {
    match (state.waits, moment) {
        (Turn::Chance, _) => refusal("BASE-16", "a tile must be drawn first"),
        (_, PlanMoment::Lay) => refusal("BASE-19", "the drawn tile must be laid now"),
        (_, PlanMoment::Act) => {
            refusal("BASE-21", "now a figure is put on the tile just laid, or none")
        }
        _ => refusal("INT-01", "another decision must be taken first"),
    }
}

fn refuse_tile(rules: &Rules, state: &Country, cell: Cell, rot: Rot) -> Refusal {
    // What people send may name any cell, also one that the board folds to one that it knows.
    if state.board.laid().iter().any(|laid| laid.cell == cell) {
        return refusal("BASE-01", "a tile lies in that cell already");
    }
    let Some(open) = state.board.frontier().iter().find(|open| open.cell == cell) else {
        return refusal("BASE-17", "a tile must share an edge with a tile that lies already");
    };
    let kind = state.hand.expect("a tile was drawn");
    if !open.fits(rules.kinds[kind.0 as usize].edges.turned(rot)) {
        return refusal("BASE-18", "touching edges must be of the same kind");
    }
    let veto = exp::forbids_tile(rules, state, kind, cell, rot);
    *veto.expect("a placement that fits is refused by an expansion")
}

fn refuse_figure(
    rules: &Rules,
    state: &Country,
    action: Action,
    piece: Piece,
    at: Spot,
) -> Refusal {
    const WHERE: Refusal = refusal("BASE-21", "a figure stands on a segment of the tile just laid");
    let Spot::Segment { cell, segment } = at else {
        return WHERE;
    };
    let number = state.board.number_at(cell);
    let laid = number.map_or(state.board.last(), |n| state.board.tile(n as u8));
    if laid.cell != cell || segment >= rules.kinds[laid.kind.0 as usize].len {
        return WHERE;
    }
    if cell != state.board.last().cell {
        return exp::refuse_figure(rules, state, action).unwrap_or(WHERE);
    }
    if piece.0 as usize >= PIECES || rules.supply[piece.0 as usize] == 0 {
        return refusal("INT-05", "this game has no such figure");
    }
    if state.supply(state.turn, piece) == 0 {
        return refusal("BASE-24", "you have no such figure left in your supply");
    }
    if let Some(refusal) = put::forbidden(rules, state, piece, laid, segment) {
        return *refusal;
    }
    if let Some(refusal) = exp::refuse_figure(rules, state, action) {
        return refusal;
    }
    let Some((_, feature)) = state.feature_at(cell, segment) else {
        return WHERE;
    };
    let stands_on = nouns::piece(piece).map_or(&[][..], |p| p.stands_on);
    if !stands_on.contains(&feature.kind()) {
        return refusal("INT-04", "this figure may not stand there");
    }
    if feature.kind() == Kind::Field && !rules.is_default(&FARMERS) {
        return refusal("OPT-FARMERS", "this table plays without farmers");
    }
    if feature.occupied() {
        return refusal("BASE-22", "somebody stands in that feature already");
    }
    refusal("BASE-27", "that feature is named by another segment of the tile")
}
