//! Positions of the country: which features will be completed, who will have followers to spare.
//!
//! Everything is asked of the country in general words, so that an expansion which changes values,
//! strengths or tiles is judged without being named here; what only an expansion can know it says
//! itself ([`Country::foresee`]).

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
) -> Promise {
    let time = game.time_left(rules);
    let weights = lens.weights;
    let worth = |complete| f32::from(game.worth(rules, known.root, complete).unwrap_or(0));
    match game.tally_of(known.root).kind() {
        Kind::Field => {
            let (now, later) = features.cities_of(game, lens, known);
            Promise { now, gain: weights.field * time + weights.city * later, home: 0.0 }
        }
        Kind::Road | Kind::City => {
            let now = worth(false);
            let further = f32::from(known.openings.saturating_sub(1));
            let more = worth(true) - now + (weights.grow + weights.spread * further) * time;
            let closes = lens.chance_of(known);
            let home = closes * lens.soon_with(known);
            Promise { now, gain: closes * more, home }
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
                let fills =
                    open.map_or(each, |open| each * lens.fills[lens.tiles_for(rules, open)]);
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
    fn points(&self, lens: &Lens) -> Points {
        let mut points = self.points;
        for (points, free) in points.iter_mut().zip(self.free).take(lens.seats as usize) {
            *points += lens.value_of(free) * self.fades;
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
    let fades = lens.fades(game.bag().total());
    Judgement { points, free, fades }
}
