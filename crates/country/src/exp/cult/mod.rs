//! Heretics & Shrines: shrines are claimed and scored like monasteries; a shrine and a monastery
//! side by side, both occupied, are in a challenge: the one completed first scores, the other's
//! figures go home with nothing.
//!
//! Rules: docs/rules/cult.md. Knows: nothing.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use table::{Cell, Event, List, NodeId, OptionDecl, Refusal, Rot, Sink, Spot, TextError, TileKind};

use super::{Expansion, FeatureDecl, Info, Reads};
use crate::centres::Centre;
use crate::rules::{Build, Rules};
use crate::score;
use crate::state::Country;
use crate::text;
use crate::tile::{Kind, TileDef};
use crate::turn::{Cx, Flow, PlanMoment, PlanStepDecl};

/// OPT-CULT-TILES: five tiles or six.
pub const TILES: OptionDecl = OptionDecl {
    number: 24,
    key: "OPT-CULT-TILES",
    values: &["5", "6"],
    earlier: &[],
    about: "6: the sixth shrine tile of the English edition is shuffled in",
};
/// OPT-CULT-STRICT: whether neighbours already laid are protected too.
pub const STRICT: OptionDecl = OptionDecl {
    number: 25,
    key: "OPT-CULT-STRICT",
    values: &["on", "off"],
    earlier: &[],
    about: "off: only the tile being laid may not have two opponents (CULT-04 without CULT-05)",
};
/// OPT-CULT-CHALLENGE: what a challenge asks for. The second value is the rule of revision 1.
pub const CHALLENGE: OptionDecl = OptionDecl {
    number: 26,
    key: "OPT-CULT-CHALLENGE",
    values: &["occupied", "both-unfinished"],
    earlier: &[(1, "both-unfinished")],
    about: "both-unfinished: a figure put down with the tile that completes its building or the \
            rival's is in no challenge (CULT-10 as it was in revision 1)",
};

/// A shrine.
pub const SHRINE: Kind = Kind::Centre4;

/// The challenges that the tile just laid decides: winner and loser.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slot {
    decided: List<(NodeId, NodeId), 16>,
}

/// Heretics & Shrines.
pub struct Cult;

impl Expansion for Cult {
    type Slot = Slot;
    type Lead = ();
    const INFO: Info = Info {
        wire: "cult",
        title: "Heretics & Shrines",
        about: "shrines that challenge neighbouring monasteries",
        options: &[TILES, STRICT, CHALLENGE],
        features: &[FeatureDecl {
            feature: SHRINE.feature(),
            name: "shrine",
            centre: true,
            claimable: true,
            reads: Reads::Completed,
        }],
        ..Info::PLAIN
    };
    // Before anybody is moved out of a quarter: a challenge is fixed by then (INT-32).
    const STEPS: &'static [PlanStepDecl] = &[PlanStepDecl {
        moment: PlanMoment::Score,
        order: 20,
        sub: 0,
        name: "judge-challenges",
        ask: None,
    }];

    fn setup(build: &mut Build) {
        build.add_tiles(include_bytes!("tiles.packed"));
        if build.choices.is_default(&TILES) {
            build.tiles.retain(|t| t.variant != Some(6)); // CULT-01
        }
        build.centres.push(SHRINE);
    }

    fn watches_tile(tile: &TileDef) -> bool {
        tile.centre().and_then(opponent_of).is_some()
    }

    /// CULT-04 to CULT-06.
    fn forbids_tile(
        rules: &Rules,
        state: &Country,
        kind: TileKind,
        cell: Cell,
        _: Rot,
    ) -> Option<&'static Refusal> {
        let own = rules.kinds[kind.0 as usize].centre_kind?;
        let mut beside = near(state, cell, opponent_of(own)?);
        let opponent = beside.next()?;
        if beside.next().is_some() {
            return Some(&Refusal {
                rule: "CULT-04",
                reason: "a shrine may not have two monasteries beside it, nor a monastery two shrines",
            });
        }
        let taken = || near(state, opponent.cell, own).next().is_some();
        (rules.is_default(&STRICT) && taken()).then_some(&Refusal {
            rule: "CULT-05",
            reason: "the building beside it has an opponent already",
        })
    }

    /// CULT-10: judged behind the figure action, with those who stand there now; CULT-14: if this
    /// tile completes both, nobody loses.
    fn enter<S: Sink>(cx: &mut Cx<S>, _: u8) -> Flow {
        let state = &mut *cx.state;
        state.slots.cult.decided.clear();
        if !state.centres.any_full() {
            return Flow::Next;
        }
        // Revision 1: both must have been occupied while both were incomplete, so neither stands
        // on the tile just laid.
        let last = state.board.last().cell;
        let late = !cx.rules.is_default(&CHALLENGE);
        for winner in state.centres.iter().filter(Centre::is_full) {
            let feature = *state.map.tally(winner.node);
            let Some(opponent) = opponent_of(feature.kind()) else {
                continue;
            };
            if !feature.occupied() || late && winner.cell == last {
                continue;
            }
            for loser in state.centres.iter() {
                let rival = state.map.tally(loser.node);
                let beaten = loser.cell.surrounds(winner.cell)
                    && rival.kind() == opponent
                    && rival.occupied()
                    && loser.filled < 8
                    && !(late && loser.cell == last);
                if beaten {
                    state.slots.cult.decided.push((winner.node, loser.node));
                }
            }
        }
        Flow::Next
    }

    /// CULT-13: the loser scores nothing, and all figures of both buildings go home.
    fn completed<S: Sink>(cx: &mut Cx<S>, root: NodeId) {
        let decided = cx.state.slots.cult.decided;
        if decided.is_empty() {
            return;
        }
        for (_, loser) in decided.iter().filter(|(winner, _)| *winner == root) {
            if S::LISTENS {
                let at = score::spot_of(cx.state, *loser);
                let strengths = cx.state.map.tally(*loser).strengths();
                for (seat, _) in strengths.iter().enumerate().filter(|(_, s)| **s > 0) {
                    cx.out.tell(Event::Lost { seat: table::Seat(seat as u8), at });
                }
            }
            score::send_home(cx, *loser);
        }
        let mut open = decided;
        open.clear();
        open.extend(decided.iter().filter(|(winner, _)| *winner != root).copied());
        cx.state.slots.cult.decided = open;
    }

    /// `0,1>1,1`: the building at 0,1 wins a challenge that is about to be settled.
    fn write_slot(_: &Rules, state: &Country) -> String {
        let cell = |node| match score::spot_of(state, node) {
            Spot::Segment { cell, .. } => format!("{},{}", cell.x, cell.y),
            _ => unreachable!("a centre is a segment"),
        };
        let decided = state.slots.cult.decided;
        let words: Vec<String> =
            decided.iter().map(|(w, l)| format!("{}>{}", cell(*w), cell(*l))).collect();
        words.join(" ")
    }

    fn read_slot(_: &Rules, state: &mut Country, text: &str) -> Result<(), TextError> {
        for word in text.split_whitespace() {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            let node = |text: &str| {
                let cell = text::read_cell(text).ok()?;
                state.centres.iter().find(|c| c.cell == cell).map(|c| c.node)
            };
            let pair = word.split_once('>').and_then(|(w, l)| node(w).zip(node(l)));
            let pair = pair.ok_or_else(|| TextError::new(at, "two cells as 0,1>1,1"))?;
            if state.slots.cult.decided.len() == 16 {
                return Err(TextError::new(at, "at most sixteen challenges"));
            }
            state.slots.cult.decided.push(pair);
        }
        Ok(())
    }
}

fn opponent_of(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::Monastery => Some(SHRINE),
        SHRINE => Some(Kind::Monastery),
        _ => None,
    }
}

/// The buildings of a kind around a cell, complete ones too (CULT-06).
#[inline]
fn near(state: &Country, cell: Cell, kind: Kind) -> impl Iterator<Item = Centre> {
    state.centres.near(cell).filter(move |c| state.map.tally(c.node).kind() == kind)
}
