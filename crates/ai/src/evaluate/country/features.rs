//! The features of a position: which are open or claimed, how likely they are completed, which of
//! them one tile may join.

use alloc::vec::Vec;

use country::{Country, Rules};
use table::{Cell, List, NodeId, SEATS_MAX, Seat, SeatSet, Side};

use super::Lens;
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
    /// Pairs that one tile may join, with how many tiles fit where they meet.
    meeting: List<[u8; 3], MEETING_MAX>,
}

const NOTHING: Known =
    Known { root: 0, closes: 1.0, openings: 0, last: u16::MAX, claimed: false, cities: 0 };

impl Features {
    pub fn new() -> Features {
        let meeting = List::new();
        Features { number: [0; SEGMENTS_MAX], known: [NOTHING; KNOWN_MAX], count: 0, meeting }
    }

    /// Forgets everything.
    fn clear(&mut self) {
        for known in &mut self.known[..self.count] {
            self.number[known.root as usize] = 0;
            *known = NOTHING;
        }
        self.count = 0;
        self.meeting.clear();
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
                    let fits = lens.tiles_for(rules, open) as u8;
                    game.open_edges_at(rules, open, |node| {
                        let edge = Edge { cell: open.cell, node, fits };
                        self.note_edge(game.root(node), edge, lens, &mut here);
                    });
                }
            }
        } else {
            if more.is_none() {
                edges = Edges::of(game, rules, lens, edges.list);
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
        known.closes *= lens.weights.calm * lens.finds[edge.fits as usize];
        for other in here.features.iter() {
            if edge.fits > 0 && self.meeting.len() < MEETING_MAX {
                self.meeting.push([*other, at as u8, edge.fits]);
            }
        }
        here.features.push(at as u8);
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
        for [one, other, fits] in self.meeting.iter() {
            let [one, other] = [one, other].map(|n| &self.known[*n as usize]);
            if one.claimed && other.claimed && same_kind(game, one, other) {
                let held = [one, other].map(|known| Held::of(game, rules, known));
                let part = lens.weights.join * lens.finds[*fits as usize];
                add_join(held, part, rules.seats(), points);
            }
        }
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
        for [one, other, fits] in self.meeting.iter() {
            let [one, other] = [one, other].map(|n| &self.known[*n as usize]);
            let meets = one.root == known.root || other.root == known.root;
            let other = if one.root == known.root { other } else { one };
            if meets && other.claimed && same_kind(game, known, other) {
                let mut mine = Held::of(game, rules, known);
                mine.strengths[claim.seat.index()] = claim.strength;
                mine.winners.insert(claim.seat);
                let part = lens.weights.join * lens.finds[*fits as usize];
                add_join([mine, Held::of(game, rules, other)], part, rules.seats(), points);
            }
        }
    }

    /// What the cities beside a field bring it: those that are complete, and those that may be.
    pub fn cities_of(&self, game: &Country, lens: &Lens, field: &Known) -> (f32, f32) {
        let mut cities = field.cities;
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
    features: List<u8, 4>,
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

/// An open edge of a road or city.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The empty cell that it faces.
    cell: Cell,
    node: NodeId,
    /// How many tiles fit there.
    fits: u8,
}

/// The open edges of a position from which others follow by one tile.
#[derive(Clone, Default)]
pub(super) struct Edges {
    list: Vec<Edge>,
    /// How many tiles lie there; 0 if nothing is known.
    laid: usize,
}

impl Edges {
    /// Those of a position; the list is used again.
    pub fn of(game: &Country, rules: &Rules, lens: &mut Lens, mut list: Vec<Edge>) -> Edges {
        list.clear();
        game.open_edges(rules, |open, node| {
            list.push(Edge { cell: open.cell, node, fits: lens.tiles_for(rules, open) as u8 });
        });
        Edges { list, laid: game.board().laid().len() }
    }

    /// Positions no longer follow from this one.
    pub fn forget(&mut self) {
        self.laid = 0;
    }

    /// The list, to be used again.
    pub fn into_list(self) -> Vec<Edge> {
        self.list
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

/// Adds the part of what joining two features would bring seats or cost them.
fn add_join([one, other]: [Held; 2], part: f32, seats: u8, points: &mut Points) {
    if one.winners == other.winners {
        return;
    }
    let strength = |seat: usize| one.strengths[seat] + other.strengths[seat];
    let most = (0..SEATS_MAX).map(strength).max().unwrap_or(0);
    for (seat, points) in points.iter_mut().enumerate().take(seats as usize) {
        let has = |held: &Held| {
            if held.winners.contains(Seat(seat as u8)) { held.worth } else { 0.0 }
        };
        let joined = if strength(seat) == most { one.worth + other.worth } else { 0.0 };
        *points += part * (joined - has(&one) - has(&other));
    }
}
