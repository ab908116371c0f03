//! Positions of the country: which features will be completed, who will have followers to spare.
//!
//! Everything is asked of the country in general words, so that an expansion which changes values,
//! strengths or tiles is judged without being named here; what only an expansion can know it says
//! itself ([`Country::foresee`]).

use alloc::boxed::Box;
use alloc::vec;

use country::tile::Kind;
use country::{Country, Rules, WHOLE};
use table::{Bag, Edges, Game, NodeId, Open, Rot, Seat, Text, Turn};

use super::{Evaluate, Points, Weights, turns_to_come};
use crate::math::pow;
use crate::outlook::Outlook;

/// Which tiles of the bag fit which cells.
#[derive(Clone)]
pub struct Lens {
    weights: Weights,
    bag: Bag,
    /// How many tiles fit a cell, by what it forbids; [`UNKNOWN`] until somebody asks.
    fits: Box<[u8]>,
    /// How likely a seat finds one of so many tiles in time.
    finds: [f32; FITS_MAX + 1],
}

const UNKNOWN: u8 = u8::MAX;
/// More tiles than these are as good as these.
const FITS_MAX: usize = 40;

impl Lens {
    fn tiles_for(&mut self, rules: &Rules, open: &Open) -> usize {
        let known = self.fits[open.forbids.0 as usize];
        if known != UNKNOWN {
            return known as usize;
        }
        let fits = |edges: Edges| Rot::ALL.iter().any(|r| open.fits(edges.turned(*r)));
        let mut count = 0;
        for (kind, left) in self.bag.iter() {
            let edges = rules.tiles()[kind.0 as usize].edges.map(|terrain| terrain as u8);
            count += if fits(Edges::new(edges)) { left as usize } else { 0 };
        }
        let count = count.min(FITS_MAX);
        self.fits[open.forbids.0 as usize] = count as u8;
        count
    }
}

/// A road or city that has openings, or any feature in which somebody stands.
#[derive(Clone, Copy)]
struct Known {
    root: NodeId,
    /// How likely all openings are closed.
    closes: f32,
    /// The cell of the last opening that was counted, by its number in the frontier.
    last: u16,
    claimed: bool,
    /// For a field: the cities that it touches, by their number here.
    cities: u128,
}

const KNOWN_MAX: usize = u128::BITS as usize;
const SEGMENTS_MAX: usize = 1024;

/// What is known of the features, found by their roots.
struct Features {
    number: [u8; SEGMENTS_MAX],
    known: [Known; KNOWN_MAX],
    count: usize,
}

impl Features {
    fn new() -> Features {
        let none = Known { root: 0, closes: 1.0, last: u16::MAX, claimed: false, cities: 0 };
        Features { number: [0; SEGMENTS_MAX], known: [none; KNOWN_MAX], count: 0 }
    }

    fn find(&self, root: NodeId) -> Option<usize> {
        (self.number[root as usize] as usize).checked_sub(1)
    }

    /// The number of a feature, which may be new. Those beyond the room share the last number:
    /// boards with so many open features are rare, and a guess is all that is wanted.
    fn note(&mut self, root: NodeId) -> usize {
        if let Some(known) = self.find(root) {
            return known;
        }
        let new = self.count.min(KNOWN_MAX - 1);
        self.known[new].root = root;
        self.count = new + 1;
        self.number[root as usize] = new as u8 + 1;
        new
    }

    /// Finds the open features with their chances, the claimed ones, and what fields touch.
    fn of(game: &Country, rules: &Rules, lens: &mut Lens) -> Features {
        let mut features = Features::new();
        let mut number = 0_u16;
        let mut before = None;
        game.open_edges(rules, |open, root| {
            if before != Some(open.cell) {
                before = Some(open.cell);
                number += 1;
            }
            let at = features.note(root);
            let known = &mut features.known[at];
            if known.last != number {
                known.last = number;
                known.closes *= lens.weights.calm * lens.finds[lens.tiles_for(rules, open)];
            }
        });
        for figure in game.figures() {
            let at = features.note(game.root(game.node_of(*figure)));
            features.known[at].claimed = true;
        }
        game.touching(rules, |field, city| {
            if let (Some(field), Some(city)) = (features.find(field), features.find(city)) {
                features.known[field].cities |= 1 << city;
            }
        });
        features
    }

    /// What a field may gain by the cities that it touches.
    fn gain_by_cities(&self, game: &Country, field: &Known, weights: &Weights) -> f32 {
        let mut cities = field.cities;
        let mut gain = 0.0;
        while cities != 0 {
            let city = &self.known[cities.trailing_zeros() as usize];
            cities &= cities - 1;
            if game.feature_of(city.root).open() > 0 {
                gain += 3.0 * weights.city * city.closes;
            }
        }
        gain
    }
}

/// What a claimed feature may still gain, and how likely its figures come home.
fn promise_of(
    game: &Country,
    rules: &Rules,
    lens: &mut Lens,
    features: &Features,
    known: &Known,
) -> (f32, f32) {
    let time = game.time_left(rules);
    let weights = lens.weights;
    let worth = |complete| f32::from(game.worth(rules, known.root, complete).unwrap_or(0));
    match game.feature_of(known.root).kind() {
        Kind::Field => (weights.field * time + features.gain_by_cities(game, known, &weights), 0.0),
        Kind::Road | Kind::City => {
            let more = worth(true) - worth(false) + weights.grow * time;
            (known.closes * more, known.closes)
        }
        _ => {
            let Some(cell) = game.centre_cell(known.root) else { return (0.0, 1.0) };
            let each = (weights.around * time * 2.0).min(0.95);
            let mut gain = 0.0;
            let mut home = 1.0;
            for beside in cell.around().into_iter().filter(|c| !game.board().has(*c)) {
                let open = game.board().open_at(beside);
                let dead = open.is_some_and(|open| lens.tiles_for(rules, open) == 0);
                gain += if dead { 0.0 } else { each };
                home *= if dead { 0.0 } else { each };
            }
            (gain, home)
        }
    }
}

impl Evaluate for Country {
    type Lens = Lens;

    fn lens(&self, rules: &Rules, weights: &Weights) -> Lens {
        let share = weights.share / f32::from(rules.seats());
        let missed = |tiles: usize| pow(1.0 - share, tiles as f32);
        Lens {
            weights: *weights,
            bag: *self.bag(),
            fits: vec![UNKNOWN; 1 << u16::BITS].into_boxed_slice(),
            finds: core::array::from_fn(|tiles| 1.0 - missed(tiles)),
        }
    }

    fn expect(&self, rules: &Rules, lens: &mut Lens) -> Points {
        let mut points = self.forecast(rules).map(f32::from);
        if self.turn() == Turn::Over {
            return points;
        }
        let seats = rules.seats();
        let features = Features::of(self, rules, lens);
        let mut free: Points = core::array::from_fn(|seat| {
            if seat < seats as usize { Outlook::idle(self, rules, Seat(seat as u8)) } else { 0.0 }
        });
        for known in features.known[..features.count].iter().filter(|known| known.claimed) {
            let (gain, home) = promise_of(self, rules, lens, &features, known);
            let (strengths, winners) = self.majority(rules, known.root);
            for seat in 0..seats as usize {
                points[seat] += if winners.contains(Seat(seat as u8)) { gain } else { 0.0 };
                free[seat] += lens.weights.home * home * f32::from(strengths[seat]);
            }
        }
        let time = self.time_left(rules);
        let more = self.foresee(rules, (time * f32::from(WHOLE)) as u16);
        let tiles = Country::draws_left(self, rules) + self.hand().is_some() as u8;
        let first = self.lays_next(rules);
        for seat in 0..seats {
            let later = (seat + seats - first.0) % seats;
            let promise = time * Outlook::promise(self, rules, Seat(seat));
            let at = seat as usize;
            points[at] +=
                time * value_of(free[at], lens.weights.idle) + promise + f32::from(more[at]) / 10.0;
            points[at] += lens.weights.tempo * turns_to_come(tiles, later, seats);
        }
        points
    }

    fn draws_left(&self, rules: &Rules) -> u8 {
        Country::draws_left(self, rules)
    }
}

/// More followers than these are worth little.
const ENOUGH: f32 = 8.0;

/// What so many followers are worth together when the game begins.
fn value_of(followers: f32, each: f32) -> f32 {
    let enough = followers.min(ENOUGH);
    each * enough + followers - enough
}
