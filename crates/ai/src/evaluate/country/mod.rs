//! Positions of the country: which features will be completed, who will have followers to spare.
//!
//! Everything is asked of the country in general words, so that an expansion which changes values,
//! strengths or tiles is judged without being named here; what only an expansion can know it says
//! itself ([`Country::foresee`]).

mod features;
mod figures;

use alloc::boxed::Box;
use alloc::vec;

use country::tile::Kind;
use country::{Country, Rules, WHOLE};
use table::{Action, Bag, Edges, Game, Open, Rot, Seat, Text, Turn};

use features::{Features, Known};

use super::{Evaluate, GameClass, Points, Weights, turns_to_come};
use crate::math::pow;
use crate::outlook::Outlook;

/// Which tiles of the bag fit which cells.
#[derive(Clone)]
pub struct Lens {
    weights: Weights,
    bag: Bag,
    /// Whether features and scores are all there is to count at the end.
    plain: bool,
    /// How many tiles fit a cell, by what it forbids; [`UNKNOWN`] until somebody asks.
    fits: Box<[u8]>,
    /// How likely a seat finds one of so many tiles in time.
    finds: [f32; FITS_MAX + 1],
    /// The edges of the position whose moves are judged.
    edges: features::Edges,
    /// Room for what is found of one position, used again for the next.
    features: Option<Box<Features>>,
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

/// What a feature that somebody holds brings now, what it may still gain, and how likely its
/// figures come home.
struct Promise {
    now: f32,
    gain: f32,
    home: f32,
}

fn promise_of(
    game: &Country,
    rules: &Rules,
    lens: &mut Lens,
    features: &Features,
    known: &Known,
) -> Promise {
    let time = game.time_left(rules);
    let weights = lens.weights;
    let worth = |complete| f32::from(game.worth(rules, known.root, complete).unwrap_or(0));
    match game.tally_of(known.root).kind() {
        Kind::Field => {
            let (now, later) = features.cities_of(game, known);
            Promise { now, gain: weights.field * time + weights.city * later, home: 0.0 }
        }
        Kind::Road | Kind::City => {
            let now = worth(false);
            let more = worth(true) - now + weights.grow * time;
            Promise { now, gain: known.closes * more, home: known.closes }
        }
        _ => {
            let now = worth(false);
            let Some(cell) = game.centre_cell(known.root) else {
                return Promise { now, gain: 0.0, home: 1.0 };
            };
            let each = (weights.around * time * 2.0).min(0.95);
            let mut gain = 0.0;
            let mut home = 1.0;
            for beside in cell.around().into_iter().filter(|c| !game.board().has(*c)) {
                let open = game.board().open_at(beside);
                let dead = open.is_some_and(|open| lens.tiles_for(rules, open) == 0);
                gain += if dead { 0.0 } else { each };
                home *= if dead { 0.0 } else { each };
            }
            Promise { now, gain, home }
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
            plain: rules.counts_plainly(),
            fits: vec![UNKNOWN; 1 << u16::BITS].into_boxed_slice(),
            finds: core::array::from_fn(|tiles| 1.0 - missed(tiles)),
            edges: features::Edges::default(),
            features: None,
        }
    }

    fn expect(&self, rules: &Rules, lens: &mut Lens) -> Points {
        if self.turn() == Turn::Over {
            return self.scores().map(f32::from);
        }
        // Taken out, so that features and tiles can be looked at together.
        let mut features = lens.features.take().unwrap_or_else(|| Box::new(Features::new()));
        features.look(self, rules, lens, &[]);
        let points = judge(self, rules, lens, &features).points(&lens.weights);
        lens.features = Some(features);
        points
    }

    fn follow(&self, rules: &Rules, lens: &mut Lens) {
        let list = core::mem::take(&mut lens.edges).into_list();
        lens.edges = features::Edges::of(self, rules, lens, list);
    }

    fn unfollow(lens: &mut Lens) {
        lens.edges.forget();
    }

    fn expect_each(
        &mut self,
        rules: &Rules,
        lens: &mut Lens,
        scratch: &mut Country,
        actions: &[Action],
        visit: &mut dyn FnMut(Points),
    ) {
        figures::expect_each(self, rules, lens, scratch, actions, visit);
    }

    fn class(rules: &Rules) -> GameClass {
        let plain = rules.setup().expansions.is_empty();
        if plain { GameClass::Base } else { GameClass::Expanded }
    }

    fn draws_left(&self, rules: &Rules) -> u8 {
        Country::draws_left(self, rules)
    }
}

/// What a position promises: points but for followers, and followers that are free or will be.
#[derive(Clone, Copy)]
struct Judgement {
    points: Points,
    free: Points,
    /// The part of their worth that followers still have.
    fades: f32,
}

impl Judgement {
    /// All of it in points.
    fn points(&self, weights: &Weights) -> Points {
        core::array::from_fn(|seat| {
            self.points[seat] + value_of(self.free[seat], weights) * self.fades
        })
    }
}

/// Adds up what features, followers and turns promise.
fn judge(game: &Country, rules: &Rules, lens: &mut Lens, features: &Features) -> Judgement {
    let seats = rules.seats();
    let plain = lens.plain;
    let so_far = if plain { game.scores() } else { game.forecast(rules) };
    let mut points = so_far.map(f32::from);
    let mut free: Points = core::array::from_fn(|seat| {
        if seat < seats as usize { Outlook::idle(game, rules, Seat(seat as u8)) } else { 0.0 }
    });
    for known in features.claimed() {
        let Promise { now, gain, home } = promise_of(game, rules, lens, features, known);
        let (strengths, winners) = game.majority(rules, known.root);
        let brings = if plain { now + gain } else { gain };
        for seat in 0..seats as usize {
            points[seat] += if winners.contains(Seat(seat as u8)) { brings } else { 0.0 };
            free[seat] += lens.weights.home * home * f32::from(strengths[seat]);
        }
    }
    if lens.weights.join != 0.0 {
        features.add_joins(game, rules, lens, &mut points);
    }
    let time = game.time_left(rules);
    let tiles = Country::draws_left(game, rules) + game.hand().is_some() as u8;
    let first = game.lays_next(rules);
    for seat in 0..seats {
        let later = (seat + seats - first.0) % seats;
        points[seat as usize] += lens.weights.tempo * turns_to_come(tiles, later, seats);
    }
    if !plain {
        let more = game.foresee(rules, (time * f32::from(WHOLE)) as u16);
        for seat in 0..seats {
            let promise = time * Outlook::promise(game, rules, Seat(seat));
            points[seat as usize] += promise + f32::from(more[seat as usize]) / 10.0;
        }
    }
    let fade = lens.weights.fade;
    let fades = if (fade - 1.0).abs() < 1e-6 { time } else { pow(time, fade) };
    Judgement { points, free, fades }
}

/// More followers than these are worth little.
const ENOUGH: f32 = 8.0;

/// What so many followers are worth together when the game begins.
fn value_of(followers: f32, weights: &Weights) -> f32 {
    let enough = followers.min(ENOUGH);
    let falls = 1.0 - weights.decay;
    let count = if falls > 1e-3 { (1.0 - pow(weights.decay, enough)) / falls } else { enough };
    weights.idle * count + followers - enough
}
