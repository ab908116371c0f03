//! Positions of the country: which features will be completed, who will have followers to spare.
//!
//! Everything is asked of the country in general words, so that an expansion which changes values,
//! strengths or tiles is judged without being named here; what only an expansion can know it says
//! itself ([`Country::foresee`]).

mod cells;
mod features;
mod figures;
mod lens;

use alloc::boxed::Box;

use country::tile::Kind;
use country::{Country, Rules, WHOLE};
use table::{Action, Game, Seat, Text, Turn};

use features::{Features, Known};
pub use lens::Lens;

use super::{Evaluate, GameClass, Points, Weights, turns_to_come};
use crate::math::pow;
use crate::outlook::Outlook;

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
    holders: usize,
) -> Promise {
    let time = game.time_left(rules);
    let weights = lens.weights;
    let worth = |complete| f32::from(game.worth(rules, known.root, complete).unwrap_or(0));
    let kind = game.tally_of(known.root).kind();
    match kind {
        Kind::Field => {
            let (now, later) = features.cities_of(game, lens, known);
            let grows = weights.field - weights.trespass * now;
            let gain = grows * time + weights.city * later;
            Promise { now, gain, home: 0.0 }
        }
        Kind::Road | Kind::City => {
            let now = worth(false);
            let further = f32::from(known.openings.saturating_sub(1));
            let grow = weights.grow + weights.spread * further;
            let grow = if kind == Kind::City { grow + weights.burgh } else { grow };
            let more = worth(true) - now + grow * time;
            let mut closes = lens.chance_of(known);
            if holders > 1 {
                closes = 1.0 - pow(1.0 - closes, weights.both);
            }
            let home = closes * lens.soon_with(known);
            Promise { now, gain: closes * more, home }
        }
        _ => {
            let now = worth(false);
            let Some(cell) = game.centre_cell(known.root) else {
                return Promise { now, gain: 0.0, home: 1.0 };
            };
            let empty = || cell.around().into_iter().filter(|c| !game.board().has(*c));
            let further = empty().count().saturating_sub(1);
            let each = (weights.around * time * 2.0).min(0.95) * lens.remote[further];
            let mut gain = 0.0;
            let mut home = 1.0;
            for beside in empty() {
                let fills = game.board().open_at(beside).map_or(each, |open| {
                    let fit = lens.fit_at(open);
                    each * lens.fills[usize::from(lens.fit(fit).fits)]
                });
                gain += fills;
                home *= fills;
            }
            Promise { now, gain, home }
        }
    }
}

impl Evaluate for Country {
    type Lens = Lens;

    fn lens(&self, rules: &Rules, weights: &Weights) -> Lens {
        Lens::new(self, rules, weights)
    }

    fn expect(&self, rules: &Rules, lens: &mut Lens) -> Points {
        if self.turn() == Turn::Over {
            return self.scores().map(f32::from);
        }
        // Taken out, so that features and tiles can be looked at together.
        let mut features = lens.features.take().unwrap_or_else(|| Box::new(Features::new()));
        features.look(self, rules, lens, &[]);
        let points = judge(self, rules, lens, &features).points(lens);
        lens.features = Some(features);
        points
    }

    fn follow(&self, rules: &Rules, lens: &mut Lens) {
        let used = core::mem::take(&mut lens.edges);
        lens.edges = features::Edges::of(self, rules, lens, used);
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
    /// Followers in hand.
    hand: Points,
    /// The part of their worth that followers still have.
    fades: f32,
}

impl Judgement {
    /// All of it in points.
    fn points(&self, lens: &Lens) -> Points {
        let mut points = self.points;
        for (points, free) in points.iter_mut().zip(self.free).take(lens.seats as usize) {
            *points += lens.value_of(free) * self.fades;
        }
        for (points, hand) in points.iter_mut().zip(self.hand).take(lens.seats as usize) {
            *points -= lacks(hand) * lens.weights.none * self.fades;
        }
        points
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
    let hand = free;
    for known in features.claimed() {
        let (strengths, winners) = game.majority(rules, known.root);
        let holders = winners.iter().count();
        let Promise { now, gain, home } = promise_of(game, rules, lens, features, known, holders);
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
    let fades = lens.fades(game.bag().total());
    Judgement { points, free, hand, fades }
}

/// How much is missing to one follower.
fn lacks(idle: f32) -> f32 {
    (1.0 - idle).max(0.0)
}
