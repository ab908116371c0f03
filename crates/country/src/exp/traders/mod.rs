//! Traders & Builders: goods for whoever completes a city; a builder that earns a second part of
//! the turn; a pig that makes one's fields worth more.
//!
//! Rules: docs/rules/traders.md. Knows: nothing.

mod slot;

use table::{
    Action, Event, List, NodeId, OptionDecl, Piece, Refusal, SEATS_MAX, Score, ScoreItem, Seat,
    SeatSet, Sink, Spot, TextError, Why,
};

use super::{
    Expansion, FeatureDecl, Info, Mark, MarkDecl, Merge, PieceDecl, Reads, Strength, WhyDecl,
};
use crate::WHOLE;
use crate::end::Total;
use crate::put::Offers;
use crate::rules::{Build, Rules};
use crate::score;
use crate::setup::FARMERS;
use crate::state::Country;
use crate::tile::Kind;
use crate::turn::{self, Cx, Flow, PlanMoment, PlanStepDecl};
pub use slot::{Right, Slot};

/// OPT-TB-TILES: whether the tiles are in play.
pub const TILES: OptionDecl = part(28, "OPT-TB-TILES", "off: play without the 24 tiles");
/// OPT-TB-GOODS: whether goods are in play.
pub const GOODS_ON: OptionDecl = part(29, "OPT-TB-GOODS", "off: play without goods");
/// OPT-TB-BUILDER: whether builders are in play.
pub const BUILDERS: OptionDecl = part(30, "OPT-TB-BUILDER", "off: play without builders");
/// OPT-TB-PIG: whether pigs are in play.
pub const PIGS: OptionDecl = part(31, "OPT-TB-PIG", "off: play without pigs");
/// OPT-BUILDER-SECOND: whether the second part may be declined.
pub const SECOND: OptionDecl = OptionDecl {
    number: 32,
    key: "OPT-BUILDER-SECOND",
    values: &["optional", "forced"],
    earlier: &[],
    about: "forced: a second tile that was earned must be taken",
};
/// OPT-GOODS-ZERO: whether a kind of goods that nobody has still scores.
pub const ZERO: OptionDecl = OptionDecl {
    number: 33,
    key: "OPT-GOODS-ZERO",
    values: &["require-one", "tie-at-zero"],
    earlier: &[],
    about: "tie-at-zero: a kind of goods that nobody has gives 10 points to everybody",
};

const fn part(number: u8, key: &'static str, about: &'static str) -> OptionDecl {
    OptionDecl { number, key, values: &["on", "off"], earlier: &[], about }
}

/// The builder.
pub const BUILDER: Piece = Piece(3);
/// The pig.
pub const PIG: Piece = Piece(4);

/// The goods that can be drawn in a city, in the order of their numbers.
pub const GOODS: [&str; 3] = ["wine", "grain", "cloth"];
/// The mark of each of the goods.
pub const GOODS_MARKS: [Mark; 3] = [Mark(8), Mark(9), Mark(10)];

const ANY_GOODS: u32 = GOODS_MARKS[0].bit() | GOODS_MARKS[1].bit() | GOODS_MARKS[2].bit();
const MOST_GOODS: Why = Why(16);
const TAKE_SECOND: Action = Action::Choose(0);

/// Which of its pieces the seat on turn has in its supply.
#[derive(Clone, Copy, Default)]
pub struct Lead {
    builder: bool,
    pig: bool,
}

/// Traders & Builders.
pub struct Traders;

impl Expansion for Traders {
    type Slot = Slot;
    type Lead = Lead;
    const INFO: Info = Info {
        wire: "traders",
        title: "Traders & Builders",
        about: "goods in cities, a builder for a second tile, a pig for the fields",
        options: &[TILES, GOODS_ON, BUILDERS, PIGS, SECOND, ZERO],
        pieces: &[
            companion(BUILDER, "builder", "a builder", &[Kind::Road, Kind::City], 5),
            companion(PIG, "pig", "a pig", &[Kind::Field], 3),
        ],
        marks: &[goods_mark(0), goods_mark(1), goods_mark(2)],
        features: &[
            goods_majority(0, "most wine"),
            goods_majority(1, "most grain"),
            goods_majority(2, "most cloth"),
        ],
        score_places: &[
            (slot::GOODS_PLACE, GOODS[0]),
            (slot::GOODS_PLACE + 1, GOODS[1]),
            (slot::GOODS_PLACE + 2, GOODS[2]),
        ],
        choices: &[(0, "second")],
        whys: &[WhyDecl {
            why: MOST_GOODS,
            many: "most goods of a kind",
            one: "most goods of a kind",
        }],
        tokens: &[(0, GOODS[0]), (1, GOODS[1]), (2, GOODS[2])],
        bonus: Some("pig"),
        ..Info::PLAIN
    };
    const STEPS: &'static [PlanStepDecl] = &[PlanStepDecl {
        moment: PlanMoment::PartEnd,
        order: 200,
        sub: 0,
        name: "second-tile",
        ask: Some("second"),
    }];

    fn setup(build: &mut Build) {
        if build.choices.is_default(&TILES) {
            build.add_tiles(include_bytes!("tiles.packed"));
        }
        // TRADERS-03
        build.supply[BUILDER.0 as usize] = build.choices.is_default(&BUILDERS) as u8;
        build.supply[PIG.0 as usize] = build.choices.is_default(&PIGS) as u8;
    }

    #[inline]
    fn placed<S: Sink>(cx: &mut Cx<S>) {
        note_goods(cx.rules, cx.state);
        if cx.state.part == 1 {
            earn_right(cx.state); // TRADERS-17: no third part
        }
    }

    fn relaid(rules: &Rules, state: &mut Country) {
        note_goods(rules, state);
    }

    #[inline]
    fn lead(rules: &Rules, state: &Country) -> Lead {
        let supply = |piece| state.supply(state.turn, piece) > 0;
        Lead { builder: supply(BUILDER), pig: supply(PIG) && rules.is_default(&FARMERS) }
    }

    /// TRADERS-11, TRADERS-13, TRADERS-23: with a figure of one's own, in what is not complete.
    #[inline]
    fn offer(lead: &Lead, offers: &mut Offers) {
        if !lead.builder && !lead.pig {
            return;
        }
        let mut own = offers.site.own();
        let (mut builder, mut pig) = (0u8, 0u8);
        while own != 0 {
            let bit = own & own.wrapping_neg();
            own &= own - 1;
            let segment = bit.trailing_zeros() as u8;
            match offers.site.kind_of(segment) {
                Kind::Field => pig |= bit,
                Kind::Road | Kind::City if lead.builder && offers.site.open(segment) > 0 => {
                    builder |= bit;
                }
                _ => {}
            }
        }
        offers.put_each(BUILDER, builder);
        if lead.pig {
            offers.put_each(PIG, pig);
        }
    }

    fn refuse_figure(_: &Rules, state: &Country, action: Action) -> Option<Refusal> {
        let Action::Put { piece, at: Spot::Segment { cell, segment } } = action else {
            return None;
        };
        let (_, feature) = state.feature_at(cell, segment)?;
        let own = feature.strength(state.turn) > 0;
        let refusal = |rule, reason| Some(Refusal { rule, reason });
        match (piece, feature.kind()) {
            (BUILDER, Kind::Road | Kind::City) if own => {
                refusal("TRADERS-13", "a builder has no work in what this tile completed")
            }
            (BUILDER, Kind::Road | Kind::City) => {
                refusal("TRADERS-11", "a builder goes only where you have a follower already")
            }
            (BUILDER, _) => refusal("TRADERS-13", "a builder stands only on roads and in cities"),
            (PIG, Kind::Field) => {
                refusal("TRADERS-23", "a pig goes only where you have a farmer already")
            }
            (PIG, _) => refusal("TRADERS-23", "a pig stands only in fields"),
            _ => None,
        }
    }

    /// TRADERS-21, TRADERS-26: builders and pigs stay only with a follower of their own.
    fn taken<S: Sink>(cx: &mut Cx<S>, root: NodeId) {
        let mut i = 0;
        while i < cx.state.figures.len() {
            let figure = cx.state.figures[i];
            let here = cx.state.map.find(cx.state.node_of(figure)) == root;
            let alone = cx.state.map.tally(root).strength(figure.seat) == 0;
            if here && alone && matches!(figure.piece, BUILDER | PIG) {
                score::take_home(cx, i);
            } else {
                i += 1;
            }
        }
    }

    /// TRADERS-05 to TRADERS-07: whoever completes the city takes its goods.
    fn completed<S: Sink>(cx: &mut Cx<S>, root: NodeId) {
        let state = &mut *cx.state;
        if state.map.tally(root).kind() != Kind::City {
            return;
        }
        let mut taken = [0u8; GOODS.len()];
        for (node, goods) in state.slots.traders.symbols.iter() {
            taken[*goods as usize] += (state.map.find(*node) == root) as u8;
        }
        for (token, count) in (0u8..).zip(taken).filter(|(_, n)| *n > 0) {
            let seat = state.turn;
            state.slots.traders.goods[seat.index()][token as usize] += count;
            cx.out.tell(Event::Gained { seat, token, count });
        }
    }

    /// TRADERS-25: 4 instead of 3 for the owner of a pig in the field.
    fn field_bonus(_: &Rules, state: &Country, root: NodeId, seat: Seat) -> u8 {
        let own = state.figures.iter().filter(|f| f.seat == seat && f.piece == PIG);
        own.map(|f| state.map.find(state.node_of(*f))).any(|r| r == root) as u8
    }

    /// TRADERS-09: 10 points for most goods of each kind.
    fn last<S: Sink>(rules: &Rules, state: &Country, total: &mut Total<S>) {
        if !rules.is_default(&GOODS_ON) {
            return;
        }
        for token in 0..GOODS.len() {
            let counts: [u8; SEATS_MAX] =
                core::array::from_fn(|i| state.slots.traders.goods[i][token]);
            let most = counts.iter().copied().max().unwrap_or(0);
            if most == 0 && rules.is_default(&ZERO) {
                continue;
            }
            let mut winners = SeatSet::default();
            let mut points = [0; SEATS_MAX];
            for seat in 0..rules.seats as usize {
                if counts[seat] == most {
                    winners.insert(Seat(seat as u8));
                    points[seat] = 10;
                }
            }
            let mut items = List::new();
            items.push(ScoreItem { why: MOST_GOODS, count: 1, each: 10 });
            total.add_score(Score {
                feature: slot::GOODS_FEATURE[token],
                at: Spot::Place(slot::GOODS_PLACE + token as u8),
                complete: true,
                items,
                strength: counts,
                winners,
                points,
            });
        }
    }

    /// TRADERS-15 to TRADERS-19: the second part comes after all of the first.
    fn enter<S: Sink>(cx: &mut Cx<S>, _: u8) -> Flow {
        match cx.state.slots.traders.right {
            Right::None => return Flow::Next,
            Right::Earned if !crate::tiles_left(cx.rules, cx.state) => {}
            Right::Earned if cx.rules.is_default(&SECOND) => return Flow::Wait(cx.state.turn),
            Right::Earned | Right::Taken => {
                cx.state.slots.traders.right = Right::None;
                turn::begin_part(cx, 2);
                return Flow::Goto(PlanMoment::Draw);
            }
        }
        cx.state.slots.traders.right = Right::None;
        Flow::Next
    }

    fn legal(_: &Rules, _: &Country, _: u8, found: &mut dyn FnMut(Action)) {
        [TAKE_SECOND, Action::Pass].into_iter().for_each(found);
    }

    fn play<S: Sink>(cx: &mut Cx<S>, _: u8, action: Action) {
        cx.state.slots.traders.right =
            if action == TAKE_SECOND { Right::Taken } else { Right::None };
    }

    fn has_tokens(rules: &Rules) -> bool {
        rules.is_default(&GOODS_ON)
    }

    fn held(_: &Rules, state: &Country, seat: Seat, token: u8) -> u8 {
        state.slots.traders.goods[seat.index()][token as usize]
    }

    /// Most goods of a kind may still change hands (TRADERS-09), and a builder at work earns more
    /// turns (TRADERS-14).
    fn foresee(rules: &Rules, state: &Country, left: u16, tenths: &mut [i16; SEATS_MAX]) {
        if rules.is_default(&GOODS_ON) {
            for token in 0..GOODS.len() {
                let counts = core::array::from_fn(|i| state.slots.traders.goods[i][token]);
                foresee_goods(rules.seats, counts, left, tenths);
            }
        }
        for builder in state.figures.iter().filter(|f| f.piece == BUILDER) {
            let at_work = state.map.tally(state.map.find(state.node_of(*builder))).open() > 0;
            let worth = (BUILDER_AT_WORK * left / WHOLE) as i16;
            tenths[builder.seat.index()] += if at_work { worth } else { 0 };
        }
    }

    fn write_slot(rules: &Rules, state: &Country) -> alloc::string::String {
        slot::write(rules, &state.slots.traders)
    }

    fn read_slot(rules: &Rules, state: &mut Country, text: &str) -> Result<(), TextError> {
        slot::read(rules, &mut state.slots.traders, text)
    }
}

/// A piece that stands only where its owner has a follower already, and does not count.
const fn companion(
    piece: Piece,
    name: &'static str,
    phrase: &'static str,
    stands_on: &'static [Kind],
    idle: u8,
) -> PieceDecl {
    let strength = Strength::Fixed(0); // TRADERS-12, TRADERS-24
    PieceDecl { piece, name, phrase, strength, stands_on, nobodys: false, idle }
}

const fn goods_mark(number: usize) -> MarkDecl {
    MarkDecl {
        mark: GOODS_MARKS[number],
        at: Kind::City,
        key: "goods",
        value: Some(GOODS[number]),
        name: GOODS[number],
        merge: Merge::Sum,
    }
}

const fn goods_majority(number: usize, phrase: &'static str) -> FeatureDecl {
    FeatureDecl {
        feature: slot::GOODS_FEATURE[number],
        name: GOODS[number],
        centre: false,
        claimable: false,
        reads: Reads::As(phrase),
    }
}

/// What a builder at work promises when the game begins, in tenths of a point.
const BUILDER_AT_WORK: u16 = 60;

/// Ten points for one who leads are as sure as the lead is large against what is to come.
fn foresee_goods(seats: u8, held: [u8; SEATS_MAX], left: u16, tenths: &mut [i16; SEATS_MAX]) {
    let most = held.iter().copied().max().unwrap_or(0);
    for seat in 0..seats as usize {
        let others = (0..seats as usize).filter(|s| *s != seat).map(|s| held[s]);
        let lead = held[seat] as i32 - others.max().unwrap_or(0) as i32;
        // A lead of one decides at the very end, one of three at the beginning.
        let width = WHOLE as i32 + 2 * left as i32;
        let chance = (50 + 50 * lead * WHOLE as i32 / width).clamp(0, 100);
        let now = if most > 0 && held[seat] == most { 100 } else { 0 };
        tenths[seat] += (chance - now) as i16;
    }
}

/// Notes the goods drawn on the tile just laid.
fn note_goods(rules: &Rules, state: &mut Country) {
    if !rules.is_default(&GOODS_ON) {
        return;
    }
    let laid = state.board.last();
    if rules.kinds[laid.kind.0 as usize].marks & ANY_GOODS == 0 {
        return;
    }
    for (i, segment) in rules.tiles[laid.kind.0 as usize].segments.iter().enumerate() {
        for (goods, _) in (0u8..).zip(GOODS_MARKS).filter(|(_, mark)| segment.has(*mark)) {
            state.slots.traders.symbols.push((laid.first + i as NodeId, goods));
        }
    }
}

/// TRADERS-14: the tile just laid has a segment in the feature of one's own builder.
fn earn_right(state: &mut Country) {
    let seat = state.turn;
    if state.supply(seat, BUILDER) > 0 {
        return; // each seat has one
    }
    let builder = state.figures.iter().find(|f| f.seat == seat && f.piece == BUILDER);
    let Some(builder) = builder else { return };
    let root = state.map.find(state.node_of(*builder));
    let first = state.board.last().first;
    let extended = (first..state.map.len() as NodeId).any(|n| state.map.find(n) == root);
    if extended {
        state.slots.traders.right = Right::Earned;
    }
}
