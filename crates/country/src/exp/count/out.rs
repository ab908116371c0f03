//! Moving figures out of the quarters: before a scoring (COUNT-16 to COUNT-23) and at the end of
//! the game (COUNT-28, COUNT-29).

use table::{Action, Event, NodeId, Piece, Refusal, Seat, Sink, Spot, Turn};

use super::{
    FINAL, MARKET, ORDER, PIECES_INSIDE, QUARTERS, Target, UNOCCUPIED, quarter_for, seat_after,
};
use crate::rules::Rules;
use crate::score;
use crate::setup::FARMERS;
use crate::state::{Country, Figure};
use crate::tile::Kind;
use crate::turn::{self, Cx, Flow};

/// Who is next to move a figure out, if anybody.
pub(super) fn enter(rules: &Rules, state: &mut Country, at_end: bool) -> Flow {
    let next = next_seat(rules, state, at_end);
    let slot = &mut state.slots.count;
    let Some((go, seat)) = next else {
        slot.go = 0;
        slot.passed = 0;
        return Flow::Next;
    };
    slot.go = go;
    Flow::Wait(seat)
}

/// COUNT-16: left of the seat on turn first, that seat last; COUNT-28: left of the seat that
/// laid the last tile first. A seat with nothing to move is not asked.
fn next_seat(rules: &Rules, state: &Country, at_end: bool) -> Option<(u8, Seat)> {
    let slot = &state.slots.count;
    if !at_end && !score::any_completed(state) {
        return None;
    }
    if slot.inside == [[[0; PIECES_INSIDE]; table::SEATS_MAX]; QUARTERS.len()] {
        return None;
    }
    let first = if at_end { state.layer } else { state.turn };
    let in_rotation = at_end || !rules.is_default(&ORDER);
    let goes = if in_rotation { rules.seats } else { rules.seats.saturating_sub(slot.go) };
    (0..goes).find_map(|i| {
        let go = if in_rotation { (slot.go + i) % rules.seats } else { slot.go + i };
        let seat = seat_after(rules, first, go + 1);
        let mut any = false;
        if slot.passed >> seat.0 & 1 == 0 {
            moves(rules, state, seat, at_end, |_| any = true);
        }
        any.then_some((go, seat))
    })
}

/// A figure comes out, or the seat passes for good.
pub(super) fn play<S: Sink>(cx: &mut Cx<S>, action: Action, in_rotation: bool) {
    let Turn::Player(seat) = cx.state.waits else { unreachable!("a seat waits") };
    if let Action::Move { piece, to } = action {
        let Spot::Segment { cell, segment } = to else { unreachable!("out to a segment") };
        let tile = cx.state.board.number_at(cell).expect("a tile lies there") as u8;
        let figure = Figure { seat, piece, tile, segment };
        let (_, feature) = cx.state.feature_at(cell, segment).expect("a tile lies there");
        let quarter = quarter_for(feature.kind()).expect("a quarter leads there");
        let inside = &mut cx.state.slots.count.inside[quarter as usize][seat.index()];
        inside[piece.0 as usize] -= 1;
        turn::stand(cx.state, figure);
        cx.out.tell(Event::Moved { seat, piece, from: Spot::Place(quarter), to });
        cx.state.slots.count.go += in_rotation as u8;
    } else {
        cx.state.slots.count.passed |= 1 << seat.0;
        cx.state.slots.count.go += 1;
    }
    if in_rotation {
        cx.state.slots.count.go %= cx.rules.seats;
    }
}

/// Every way for a seat to move one figure out.
pub(super) fn moves(
    rules: &Rules,
    state: &Country,
    seat: Seat,
    at_end: bool,
    mut found: impl FnMut(Action),
) {
    let slot = &state.slots.count;
    let open = |quarter: u8| {
        let market = quarter == MARKET;
        let right_time = if at_end { market || !rules.is_default(&FINAL) } else { !market };
        right_time && quarter != slot.at // COUNT-18
    };
    let waiting = |quarter: u8| slot.inside[quarter as usize][seat.index()];
    if !(0..4).any(|q| open(q) && waiting(q) != [0; PIECES_INSIDE]) {
        return;
    }
    each_target(rules, state, at_end, |target| {
        let kind = state.map.tally(target.root).kind();
        let Some(quarter) = quarter_for(kind).filter(|q| open(*q)) else {
            return;
        };
        for (piece, count) in (0u8..).zip(waiting(quarter)) {
            if count > 0 {
                found(Action::Move { piece: Piece(piece), to: target.spot });
            }
        }
    });
}

/// The features that figures may come out to.
fn each_target(rules: &Rules, state: &Country, at_end: bool, mut found: impl FnMut(Target)) {
    if at_end {
        for root in first_segments(state) {
            let feature = *state.map.tally(state.map.find(root));
            let open = match feature.kind() {
                Kind::Field => rules.is_default(&FARMERS),
                Kind::Road | Kind::City => feature.open() > 0,
                _ => score::around(state, root) < 8,
            };
            if open {
                found(Target { spot: score::spot_of(state, root), root: state.map.find(root) });
            }
        }
        return;
    }
    let laid = state.board.last();
    for root in score::completed(state).iter() {
        let feature = state.map.tally(*root);
        if !rules.is_default(&UNOCCUPIED) && !feature.occupied() {
            continue;
        }
        let spot = if feature.kind().is_centre() {
            score::spot_of(state, *root)
        } else {
            let segments = laid.first..state.map.len() as NodeId;
            let mut on_tile = segments.filter(|n| state.map.find(*n) == *root);
            let node = on_tile.next().expect("a completed road or city reaches the tile");
            Spot::segment(laid.cell, (node - laid.first) as u8)
        };
        found(Target { spot, root: *root });
    }
}

/// The first segment of every feature on the board.
fn first_segments(state: &Country) -> impl Iterator<Item = NodeId> {
    let mut seen = [0u64; crate::limits::SEGMENTS_TOTAL_MAX.div_ceil(64)];
    (0..state.map.len() as NodeId).filter(move |node| {
        let root = state.map.find(*node) as usize;
        let new = seen[root / 64] >> (root % 64) & 1 == 0;
        seen[root / 64] |= 1 << (root % 64);
        new
    })
}

/// Why a figure may not come out there.
pub(super) fn refuse(rules: &Rules, state: &Country, action: Action) -> Option<Refusal> {
    let Action::Move { piece, to: Spot::Segment { cell, segment } } = action else {
        return None;
    };
    let Turn::Player(seat) = state.waits else {
        return None;
    };
    let refusal = |rule, reason| Some(Refusal { rule, reason });
    let Some((_, feature)) = state.named_feature(cell, segment) else {
        return refusal("COUNT-17", "there is no such feature");
    };
    let Some(quarter) = quarter_for(feature.kind()) else {
        return refusal("COUNT-23", "nobody comes out to a garden");
    };
    if quarter == state.slots.count.at {
        return refusal("COUNT-18", "the Count stands in that quarter: nobody leaves it");
    }
    let inside = state.slots.count.inside[quarter as usize][seat.index()];
    if inside.get(piece.0 as usize).is_none_or(|n| *n == 0) {
        return refusal("COUNT-17", "you have no such figure in the quarter that leads there");
    }
    if feature.kind() == Kind::Field {
        return refusal("COUNT-25", "figures leave the market only at the end of the game");
    }
    if !rules.is_default(&UNOCCUPIED) && !feature.occupied() {
        return refusal("OPT-COUNT-UNOCCUPIED", "nobody stands there, and this table forbids it");
    }
    refusal("COUNT-17", "figures come out only to what the tile just laid completed")
}
