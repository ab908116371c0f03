//! The Abbot: a figure for monasteries, shrines and gardens that may be taken back early, for the
//! points that its building has by then.
//!
//! Rules: docs/rules/abbot.md.
//! Knows: cult (abbots stand on shrines too).

use table::{
    Action, Cell, Event, OptionDecl, Piece, Refusal, SEATS_MAX, Score, Seat, SeatSet, Sink, Spot,
};

use super::{Expansion, FeatureDecl, Info, PieceDecl, Reads};
use crate::centres::Centre;
use crate::put::Offers;
use crate::rules::{Build, Rules};
use crate::score::{self, why};
use crate::state::{Country, Figure};
use crate::tile::Kind;
use crate::turn::Cx;

/// OPT-ABBOT-RECALL: whether the abbot may be taken back.
pub const RECALL: OptionDecl = OptionDecl {
    number: 20,
    key: "OPT-ABBOT-RECALL",
    values: &["on", "off"],
    earlier: &[],
    about: "off: the abbot stays until his building is complete",
};
/// OPT-ABBOT-GARDENS: whether gardens are in play.
pub const GARDENS: OptionDecl = OptionDecl {
    number: 21,
    key: "OPT-ABBOT-GARDENS",
    values: &["on", "off"],
    earlier: &[],
    about: "off: abbots stand on monasteries and shrines only",
};

/// The abbot.
pub const ABBOT: Piece = Piece(2);
/// A garden.
pub const GARDEN: Kind = Kind::Centre5;

/// Where the abbot of the seat on turn is.
#[derive(Clone, Copy, Default)]
pub enum Lead {
    /// Nowhere, or where he must stay.
    #[default]
    Nothing,
    /// In the supply.
    InSupply,
    /// At a building, from where he may be called back while it is incomplete.
    Standing(Centre, Spot),
}

/// The Abbot.
pub struct Abbot;

impl Expansion for Abbot {
    type Slot = ();
    type Lead = Lead;
    const INFO: Info = Info {
        wire: "abbot",
        title: "The Abbot",
        about: "an abbot for monasteries and gardens, who may be called back early",
        options: &[RECALL, GARDENS],
        pieces: &[PieceDecl {
            piece: ABBOT,
            name: "abbot",
            phrase: "an abbot",
            stands_on: &[Kind::Monastery, crate::exp::cult::SHRINE, GARDEN],
            idle: 6,
            ..PieceDecl::FOLLOWER
        }],
        features: &[FeatureDecl {
            feature: GARDEN.feature(),
            name: "garden",
            centre: true,
            claimable: false, // ABBOT-05
            reads: Reads::Completed,
        }],
        takes: Some("recall"),
        ..Info::PLAIN
    };

    fn setup(build: &mut Build) {
        build.supply[ABBOT.0 as usize] = 1; // ABBOT-02
        if build.choices.is_default(&GARDENS) {
            build.centres.push(GARDEN); // ABBOT-03
        }
    }

    #[inline]
    fn lead(rules: &Rules, state: &Country) -> Lead {
        if state.supply(state.turn, ABBOT) > 0 {
            return Lead::InSupply;
        }
        recallable(rules, state).unwrap_or_default()
    }

    /// ABBOT-04: on the centre of the tile just laid; ABBOT-07: or back from his building, but not
    /// if that tile completes it (ABBOT-08).
    #[inline]
    fn offer(lead: &Lead, offers: &mut Offers) {
        match *lead {
            Lead::Nothing => {}
            Lead::InSupply => {
                if let Some(centre) = offers.site.centre() {
                    offers.put_each(ABBOT, offers.site.free & 1 << centre);
                }
            }
            Lead::Standing(centre, at) => {
                if offers.site.filled_around(centre) < 8 {
                    offers.push(Action::Take { at });
                }
            }
        }
    }

    fn refuse_figure(rules: &Rules, state: &Country, action: Action) -> Option<Refusal> {
        match action {
            Action::Put { piece: ABBOT, .. } => Some(Refusal {
                rule: "ABBOT-04",
                reason: "the abbot stands only on a free monastery, shrine or garden of the tile just laid",
            }),
            Action::Put { at: Spot::Segment { cell, segment }, .. }
                if state.feature_at(cell, segment).is_some_and(|(_, f)| f.kind() == GARDEN) =>
            {
                Some(Refusal { rule: "ABBOT-05", reason: "only an abbot may stand on a garden" })
            }
            Action::Take { .. } if !rules.is_default(&RECALL) => Some(Refusal {
                rule: "OPT-ABBOT-RECALL",
                reason: "this table plays without calling abbots back",
            }),
            Action::Take { at } if !stands_at(state, state.turn, at) => Some(Refusal {
                rule: "ABBOT-10",
                reason: "no abbot of yours stands there to be called back",
            }),
            Action::Take { .. } => Some(Refusal {
                rule: "ABBOT-08",
                reason: "only an abbot whose building is still incomplete can be called back",
            }),
            _ => None,
        }
    }

    /// ABBOT-07, ABBOT-12: he alone scores what his building has by now.
    fn act<S: Sink>(cx: &mut Cx<S>, action: Action) {
        let (Action::Take { at }, Some((index, figure))) =
            (action, own_abbot(cx.state, cx.state.turn))
        else {
            unreachable!("only calling an abbot back was offered, not {action:?}")
        };
        let node = cx.state.node_of(figure);
        let points = score::around(cx.state, node) as u16 + 1;
        cx.state.scores[figure.seat.index()] += points;
        if S::LISTENS {
            cx.out.tell(Event::Scored(recall_score(cx.state, figure, at, points)));
        }
        score::take_home(cx, index);
    }

    fn take_at(_: &Rules, state: &Country, cell: Cell) -> Option<Spot> {
        let here = state.figures.iter().filter(|f| state.board.tile(f.tile).cell == cell);
        let abbot = here.max_by_key(|f| (f.piece == ABBOT, f.seat == state.turn));
        abbot.map(|f| Spot::segment(cell, f.segment))
    }
}

fn recall_score(state: &Country, figure: Figure, at: Spot, points: u16) -> Score {
    let node = state.node_of(figure);
    let mut winners = SeatSet::default();
    winners.insert(figure.seat);
    let mut score = Score {
        feature: state.map.tally(node).kind().feature(),
        at,
        complete: false,
        items: table::List::new(),
        strength: [0; SEATS_MAX],
        winners,
        points: [0; SEATS_MAX],
    };
    score.items.push(table::ScoreItem { why: why::TILES, count: points as u8, each: 1 });
    score.strength[figure.seat.index()] = 1;
    score.points[figure.seat.index()] = points;
    score
}

fn own_abbot(state: &Country, seat: Seat) -> Option<(usize, Figure)> {
    let figures = state.figures.iter().copied().enumerate();
    figures.into_iter().find(|(_, f)| f.seat == seat && f.piece == ABBOT)
}

/// Whether the abbot of a seat stands there.
fn stands_at(state: &Country, seat: Seat, at: Spot) -> bool {
    own_abbot(state, seat).is_some_and(|(_, figure)| {
        let cell = state.board.laid()[figure.tile as usize].cell;
        at == Spot::segment(cell, figure.segment)
    })
}

/// The abbot of the seat on turn at an incomplete building.
fn recallable(rules: &Rules, state: &Country) -> Option<Lead> {
    if !rules.is_default(&RECALL) {
        return None;
    }
    let (_, figure) = own_abbot(state, state.turn)?;
    let centre = state.centres.find(state.node_of(figure))?;
    Some(Lead::Standing(centre, Spot::segment(centre.cell, figure.segment)))
}
