//! The trial: an expansion made up for the tests, which does everything that is hard. A beast of
//! nobody that all seats move in turn and that takes figures away; tiles that forbid figures; a
//! figure on an earlier tile; a herald who counts as many as his city has coats of arms; points at
//! the start of a turn; things taken back and chosen instead of a figure. No release has it.
//!
//! Rules: rules.md beside this file. Knows: nothing.

mod slot;

use alloc::string::String;

use table::{
    Action, Cell, Event, FeatureKind, Laid, List, NodeId, OptionDecl, Piece, Refusal, SEATS_MAX,
    Score, ScoreItem, Seat, SeatSet, Shown, Side, Sink, Spot, TextError, Why,
};

use super::{
    Expansion, FeatureDecl, Info, Lying, Mark, MarkDecl, Merge, PieceDecl, Reads, Strength, WhyDecl,
};
use crate::end::Total;
use crate::piece::FOLLOWER;
use crate::put::Offers;
use crate::rules::{Build, Rules};
use crate::score;
use crate::state::{Country, FeatureTally, Figure};
use crate::tile::{Kind, TileDef};
use crate::turn::{Cx, Flow, PlanMoment, PlanStepDecl};
pub use slot::Slot;

/// OPT-TRIAL-WATCH: whether heralds on the board give points.
pub const WATCH: OptionDecl = OptionDecl {
    number: 63,
    key: "OPT-TRIAL-WATCH",
    values: &["on", "off"],
    earlier: &[],
    about: "off: heralds on the board give no points at the start of a turn",
};

/// The herald.
pub const HERALD: Piece = Piece(14);
/// The beast.
pub const BEAST: Piece = Piece(15);
const LAIR: Mark = Mark(5);
const BOG: Mark = Mark(6);
const POST: Mark = Mark(7);
const FEED: u8 = 255;
const BONE: u8 = 255;
const WALK_BEGINS: u8 = 255;
const ON_WATCH: FeatureKind = FeatureKind(14);
const BONES: FeatureKind = FeatureKind(15);
const WATCHES: Why = Why(254);
const BONE_POINTS: Why = Why(255);
const WATCH_PLACE: u8 = 254;
const BONE_PLACE: u8 = 255;

const START: u8 = 0;
const WALK: u8 = 1;

/// The trial.
pub struct Trial;

const fn mark(mark: Mark, at: Kind, key: &'static str, name: &'static str) -> MarkDecl {
    MarkDecl { mark, at, key, value: None, name, merge: Merge::Any }
}

const fn scored(feature: FeatureKind, name: &'static str, phrase: &'static str) -> FeatureDecl {
    FeatureDecl { feature, name, centre: false, claimable: false, reads: Reads::As(phrase) }
}

impl Expansion for Trial {
    type Slot = Slot;
    type Lead = ();
    const OFFERS_MORE: bool = true;
    const INFO: Info = Info {
        wire: "trial",
        title: "The Trial",
        about: "made up for tests: a beast, heralds, bogs and posts",
        hidden: true,
        options: &[WATCH],
        pieces: &[
            PieceDecl {
                piece: HERALD,
                name: "herald",
                phrase: "a herald",
                strength: Strength::ByFeature(FeatureTally::pennants), // TRIAL-03
                stands_on: &[Kind::City],
                nobodys: false,
                idle: 8,
            },
            PieceDecl {
                piece: BEAST,
                name: "beast",
                phrase: "the beast",
                strength: Strength::Fixed(0),
                stands_on: &[],
                nobodys: true,
                idle: 0,
            },
        ],
        marks: &[
            mark(LAIR, Kind::Field, "lair", "lairs"),
            mark(BOG, Kind::Field, "bog", "bogs"),
            mark(POST, Kind::Road, "post", "posts"),
        ],
        features: &[
            scored(ON_WATCH, "watch", "a herald on watch"),
            scored(BONES, "bones", "bones"),
        ],
        places: &[(WATCH_PLACE, "watch")],
        score_places: &[(BONE_PLACE, "bones")],
        choices: &[(FEED, "feed")],
        takes: Some("dismiss"),
        whys: &[
            WhyDecl { why: WATCHES, many: "heralds on watch", one: "herald on watch" },
            WhyDecl { why: BONE_POINTS, many: "bones", one: "bone" },
        ],
        tokens: &[(BONE, "bone")],
        tells: &[(WALK_BEGINS, "the beast walks")],
        ..Info::PLAIN
    };
    const STEPS: &'static [PlanStepDecl] = &[
        PlanStepDecl { moment: PlanMoment::Start, order: 50, sub: START, name: "watch", ask: None },
        PlanStepDecl {
            moment: PlanMoment::Scored,
            order: 150,
            sub: WALK,
            name: "walk-beast",
            ask: Some("beast"),
        },
    ];

    fn setup(build: &mut Build) {
        build.add_tiles(include_bytes!("tiles.packed")); // TRIAL-01
        build.supply[HERALD.0 as usize] = 1; // TRIAL-02
    }

    /// TRIAL-07.
    fn start(rules: &Rules, state: &mut Country) {
        let laid = state.board.laid();
        let first = laid.iter().position(|l| rules.kinds[l.kind.0 as usize].len > 0);
        state.slots.trial.tile = first.unwrap_or(0) as u8;
    }

    fn placed<S: Sink>(cx: &mut Cx<S>) {
        let kind = cx.state.board.last().kind;
        let slot = &mut cx.state.slots.trial;
        slot.left = if has(cx.rules, kind, LAIR) { cx.rules.seats } else { 0 };
        slot.been.clear();
        if slot.left > 0 {
            slot.been.push(slot.tile);
        }
    }

    fn watches_figures(tile: &TileDef) -> bool {
        tile.segments.iter().any(|s| s.has(BOG))
    }

    /// TRIAL-05.
    fn forbids_figure(
        rules: &Rules,
        _: &Country,
        _: Piece,
        tile: Lying,
        _: u8,
    ) -> Option<&'static Refusal> {
        has(rules, tile.kind, BOG)
            .then_some(&Refusal { rule: "TRIAL-05", reason: "nobody stands on a tile with a bog" })
    }

    fn offer_more(rules: &Rules, state: &Country, offers: &mut Offers) {
        let seat = state.turn;
        let laid = state.board.last();
        if state.supply(seat, HERALD) > 0 {
            let kinds = &rules.tiles[laid.kind.0 as usize].segments;
            let cities = (0u8..).zip(kinds).filter(|(_, s)| s.kind == Kind::City);
            let cities = cities.fold(0, |mask, (i, _)| mask | 1 << i);
            offers.put_each(HERALD, state.free & cities); // TRIAL-02
        } else if let Some((_, figure)) = dismissable(state, seat) {
            let cell = state.board.tile(figure.tile).cell;
            offers.push(Action::Take { at: Spot::segment(cell, figure.segment) }); // TRIAL-04
        }
        if has(rules, laid.kind, POST) && state.supply(seat, FOLLOWER) > 0 {
            for beside in Side::ALL.into_iter().filter_map(|s| state.board.at(laid.cell.step(s))) {
                offer_roads(rules, state, *beside, offers);
            }
        }
        if state.slots.trial.bones[seat.index()] > 0 {
            offers.push(Action::Choose(FEED)); // TRIAL-11
        }
    }

    fn act<S: Sink>(cx: &mut Cx<S>, action: Action) {
        let seat = cx.state.turn;
        match action {
            Action::Take { .. } => {
                let (index, figure) = dismissable(cx.state, seat).expect("he was offered");
                let root = cx.state.map.find(cx.state.node_of(figure));
                score::take_home(cx, index);
                super::taken(cx, root);
            }
            Action::Choose(FEED) => {
                cx.state.slots.trial.bones[seat.index()] -= 1;
                gain(cx, score_of(seat, BONES, BONE_PLACE, BONE_POINTS, 1, 2));
            }
            _ => unreachable!("{action:?} was not offered"),
        }
    }

    fn refuse_figure(_: &Rules, state: &Country, action: Action) -> Option<Refusal> {
        let refusal = |rule, reason| Some(Refusal { rule, reason });
        match action {
            Action::Put { piece: HERALD, .. } => {
                refusal("TRIAL-02", "a herald stands only in a free city of the tile just laid")
            }
            Action::Put { at: Spot::Segment { cell, .. }, .. }
                if cell != state.board.last().cell =>
            {
                refusal("TRIAL-06", "only a post lets a follower stand beside its tile, on a road")
            }
            Action::Choose(FEED) => refusal("TRIAL-11", "you have no bone"),
            _ => None,
        }
    }

    fn take_at(_: &Rules, state: &Country, cell: Cell) -> Option<Spot> {
        let (_, figure) = own_herald(state, state.turn)?;
        (state.board.tile(figure.tile).cell == cell).then(|| Spot::segment(cell, figure.segment))
    }

    fn last<S: Sink>(rules: &Rules, state: &Country, total: &mut Total<S>) {
        for seat in (0..rules.seats).map(Seat) {
            let bones = state.slots.trial.bones[seat.index()];
            if bones > 0 {
                total.add_score(score_of(seat, BONES, BONE_PLACE, BONE_POINTS, bones, 1));
            }
        }
    }

    fn enter<S: Sink>(cx: &mut Cx<S>, sub: u8) -> Flow {
        let seat = cx.state.turn;
        if sub == START {
            if cx.rules.is_default(&WATCH) && own_herald(cx.state, seat).is_some() {
                gain(cx, score_of(seat, ON_WATCH, WATCH_PLACE, WATCHES, 1, 1)); // TRIAL-10
            }
            return Flow::Next;
        }
        let Slot { left, .. } = cx.state.slots.trial;
        if left == 0 || steps(cx.rules, cx.state).next().is_none() {
            cx.state.slots.trial.left = 0;
            cx.state.slots.trial.been.clear();
            return Flow::Next;
        }
        if left == cx.rules.seats {
            cx.out.tell(Event::Told { what: WALK_BEGINS, seat, count: left });
        }
        Flow::Wait(Seat((seat.0 + cx.rules.seats - left) % cx.rules.seats))
    }

    fn legal(rules: &Rules, state: &Country, _: u8, found: &mut dyn FnMut(Action)) {
        let to = |number: u8| Spot::segment(state.board.tile(number).cell, 0);
        steps(rules, state).map(|n| Action::Move { piece: BEAST, to: to(n) }).for_each(found);
    }

    /// TRIAL-08, TRIAL-09.
    fn play<S: Sink>(cx: &mut Cx<S>, _: u8, action: Action) {
        let (table::Turn::Player(seat), Action::Move { to: to @ Spot::Segment { cell, .. }, .. }) =
            (cx.state.waits, action)
        else {
            unreachable!("a seat moves the beast, not {action:?}")
        };
        let number = cx.state.board.number_at(cell).expect("a tile lies there") as u8;
        let slot = &mut cx.state.slots.trial;
        let from = core::mem::replace(&mut slot.tile, number);
        slot.been.push(number);
        slot.left -= 1;
        let from = Spot::segment(cx.state.board.tile(from).cell, 0);
        cx.out.tell(Event::Moved { seat, piece: BEAST, from, to });
        let taken = score::take_away(cx, |figure| figure.tile == number);
        for (seat, count) in (0..).map(Seat).zip(taken).filter(|(_, n)| *n > 0) {
            cx.state.slots.trial.bones[seat.index()] += count;
            cx.out.tell(Event::Gained { seat, token: BONE, count });
        }
    }

    fn refuse_choice(_: &Rules, _: &Country, _: u8, action: Action) -> Option<Refusal> {
        let reason = match action {
            Action::Pass => "everybody must move the beast once",
            _ => "the beast goes to a tile beside its own, where it has not been on this walk",
        };
        Some(Refusal { rule: "TRIAL-08", reason })
    }

    fn figures(_: &Rules, state: &Country, found: &mut dyn FnMut(Shown)) {
        let cell = state.board.tile(state.slots.trial.tile).cell;
        found(Shown { seat: None, piece: BEAST, at: Spot::segment(cell, 0) });
    }

    fn held(_: &Rules, state: &Country, seat: Seat, _: u8) -> u8 {
        state.slots.trial.bones[seat.index()]
    }

    fn write_slot(rules: &Rules, state: &Country) -> String {
        slot::write(rules, state)
    }

    fn read_slot(rules: &Rules, state: &mut Country, text: &str) -> Result<(), TextError> {
        slot::read(rules, state, text)
    }
}

/// Whether something is drawn on a kind of tile.
fn has(rules: &Rules, kind: table::TileKind, mark: Mark) -> bool {
    rules.tiles[kind.0 as usize].segments.iter().any(|s| s.has(mark))
}

fn own_herald(state: &Country, seat: Seat) -> Option<(usize, Figure)> {
    let figures = state.figures.iter().copied().enumerate();
    figures.into_iter().find(|(_, f)| f.seat == seat && f.piece == HERALD)
}

/// TRIAL-04.
fn dismissable(state: &Country, seat: Seat) -> Option<(usize, Figure)> {
    let open = |f: &Figure| state.map.tally(state.map.find(state.node_of(*f))).open() > 0;
    own_herald(state, seat).filter(|(_, figure)| open(figure))
}

/// TRIAL-06: the free roads of a tile, each by its first segment there.
fn offer_roads(rules: &Rules, state: &Country, laid: Laid, offers: &mut Offers) {
    let root = |segment: u8| state.map.find(laid.first + segment as NodeId);
    for segment in 0..rules.kinds[laid.kind.0 as usize].len {
        let feature = state.map.tally(root(segment));
        let first = (0..segment).all(|earlier| root(earlier) != root(segment));
        if feature.kind() == Kind::Road && feature.open() > 0 && !feature.occupied() && first {
            offers.put_at(FOLLOWER, laid, segment);
        }
    }
}

/// The tiles to which the beast may go.
fn steps(rules: &Rules, state: &Country) -> impl Iterator<Item = u8> {
    let slot = &state.slots.trial;
    let cell = state.board.tile(slot.tile).cell;
    let beside = Side::ALL.into_iter().filter_map(move |s| state.board.number_at(cell.step(s)));
    let has_segments = |n: &u8| rules.kinds[state.board.tile(*n).kind.0 as usize].len > 0;
    beside.map(|n| n as u8).filter(has_segments).filter(|n| !slot.been.contains(n))
}

/// Points that one seat gets for something that is no feature.
fn score_of(seat: Seat, feature: FeatureKind, place: u8, why: Why, count: u8, each: u8) -> Score {
    let mut winners = SeatSet::default();
    winners.insert(seat);
    let mut items = List::new();
    items.push(ScoreItem { why, count, each });
    let mut points = [0; SEATS_MAX];
    points[seat.index()] = count as u16 * each as u16;
    let at = Spot::Place(place);
    Score { feature, at, complete: true, items, strength: [0; SEATS_MAX], winners, points }
}

fn gain<S: Sink>(cx: &mut Cx<S>, score: Score) {
    for (total, points) in cx.state.scores.iter_mut().zip(score.points) {
        *total += points;
    }
    cx.out.tell(Event::Scored(score));
}
