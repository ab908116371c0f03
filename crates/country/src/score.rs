//! Completion and scoring during the game (BASE-28 to BASE-38).

use table::{Event, List, NodeId, SEATS_MAX, Score, ScoreItem, Seat, SeatSet, Sink, Spot, Tally};

use crate::centres::Centre;
use crate::exp;
use crate::exp::{Strength, WhyDecl, nouns};
use crate::limits::FIGURES_MAX;
use crate::piece::kept;
use crate::rules::Rules;
use crate::setup::SMALLCITY;
use crate::state::{Country, FeatureTally, Figure};
use crate::tile::Kind;
use crate::turn::Cx;

/// The base game's reasons for points.
pub mod why {
    use table::Why;

    use super::{WhyDecl, named};

    /// Tiles of a road or city; for a centre, the tiles around it and its own.
    pub const TILES: Why = Why(0);
    /// Coats of arms.
    pub const PENNANTS: Why = Why(1);
    /// Completed cities at a field.
    pub const CITIES: Why = Why(2);
    /// Their names.
    pub(crate) const WHYS: &[WhyDecl] = &[
        named(TILES, "tiles", "tile"),
        named(PENNANTS, "coats of arms", "coat of arms"),
        named(CITIES, "completed cities", "completed city"),
    ];
}

const fn named(why: table::Why, many: &'static str, one: &'static str) -> WhyDecl {
    WhyDecl { why, many, one }
}

/// The features that one tile can complete: those on it, and nine centres.
pub type Completed = List<NodeId, 24>;

/// The roots of all features that the tile just laid completed (BASE-28 to BASE-31).
pub(crate) fn completed(state: &Country) -> Completed {
    let mut done = Completed::new();
    let mut closed = state.closed;
    while closed != 0 {
        let segment = closed.trailing_zeros() as NodeId;
        closed &= closed - 1;
        done.push(state.map.find(state.board.last().first + segment));
    }
    if state.centres.any_full() {
        done.extend(state.centres.iter().filter(Centre::is_full).map(|centre| centre.node));
    }
    done
}

/// Whether the tile just laid completed anything.
#[inline]
pub(crate) fn any_completed(state: &Country) -> bool {
    state.closed != 0 || state.centres.any_full()
}

/// Scores everything that the tile just laid completed.
#[inline]
pub(crate) fn score_completed(cx: &mut Cx<impl Sink>) {
    if any_completed(cx.state) {
        score_each(cx);
    }
}

fn score_each(cx: &mut Cx<impl Sink>) {
    let done = completed(cx.state);
    for root in done.iter() {
        if cx.state.map.tally(*root).occupied() {
            settle(cx, *root);
        }
        exp::completed(cx, *root);
    }
    if cx.state.centres.any_full() {
        cx.state.centres.settle_full();
    }
}

/// Scores a complete feature and sends its figures home (BASE-35, BASE-38).
fn settle<S: Sink>(cx: &mut Cx<S>, root: NodeId) {
    let items = items(cx.rules, cx.state, root, true);
    let value: u16 = items.iter().map(|i| i.count as u16 * i.each as u16).sum();
    let winners = winners(cx.rules, cx.state, root);
    for seat in winners.iter() {
        cx.state.scores[seat.index()] += value;
    }
    if S::LISTENS && winners != SeatSet::default() {
        let mut score = award(*cx.state.map.tally(root), winners, true, items);
        explain(cx.rules, cx.state, root, &mut score);
        cx.out.tell(Event::Scored(score));
    }
    exp::scored(cx, winners, value);
    send_home(cx, root);
}

/// Adds to a score what only listeners want to know.
pub(crate) fn explain(rules: &Rules, state: &Country, root: NodeId, score: &mut Score) {
    score.at = first_spot(state, root);
    score.strength = strengths(rules, state, root);
}

/// What an occupied road, city or centre gives now, and to whom; see [`explain`] for the rest.
pub(crate) fn appraise(rules: &Rules, state: &Country, root: NodeId, complete: bool) -> Score {
    let items = items(rules, state, root, complete);
    award(*state.map.tally(root), winners(rules, state, root), complete, items)
}

impl Rules {
    /// What a city with so many tiles and coats of arms and with these marks is worth, also one
    /// that no printed tiles can build.
    pub fn worth_of_city(&self, tiles: u8, pennants: u8, marks: u8, complete: bool) -> u16 {
        let mut city = FeatureTally::new(Kind::City, 0, pennants, marks);
        for _ in 1..tiles {
            city.merge(FeatureTally::new(Kind::City, 0, 0, 0));
        }
        let items = items_of(self, city, complete, || 0);
        items.iter().map(|item| item.count as u16 * item.each as u16).sum()
    }
}

/// What the value of a road, city or centre is made of now.
#[inline]
pub(crate) fn items(
    rules: &Rules,
    state: &Country,
    root: NodeId,
    complete: bool,
) -> List<ScoreItem, 4> {
    items_of(rules, *state.map.tally(root), complete, || around(state, root))
}

/// The same for a tally, with the tiles around it if it is a centre.
#[inline]
fn items_of(
    rules: &Rules,
    feature: FeatureTally,
    complete: bool,
    around: impl Fn() -> u8,
) -> List<ScoreItem, 4> {
    let mut items = List::new();
    match feature.kind() {
        Kind::Road => items.push(ScoreItem { why: why::TILES, count: feature.tiles(), each: 1 }),
        Kind::City => {
            let small = complete && feature.tiles() == 2 && !rules.is_default(&SMALLCITY);
            let each = if complete && !small { 2 } else { 1 };
            items.push(ScoreItem { why: why::TILES, count: feature.tiles(), each });
            if feature.pennants() > 0 {
                items.push(ScoreItem { why: why::PENNANTS, count: feature.pennants(), each });
            }
        }
        Kind::Field => unreachable!("fields are scored at the end of the game"),
        _ => items.push(ScoreItem { why: why::TILES, count: around() + 1, each: 1 }),
    }
    exp::value(rules, feature, complete, &mut items);
    items
}

/// Gives the full value to every seat with the majority (BASE-35).
pub(crate) fn award(
    feature: FeatureTally,
    winners: SeatSet,
    complete: bool,
    items: List<ScoreItem, 4>,
) -> Score {
    let mut score = Score {
        feature: feature.kind().feature(),
        at: Spot::Place(0),
        complete,
        items,
        strength: [0; SEATS_MAX],
        winners,
        points: [0; SEATS_MAX],
    };
    let value = score.value();
    for (seat, points) in score.points.iter_mut().enumerate() {
        *points = value * (score.winners.0 >> seat & 1) as u16;
    }
    score
}

/// How strong each seat is in a feature: what majority compares (BASE-35).
pub(crate) fn strengths(rules: &Rules, state: &Country, root: NodeId) -> [u8; SEATS_MAX] {
    let feature = *state.map.tally(root);
    let mut strengths = feature.strengths();
    if rules.by_feature {
        for figure in state.figures.iter() {
            let here = || state.map.find(state.node_of(*figure)) == root;
            let strength = nouns::piece(figure.piece).map(|piece| piece.strength);
            if let Some(Strength::ByFeature(by)) = strength
                && here()
            {
                let strength = &mut strengths[figure.seat.index()];
                *strength = *strength - kept(figure.piece) + by(feature);
            }
        }
    }
    strengths
}

/// The seats with the highest strength in a feature, if anybody counts there (BASE-35).
#[inline]
pub(crate) fn winners(rules: &Rules, state: &Country, root: NodeId) -> SeatSet {
    if rules.by_feature {
        return strongest(strengths(rules, state, root));
    }
    state.map.tally(root).winners()
}

/// The same if the strengths are known.
#[inline]
pub(crate) fn winners_with(
    rules: &Rules,
    feature: &FeatureTally,
    strengths: [u8; SEATS_MAX],
) -> SeatSet {
    if rules.by_feature { strongest(strengths) } else { feature.winners() }
}

/// The seats with the highest of these strengths, if it is above 0.
pub(crate) fn strongest(strengths: [u8; SEATS_MAX]) -> SeatSet {
    let most = strengths.into_iter().max().unwrap_or(0);
    let mut winners = SeatSet::default();
    for (seat, strength) in (0..).zip(strengths) {
        if strength == most && most > 0 {
            winners.insert(Seat(seat));
        }
    }
    winners
}

/// How many of the eight cells around a centre hold tiles.
pub(crate) fn around(state: &Country, node: NodeId) -> u8 {
    state.centres.find(node).map_or(8, |c| c.filled)
}

/// The first segment of a feature: earliest laid tile, first on it.
pub(crate) fn first_spot(state: &Country, root: NodeId) -> Spot {
    let first = (0..=root).find(|n| state.map.find(*n) == root).unwrap_or(root);
    spot_of(state, first)
}

/// The spot of a segment.
pub(crate) fn spot_of(state: &Country, node: NodeId) -> Spot {
    let laid = state.board.laid();
    let tile = laid.partition_point(|l| l.first <= node) - 1;
    // Tiles without segments share their first number with the next tile.
    Spot::segment(laid[tile].cell, (node - laid[tile].first) as u8)
}

/// Sends all figures of a feature home (BASE-38).
pub(crate) fn send_home<S: Sink>(cx: &mut Cx<S>, root: NodeId) {
    let mut i = 0;
    while i < cx.state.figures.len() {
        let node = cx.state.node_of(cx.state.figures[i]);
        if cx.state.map.find(node) == root {
            take_home(cx, i);
        } else {
            i += 1;
        }
    }
}

/// Takes figures away otherwise than by scoring: they go home without points. Says how many each
/// seat lost.
#[cfg_attr(not(feature = "trial"), expect(dead_code))] // none of the published ones does this
pub(crate) fn take_away<S: Sink>(
    cx: &mut Cx<S>,
    which: impl Fn(Figure) -> bool,
) -> [u8; SEATS_MAX] {
    let mut taken = [0; SEATS_MAX];
    let mut roots: List<NodeId, FIGURES_MAX> = List::new();
    while let Some(index) = cx.state.figures.iter().position(|f| which(*f)) {
        let figure = cx.state.figures[index];
        let node = cx.state.node_of(figure);
        if S::LISTENS {
            let at = spot_of(cx.state, node);
            cx.out.tell(Event::Lost { seat: figure.seat, at });
        }
        taken[figure.seat.index()] += 1;
        roots.push(cx.state.map.find(node));
        take_home(cx, index);
    }
    roots.iter().for_each(|root| exp::taken(cx, *root));
    taken
}

/// Sends one figure home.
pub(crate) fn take_home<S: Sink>(cx: &mut Cx<S>, index: usize) {
    let figure = cx.state.figures[index];
    let node = cx.state.node_of(figure);
    let root = cx.state.map.find(node);
    cx.state.map.tally_mut(root).weaken(figure.seat, kept(figure.piece));
    cx.state.supply[figure.seat.index()][figure.piece.0 as usize] += 1;
    cx.state.figures.swap_remove(index);
    if S::LISTENS {
        let from = spot_of(cx.state, node);
        cx.out.tell(Event::Home { seat: figure.seat, piece: figure.piece, from });
    }
}
