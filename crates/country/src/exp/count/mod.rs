//! The Count of Carcassonne: a block of twelve tiles as the start, with four quarters. Whoever
//! gives points to others and gets none may send a follower into a quarter; from there it comes
//! out to a scoring, unless the Count stands in its way.
//!
//! Rules: docs/rules/count.md, docs/rules/interactions.md (INT-40).
//! Knows: river, inns, abbot (who may enter), cult (the cathedral leads to shrines).

mod out;
mod slot;

use table::{
    Action, Cell, Event, NodeId, OptionDecl, Piece, Refusal, Rot, SEATS_MAX, Seat, SeatSet, Shown,
    Side, Sink, Spot, TextError, TileKind, Why,
};

use super::abbot::ABBOT;
use super::cult::SHRINE;
use super::inns::LARGE;
use super::{Expansion, Id, Info, Mark, MarkDecl, Merge, PieceDecl, Strength, WhyDecl};
use crate::piece::FOLLOWER;
use crate::rules::{Build, Rules};
use crate::state::{Country, FeatureTally};
use crate::tile::{self, Kind, Terrain};
use crate::turn::{Cx, Flow, PlanMoment, PlanStepDecl};
pub use slot::{Entry, PIECES_INSIDE, Slot};

/// OPT-COUNT-FINAL: which quarters are emptied at the end.
pub const FINAL: OptionDecl = OptionDecl {
    number: 40,
    key: "OPT-COUNT-FINAL",
    values: &["market-only", "all"],
    earlier: &[],
    about: "all: at the end, followers come out of every quarter, not only of the market",
};
/// OPT-COUNT-UNOCCUPIED: whether one may go to a completed feature where nobody stands.
pub const UNOCCUPIED: OptionDecl = OptionDecl {
    number: 41,
    key: "OPT-COUNT-UNOCCUPIED",
    values: &["allowed", "forbidden"],
    earlier: &[],
    about: "forbidden: nobody comes out to a completed feature that nobody occupies",
};
/// OPT-COUNT-MOVE: how the Count moves.
pub const MOVE: OptionDecl = OptionDecl {
    number: 42,
    key: "OPT-COUNT-MOVE",
    values: &["by-player", "clockwise", "follow-meeple"],
    earlier: &[],
    about: "the Count is moved by the player, or by himself: on by one quarter, or to the one just entered",
};
/// OPT-COUNT-FARMS: whether Carcassonne is a completed city for fields.
pub const FARMS: OptionDecl = OptionDecl {
    number: 43,
    key: "OPT-COUNT-FARMS",
    values: &["counts", "ignored"],
    earlier: &[],
    about: "ignored: Carcassonne is worth nothing to the fields around it",
};
/// OPT-COUNT-DOUBLE: how often a turn allows to enter.
pub const DOUBLE: OptionDecl = OptionDecl {
    number: 44,
    key: "OPT-COUNT-DOUBLE",
    values: &["per-part", "once-per-turn"],
    earlier: &[],
    about: "once-per-turn: at most one follower a turn enters, also in a double turn",
};
/// OPT-COUNT-ABBOT: whether abbots may enter.
pub const ABBOTS: OptionDecl = OptionDecl {
    number: 45,
    key: "OPT-COUNT-ABBOT",
    values: &["cathedral", "none"],
    earlier: &[],
    about: "none: abbots never enter Carcassonne",
};
/// OPT-COUNT-ORDER: the order of moving out.
pub const ORDER: OptionDecl = OptionDecl {
    number: 46,
    key: "OPT-COUNT-ORDER",
    values: &["all-at-once", "one-by-one"],
    earlier: &[],
    about: "one-by-one: during the game, too, followers come out one at a time in rotation",
};
/// OPT-COUNT-STARTTILE: what becomes of the base game's start tile.
pub const STARTTILE: OptionDecl = OptionDecl {
    number: 47,
    key: "OPT-COUNT-STARTTILE",
    values: &["left-out", "shuffled-in"],
    earlier: &[],
    about: "shuffled-in: the start tile of the base game is shuffled in",
};

/// The Count, who belongs to nobody.
pub const COUNT: Piece = Piece(5);
/// A field that lies at the walls of Carcassonne.
pub const AT_WALLS: Mark = Mark(2);
/// Carcassonne beside a field.
pub const CARCASSONNE: Why = Why(3);

/// The quarters, clockwise (COUNT-07). Their numbers are those of [`Spot::Place`].
pub const QUARTERS: [&str; 4] = ["castle", "market", "blacksmith", "cathedral"];
const CASTLE: u8 = 0;
const MARKET: u8 = 1;
const BLACKSMITH: u8 = 2;
const CATHEDRAL: u8 = 3;

const OUT: u8 = 0;
const ENTER: u8 = 1;
const MOVE_COUNT: u8 = 2;
const TURN_OVER: u8 = 3;
const OUT_AT_END: u8 = 4;

/// The Count of Carcassonne.
pub struct Count;

impl Expansion for Count {
    type Slot = Slot;
    type Lead = ();
    const INFO: Info = Info {
        wire: "count",
        title: "The Count of Carcassonne",
        about: "the town as the start, four quarters to wait in, and the Count who bars the way",
        options: &[FINAL, UNOCCUPIED, MOVE, FARMS, DOUBLE, ABBOTS, ORDER, STARTTILE],
        places: &[
            (CASTLE, QUARTERS[0]),
            (MARKET, QUARTERS[1]),
            (BLACKSMITH, QUARTERS[2]),
            (CATHEDRAL, QUARTERS[3]),
        ],
        pieces: &[PieceDecl {
            piece: COUNT,
            name: "count",
            phrase: "the Count",
            strength: Strength::Fixed(0),
            stands_on: &[],
            nobodys: true,
            idle: 0,
        }],
        marks: &[MarkDecl {
            mark: AT_WALLS,
            at: Kind::Field,
            key: "carcassonne",
            value: None,
            name: "",
            merge: Merge::Any,
        }],
        whys: &[WhyDecl { why: CARCASSONNE, many: "Carcassonne", one: "Carcassonne" }],
        ..Info::PLAIN
    };
    const STEPS: &'static [PlanStepDecl] = &[
        step(PlanMoment::Score, 50, OUT, "move-out", Some("out")),
        step(PlanMoment::Scored, 50, ENTER, "enter", Some("enter")),
        step(PlanMoment::Scored, 60, MOVE_COUNT, "move-count", Some("count")),
        step(PlanMoment::TurnEnd, 50, TURN_OVER, "entries-over", None),
        step(PlanMoment::Last, 50, OUT_AT_END, "move-out-at-end", Some("out")),
    ];

    /// COUNT-02, COUNT-03: the block replaces the start tile; tile 7 lies at 0,0.
    fn setup(build: &mut Build) {
        build.add_tiles(include_bytes!("tiles.packed"));
        build.keep_start_tile |= !build.choices.is_default(&STARTTILE);
        let block = build.tiles.iter().enumerate().filter_map(|(kind, tile)| {
            let at = tile.block?;
            Some((TileKind(kind as u8), Cell::new(at.x - 2, at.y - 1), Rot::R0))
        });
        let block: alloc::vec::Vec<_> = block.collect();
        let spring = core::mem::replace(&mut build.start, block);
        if build.has(Id::River) {
            let kind = spring_beside_block(build, spring[0].0);
            let exit = build.tiles[kind.0 as usize].stream[0];
            let rot = Rot::from_index((Side::E as u8 + 4) - exit as u8);
            build.start.push((kind, Cell::new(2, 0), rot)); // INT-40
        }
    }

    /// COUNT-26.
    fn city_outside(rules: &Rules, field: FeatureTally) -> Option<Why> {
        (field.has(AT_WALLS) && rules.is_default(&FARMS)).then_some(CARCASSONNE)
    }

    #[inline]
    fn placed<S: Sink>(cx: &mut Cx<S>) {
        cx.state.slots.count.gained = 0;
        cx.state.slots.count.entry = Entry::Open;
    }

    #[inline]
    fn scored<S: Sink>(cx: &mut Cx<S>, winners: SeatSet, value: u16) {
        if value > 0 {
            cx.state.slots.count.gained |= winners.0;
        }
    }

    fn enter<S: Sink>(cx: &mut Cx<S>, sub: u8) -> Flow {
        match sub {
            OUT => out::enter(cx.rules, cx.state, false),
            OUT_AT_END => out::enter(cx.rules, cx.state, true),
            ENTER if may_enter(cx.rules, cx.state) => Flow::Wait(cx.state.turn),
            MOVE_COUNT => move_count(cx),
            TURN_OVER => {
                cx.state.slots.count.entered = false;
                Flow::Next
            }
            _ => Flow::Next,
        }
    }

    fn legal(rules: &Rules, state: &Country, sub: u8, found: &mut dyn FnMut(Action)) {
        match sub {
            OUT | OUT_AT_END => {
                let table::Turn::Player(seat) = state.waits else { unreachable!("a seat waits") };
                out::moves(rules, state, seat, sub == OUT_AT_END, &mut *found);
            }
            ENTER => entries(rules, state, &mut *found),
            _ => {
                let others = (0..4).filter(|q| *q != state.slots.count.at);
                others.for_each(|q| found(Action::Move { piece: COUNT, to: Spot::Place(q) }));
            }
        }
        found(Action::Pass);
    }

    fn play<S: Sink>(cx: &mut Cx<S>, sub: u8, action: Action) {
        match (sub, action) {
            (OUT, _) => out::play(cx, action, !cx.rules.is_default(&ORDER)),
            (OUT_AT_END, _) => out::play(cx, action, true),
            (ENTER, Action::Put { piece, at: Spot::Place(quarter) }) => {
                let seat = cx.state.turn;
                cx.state.supply[seat.index()][piece.0 as usize] -= 1;
                let slot = &mut cx.state.slots.count;
                slot.inside[quarter as usize][seat.index()][piece.0 as usize] += 1;
                slot.entry = Entry::Entered(quarter);
                slot.entered = !cx.rules.is_default(&DOUBLE);
                cx.out.tell(Event::Put { seat, piece, at: Spot::Place(quarter) });
            }
            (MOVE_COUNT, Action::Move { to: Spot::Place(quarter), .. }) => {
                put_count(cx, quarter);
                cx.state.slots.count.entry = Entry::Done;
            }
            (_, Action::Pass) => cx.state.slots.count.entry = Entry::Done,
            _ => unreachable!("{action:?} in step {sub} of the Count"),
        }
    }

    fn refuse_choice(rules: &Rules, state: &Country, sub: u8, action: Action) -> Option<Refusal> {
        let refusal = |rule, reason| Some(Refusal { rule, reason });
        match (sub, action) {
            (OUT | OUT_AT_END, Action::Move { to: Spot::Segment { .. }, .. }) => {
                out::refuse(rules, state, action)
            }
            (ENTER, Action::Put { piece: ABBOT, at: Spot::Place(_) }) => {
                refusal("COUNT-14", "an abbot goes to the cathedral quarter only, if at all")
            }
            (ENTER, Action::Put { .. }) => refusal(
                "COUNT-13",
                "only a follower or large follower from your supply goes to a quarter",
            ),
            (MOVE_COUNT, Action::Move { piece: COUNT, .. }) => {
                refusal("COUNT-15", "the Count moves to another quarter, or stays")
            }
            _ => None,
        }
    }

    fn figures(_: &Rules, state: &Country, found: &mut dyn FnMut(Shown)) {
        let slot = &state.slots.count;
        for (quarter, seats) in (0..).zip(&slot.inside) {
            for (seat, pieces) in (0..SEATS_MAX as u8).zip(seats) {
                for (piece, count) in (0..).zip(pieces) {
                    let at = Spot::Place(quarter);
                    let figure = Shown { seat: Some(Seat(seat)), piece: Piece(piece), at };
                    (0..*count).for_each(|_| found(figure));
                }
            }
        }
        found(Shown { seat: None, piece: COUNT, at: Spot::Place(slot.at) });
    }

    /// A figure in a quarter comes out to a feature now and then (COUNT-17): worth a little.
    fn promise(_: &Rules, state: &Country, seat: Seat) -> u16 {
        let quarters = &state.slots.count.inside;
        let waiting: u8 = quarters.iter().flat_map(|seats| seats[seat.index()]).sum();
        15 * waiting as u16
    }

    fn write_slot(rules: &Rules, state: &Country) -> alloc::string::String {
        slot::write(rules, &state.slots.count)
    }

    fn read_slot(rules: &Rules, state: &mut Country, text: &str) -> Result<(), TextError> {
        slot::read(rules, state, text)
    }
}

/// INT-40: a spring whose turned west side does not meet the field side of the block gives way
/// to that of the second edition.
fn spring_beside_block(build: &mut Build, spring: TileKind) -> TileKind {
    const BACK: Side = Side::W;
    let def = &build.tiles[spring.0 as usize];
    let turns = (Side::E as u8 + 4) - def.stream[0] as u8;
    let back = Side::from_index(BACK as u8 + 4 - turns % 4);
    if def.edges[back as usize] == Terrain::Field {
        return spring;
    }
    let tiles = tile::unpack(include_bytes!("../river/tiles-c2.packed"));
    let kind = TileKind(build.tiles.len() as u8);
    build.tiles.extend(tiles.filter(|t| t.id == "river-c2/spring"));
    build.own_stack.push(kind);
    kind
}

/// COUNT-09: others got points from this tile, the seat on turn none.
fn may_enter(rules: &Rules, state: &Country) -> bool {
    let slot = &state.slots.count;
    let mine = 1 << state.turn.0;
    let mut any = false;
    if slot.entry == Entry::Open && !slot.entered && slot.gained & mine == 0 && slot.gained != 0 {
        entries(rules, state, |_| any = true);
    }
    any
}

/// COUNT-10, COUNT-13, COUNT-14.
fn entries(rules: &Rules, state: &Country, mut found: impl FnMut(Action)) {
    for piece in [FOLLOWER, LARGE, ABBOT] {
        if state.supply(state.turn, piece) == 0 || piece == ABBOT && !rules.is_default(&ABBOTS) {
            continue;
        }
        for quarter in (0..4).filter(|q| piece != ABBOT || *q == CATHEDRAL) {
            found(Action::Put { piece, at: Spot::Place(quarter) });
        }
    }
}

/// COUNT-15 and OPT-COUNT-MOVE.
fn move_count<S: Sink>(cx: &mut Cx<S>) -> Flow {
    let slot = &mut cx.state.slots.count;
    if let Entry::Entered(quarter) = slot.entry {
        match cx.rules.choice(&MOVE) {
            0 => return Flow::Wait(cx.state.turn),
            1 => {
                let next = (slot.at + 1) % 4;
                put_count(cx, next);
            }
            _ => put_count(cx, quarter),
        }
    }
    cx.state.slots.count.entry = Entry::Open;
    cx.state.slots.count.gained = 0;
    Flow::Next
}

fn put_count<S: Sink>(cx: &mut Cx<S>, quarter: u8) {
    let from = core::mem::replace(&mut cx.state.slots.count.at, quarter);
    if from != quarter {
        let (from, to) = (Spot::Place(from), Spot::Place(quarter));
        cx.out.tell(Event::Moved { seat: cx.state.turn, piece: COUNT, from, to });
    }
}

const fn step(
    moment: PlanMoment,
    order: u8,
    sub: u8,
    name: &'static str,
    ask: Option<&'static str>,
) -> PlanStepDecl {
    PlanStepDecl { moment, order, sub, name, ask }
}

/// A feature that figures can come out to: where it is named, and its root.
#[derive(Clone, Copy)]
struct Target {
    spot: Spot,
    root: NodeId,
}

/// The quarter from which figures come out to a kind of feature (COUNT-17, COUNT-25).
fn quarter_for(kind: Kind) -> Option<u8> {
    match kind {
        Kind::City => Some(CASTLE),
        Kind::Field => Some(MARKET),
        Kind::Road => Some(BLACKSMITH),
        Kind::Monastery | SHRINE => Some(CATHEDRAL),
        _ => None, // COUNT-23
    }
}

/// The seat `offset` places to the left.
fn seat_after(rules: &Rules, seat: Seat, offset: u8) -> Seat {
    Seat((seat.0 + offset) % rules.seats)
}
