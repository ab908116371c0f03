//! The features of a position: which are open or claimed, how likely they are completed, which of
//! them one tile may join.

use alloc::vec::Vec;

use country::tile::Kind;
use country::{Country, Rules};
use table::{Cell, List, NodeId, Open, SEATS_MAX, Seat, SeatSet, Side};

use super::Lens;
use super::cells::half_pair;
use super::figures::Claim;
use crate::evaluate::Points;

/// A road or city that has openings, or any feature in which somebody stands.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub root: NodeId,
    /// How likely all openings are closed.
    pub closes: f32,
    /// How many cells it opens to.
    pub openings: u8,
    /// The cell of the last opening that was counted, by its number in the frontier.
    last: u16,
    pub claimed: bool,
    /// For a field: the cities that it touches, by their number here.
    cities: u128,
}

const KNOWN_MAX: usize = u128::BITS as usize;
const SEGMENTS_MAX: usize = 1024;

/// More pairs than these that one tile may join are not looked at.
const MEETING_MAX: usize = 48;

/// What is known of the features, found by their roots.
#[derive(Clone)]
pub(super) struct Features {
    number: [u8; SEGMENTS_MAX],
    known: [Known; KNOWN_MAX],
    count: usize,
    /// Roads and cities that one tile may join.
    meeting: List<Meeting, MEETING_MAX>,
    /// Fields that one tile may join, if somebody stands in both or may.
    fields: List<Meeting, MEETING_MAX>,
}

/// Two features that one tile may join, by their numbers, and how likely that is.
#[derive(Clone, Copy, Default)]
struct Meeting {
    one: u8,
    other: u8,
    joins: f32,
}

const NOTHING: Known =
    Known { root: 0, closes: 1.0, openings: 0, last: u16::MAX, claimed: false, cities: 0 };

impl Features {
    pub fn new() -> Features {
        let number = [0; SEGMENTS_MAX];
        let known = [NOTHING; KNOWN_MAX];
        Features { number, known, count: 0, meeting: List::new(), fields: List::new() }
    }

    /// Forgets everything.
    fn clear(&mut self) {
        for known in &mut self.known[..self.count] {
            self.number[known.root as usize] = 0;
            *known = NOTHING;
        }
        self.count = 0;
        self.meeting.clear();
        self.fields.clear();
    }

    pub fn find(&self, root: NodeId) -> Option<usize> {
        (self.number[root as usize] as usize).checked_sub(1)
    }

    /// The number of a feature, which may be new. Those beyond the room are not known: boards with
    /// so many open features are rare, and a guess is all that is wanted.
    fn note(&mut self, root: NodeId) -> Option<usize> {
        let known = self.find(root);
        if known.is_some() || self.count == KNOWN_MAX {
            return known;
        }
        let new = self.count;
        self.known[new].root = root;
        self.count = new + 1;
        self.number[root as usize] = new as u8 + 1;
        Some(new)
    }

    /// Finds the open features with their chances, the claimed ones and those that may be claimed,
    /// and what fields touch.
    pub fn look(&mut self, game: &Country, rules: &Rules, lens: &mut Lens, wanted: &[NodeId]) {
        self.clear();
        self.look_at_edges(game, rules, lens);
        for figure in game.figures() {
            if let Some(at) = self.note(game.root(game.node_of(*figure))) {
                self.known[at].claimed = true;
            }
        }
        for root in wanted {
            self.note(*root);
        }
        game.touching(rules, |field, city| {
            if let Some(field) = self.find(field)
                && let Some(city) = self.note(city)
            {
                self.known[field].cities |= 1 << city;
            }
        });
        if lens.weights.meadow != 0.0 {
            self.look_at_fields(game, rules, lens);
        }
    }

    /// Which fields may be joined, of those where somebody stands or may stand. As with edges, only
    /// what lies beside a new tile is looked at anew.
    fn look_at_fields(&mut self, game: &Country, rules: &Rules, lens: &mut Lens) {
        let is_field = |known: &Known| game.tally_of(known.root).kind() == Kind::Field;
        if !self.claimed().any(is_field) {
            return;
        }
        let edges = core::mem::take(&mut lens.edges);
        match edges.followed_by(game) {
            Some(more) => {
                let new = game.board().last().cell;
                for corner in &edges.corners {
                    if more == 0 || !is_beside(corner.cell, new) {
                        self.note_corner(game, lens, corner);
                    }
                }
                if more == 1 {
                    for side in Side::ALL {
                        if let Some(open) = game.board().open_at(new.step(side)) {
                            let corner = Corner::of(game, rules, lens, open);
                            self.note_corner(game, lens, &corner);
                        }
                    }
                }
            }
            None => {
                for open in game.board().frontier() {
                    let corner = Corner::of(game, rules, lens, open);
                    self.note_corner(game, lens, &corner);
                }
            }
        }
        lens.edges = edges;
    }

    /// The fields that meet at a cell.
    fn note_corner(&mut self, game: &Country, lens: &Lens, corner: &Corner) {
        let mut here: List<(u8, u8), 8> = List::new();
        for (half, node) in corner.fields.iter() {
            let Some(at) = self.find(game.root(*node)) else { continue };
            for (before, one) in here.iter().filter(|(_, one)| usize::from(*one) != at) {
                let pair = half_pair(usize::from(*before), usize::from(*half));
                let joins = lens.finds[usize::from(lens.fit(corner.fit).fields[pair])];
                self.note_meeting_of_fields(*one, at as u8, joins);
            }
            here.push((*half, at as u8));
        }
    }

    /// Two fields may be joined here too.
    fn note_meeting_of_fields(&mut self, one: u8, other: u8, joins: f32) {
        let either =
            |m: &&mut Meeting| (m.one, m.other) == (one, other) || (m.one, m.other) == (other, one);
        if let Some(known) = self.fields.iter_mut().find(either) {
            known.joins = 1.0 - (1.0 - known.joins) * (1.0 - joins);
        } else if self.fields.len() < MEETING_MAX {
            self.fields.push(Meeting { one, other, joins });
        }
    }

    /// The features with openings, how likely they are closed, and which of them may be joined.
    /// Around a tile that was just laid in a position whose edges are known, only what lies beside
    /// it is looked at anew.
    fn look_at_edges(&mut self, game: &Country, rules: &Rules, lens: &mut Lens) {
        let mut here = Here::default();
        let mut edges = core::mem::take(&mut lens.edges);
        let more = edges.followed_by(game);
        if more == Some(1) {
            let new = game.board().last().cell;
            for edge in edges.list.iter().filter(|edge| !is_beside(edge.cell, new)) {
                self.note_edge(game.root(edge.node), *edge, lens, &mut here);
            }
            for side in Side::ALL {
                if let Some(open) = game.board().open_at(new.step(side)) {
                    let fit = lens.fit_at(open);
                    game.open_edges_at(rules, open, |side, node| {
                        let edge = Edge { cell: open.cell, node, side, fit };
                        self.note_edge(game.root(node), edge, lens, &mut here);
                    });
                }
            }
        } else {
            if more.is_none() {
                edges = Edges::of(game, rules, lens, edges);
                edges.forget(); // nobody said that positions follow from this one
            }
            for edge in &edges.list {
                self.note_edge(game.root(edge.node), *edge, lens, &mut here);
            }
        }
        lens.edges = edges;
    }

    /// An opening of a feature.
    #[inline]
    fn note_edge(&mut self, root: NodeId, edge: Edge, lens: &Lens, here: &mut Here) {
        here.go_to(edge.cell);
        let Some(at) = self.note(root) else { return };
        let known = &mut self.known[at];
        if known.last == here.number {
            return;
        }
        known.last = here.number;
        known.openings = known.openings.saturating_add(1);
        let fit = lens.fit(edge.fit);
        known.closes *= fit.closes[edge.side as usize];
        for (other, side) in here.features.iter() {
            let joins = lens.joins(fit, usize::from(*side), edge.side as usize);
            if joins > 0.0 && self.meeting.len() < MEETING_MAX {
                self.meeting.push(Meeting { one: *other, other: at as u8, joins });
            }
        }
        here.features.push((at as u8, edge.side as u8));
    }

    /// The features where somebody stands.
    pub fn claimed(&self) -> impl Iterator<Item = &Known> {
        self.known[..self.count].iter().filter(|known| known.claimed)
    }

    /// The feature with a root, if it is known.
    pub fn with_root(&self, root: NodeId) -> Option<&Known> {
        self.find(root).map(|at| &self.known[at])
    }

    /// What seats would gain and lose if features that one tile can join were joined.
    pub fn add_joins(&self, game: &Country, rules: &Rules, lens: &Lens, points: &mut Points) {
        for meeting in self.meeting.iter() {
            let [one, other] = self.both(meeting);
            if one.claimed && other.claimed && same_kind(game, one, other) {
                let held = [one, other].map(|known| Held::of(game, rules, known));
                let joined = held[0].worth + held[1].worth;
                add_join(held, joined, lens.weights.join * meeting.joins, rules.seats(), points);
            }
        }
        for meeting in self.fields.iter() {
            let [one, other] = self.both(meeting);
            if one.claimed && other.claimed {
                let held = [one, other].map(|known| self.field_held(game, rules, lens, known));
                let joined = self.joined_fields(game, lens, one, other);
                add_join(held, joined, lens.weights.meadow * meeting.joins, rules.seats(), points);
            }
        }
    }

    fn both(&self, meeting: &Meeting) -> [&Known; 2] {
        [meeting.one, meeting.other].map(|number| &self.known[usize::from(number)])
    }

    /// The same for a feature that a seat would claim.
    pub fn add_joins_of(
        &self,
        game: &Country,
        rules: &Rules,
        lens: &Lens,
        claim: &Claim,
        points: &mut Points,
    ) {
        let Some(known) = self.with_root(claim.root) else { return };
        let is_field = game.tally_of(known.root).kind() == Kind::Field;
        let list = if is_field { self.fields.iter() } else { self.meeting.iter() };
        for meeting in list {
            let [one, other] = self.both(meeting);
            let meets = one.root == known.root || other.root == known.root;
            let other = if one.root == known.root { other } else { one };
            if !meets || !other.claimed || !same_kind(game, known, other) {
                continue;
            }
            let held = |known| {
                if is_field {
                    self.field_held(game, rules, lens, known)
                } else {
                    Held::of(game, rules, known)
                }
            };
            let (mut mine, theirs) = (held(known), held(other));
            mine.strengths[claim.seat.index()] = claim.strength;
            mine.winners.insert(claim.seat);
            let (weight, joined) = if is_field {
                (lens.weights.meadow, self.joined_fields(game, lens, known, other))
            } else {
                (lens.weights.join, mine.worth + theirs.worth)
            };
            add_join([mine, theirs], joined, weight * meeting.joins, rules.seats(), points);
        }
    }

    /// Who holds a field, and what it promises.
    fn field_held(&self, game: &Country, rules: &Rules, lens: &Lens, known: &Known) -> Held {
        let (strengths, winners) = game.majority(rules, known.root);
        Held { strengths, winners, worth: self.field_promises(game, lens, known.cities) }
    }

    /// What two fields promise together: a city beside both counts once.
    fn joined_fields(&self, game: &Country, lens: &Lens, one: &Known, other: &Known) -> f32 {
        self.field_promises(game, lens, one.cities | other.cities)
    }

    fn field_promises(&self, game: &Country, lens: &Lens, cities: u128) -> f32 {
        let (now, later) = self.worth_of_cities(game, lens, cities);
        now + lens.weights.city * later
    }

    /// What the cities beside a field bring it: those that are complete, and those that may be.
    pub fn cities_of(&self, game: &Country, lens: &Lens, field: &Known) -> (f32, f32) {
        self.worth_of_cities(game, lens, field.cities)
    }

    fn worth_of_cities(&self, game: &Country, lens: &Lens, mut cities: u128) -> (f32, f32) {
        let (mut now, mut later) = (0.0, 0.0);
        while cities != 0 {
            let city = &self.known[cities.trailing_zeros() as usize];
            cities &= cities - 1;
            if game.tally_of(city.root).open() > 0 {
                later += 3.0 * lens.chance_of(city);
            } else {
                now += 3.0;
            }
        }
        (now, later)
    }
}

/// The cell whose edges are looked at, and the features that open to it.
#[derive(Default)]
struct Here {
    cell: Option<Cell>,
    number: u16,
    /// Their numbers, and the sides at which they come in.
    features: List<(u8, u8), 4>,
}

impl Here {
    fn go_to(&mut self, cell: Cell) {
        if self.cell != Some(cell) {
            self.cell = Some(cell);
            self.number += 1;
            self.features.clear();
        }
    }
}

/// The fields that face an empty cell.
#[derive(Clone, Copy)]
struct Corner {
    cell: Cell,
    /// What fits there, by its number in the lens.
    fit: u16,
    /// The halves of sides at which they come in, and their segments.
    fields: List<(u8, NodeId), 8>,
}

impl Corner {
    fn of(game: &Country, rules: &Rules, lens: &mut Lens, open: &Open) -> Corner {
        let mut fields = List::new();
        game.open_fields_at(rules, open, |half, node| fields.push((half as u8, node)));
        Corner { cell: open.cell, fit: lens.fit_at(open), fields }
    }

    /// Whether several fields face it, and somebody stands in one of them.
    fn is_meeting(&self, game: &Country) -> bool {
        let mut roots = self.fields.iter().map(|(_, node)| game.root(*node));
        let Some(first) = roots.next() else { return false };
        let (mut several, mut claimed) = (false, game.tally_of(first).occupied());
        for root in roots {
            several |= root != first;
            claimed |= game.tally_of(root).occupied();
        }
        several && claimed
    }
}

/// An open edge of a road or city.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The empty cell that it faces.
    cell: Cell,
    node: NodeId,
    /// The side of the cell at which it lies.
    side: Side,
    /// What fits there, by its number in the lens.
    fit: u16,
}

/// The open edges of a position from which others follow by one tile.
#[derive(Clone, Default)]
pub(super) struct Edges {
    list: Vec<Edge>,
    /// The cells where several fields meet.
    corners: Vec<Corner>,
    /// How many tiles lie there; 0 if nothing is known.
    laid: usize,
}

impl Edges {
    /// Those of a position; the list is used again.
    pub fn of(game: &Country, rules: &Rules, lens: &mut Lens, used: Edges) -> Edges {
        let Edges { mut list, mut corners, .. } = used;
        list.clear();
        corners.clear();
        game.open_edges(rules, |open, side, node| {
            list.push(Edge { cell: open.cell, node, side, fit: lens.fit_at(open) });
        });
        if lens.weights.meadow != 0.0 {
            for open in game.board().frontier() {
                let corner = Corner::of(game, rules, lens, open);
                if corner.is_meeting(game) {
                    corners.push(corner);
                }
            }
        }
        Edges { list, corners, laid: game.board().laid().len() }
    }

    /// Positions no longer follow from this one.
    pub fn forget(&mut self) {
        self.laid = 0;
    }

    /// By how many tiles a position follows, one at most; `None` if it does not.
    fn followed_by(&self, game: &Country) -> Option<usize> {
        let more = game.board().laid().len().checked_sub(self.laid)?;
        (self.laid > 0 && more <= 1).then_some(more)
    }
}

/// Whether a cell is another one or beside it.
fn is_beside(cell: Cell, other: Cell) -> bool {
    (cell.x - other.x).abs() + (cell.y - other.y).abs() <= 1
}

/// Whether two features can be joined at all.
fn same_kind(game: &Country, one: &Known, other: &Known) -> bool {
    game.tally_of(one.root).kind() == game.tally_of(other.root).kind()
}

/// Who holds a feature, and what it brings.
struct Held {
    strengths: [u8; SEATS_MAX],
    winners: SeatSet,
    worth: f32,
}

impl Held {
    fn of(game: &Country, rules: &Rules, known: &Known) -> Held {
        let (strengths, winners) = game.majority(rules, known.root);
        let worth = f32::from(game.worth(rules, known.root, false).unwrap_or(0));
        Held { strengths, winners, worth }
    }
}

/// Adds the part of what joining two features would bring seats or cost them, which are worth
/// `together` then.
fn add_join([one, other]: [Held; 2], together: f32, part: f32, seats: u8, points: &mut Points) {
    if one.winners == other.winners {
        return;
    }
    let strength = |seat: usize| one.strengths[seat] + other.strengths[seat];
    let most = (0..SEATS_MAX).map(strength).max().unwrap_or(0);
    for (seat, points) in points.iter_mut().enumerate().take(seats as usize) {
        let has = |held: &Held| {
            if held.winners.contains(Seat(seat as u8)) { held.worth } else { 0.0 }
        };
        let joined = if strength(seat) == most { together } else { 0.0 };
        *points += part * (joined - has(&one) - has(&other));
    }
}
