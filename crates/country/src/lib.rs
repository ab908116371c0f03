//! The rules of the country: the base game with farmers, and its combinable expansions.
//!
//! Invariant: rules only. No I/O, randomness, clock, threads or serialisation: the crate is
//! `no_std`. [`Rules`] never change; [`Country`] is plain data that holds no secret.
//!
//! ```
//! use country::{Country, CountrySetup, Rules};
//! use table::{Game, Log, Text, Turn};
//!
//! let rules = Rules::new(&CountrySetup::base(2)).unwrap();
//! let mut game = Country::start(&rules);
//! let mut told = 0;
//! for word in ["base/E", "0,-1 r2", "follower@city:S"] {
//!     let action = game.read_word(&rules, word).unwrap();
//!     game.play(&rules, action, &mut Log(|_| told += 1));
//! }
//! assert_eq!(game.scores()[..2], [4, 0]); // a city of two tiles, scored at once
//! assert_eq!(game.turn(), Turn::Chance); // the next tile is drawn
//! ```
#![no_std]
extern crate alloc;

mod appraise;
mod centres;
mod end;
pub mod exp;
mod explain;
mod fit;
mod foresee;
mod lay;
pub mod limits;
mod moves;
pub mod piece;
mod plan;
mod position;
mod put;
mod random;
mod refuse;
mod rules;
mod score;
mod setup;
mod show;
mod site;
mod state;
mod tables;
pub mod text;
pub mod tile;
pub mod turn;

use table::{Action, Actions, Dice, Event, Game, Move, Odds, Quiet, SEATS_MAX, Seat, Sink, Turn};

pub use foresee::WHOLE;
pub use rules::Rules;
pub use score::why;
pub use setup::{CountrySetup, FARMERS, OPTIONS, SetupError};
pub use state::{Country, FeatureTally, Figure};

use crate::turn::{Cx, Owner, PlanMoment, PlanStep};

impl Game for Country {
    type Rules = Rules;

    fn start(rules: &Rules) -> Country {
        let mut game = Country::set_up(rules);
        let mut out = Quiet;
        turn::advance(&mut Cx { rules, state: &mut game, out: &mut out });
        game
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.waits
    }

    fn legal(&self, rules: &Rules, out: &mut Actions) {
        out.clear();
        if self.waits == Turn::Over {
            return;
        }
        if self.waits == Turn::Chance {
            let mut odds = Odds::new();
            self.odds(rules, &mut odds);
            out.extend(odds.iter().map(|(action, _)| *action));
            return;
        }
        let step = self.step(rules);
        match (step.owner, step.decl.moment) {
            (Owner::Exp(id), _) => {
                exp::legal(rules, self, id, step.decl.sub, &mut |action| out.push(action));
            }
            (Owner::Core, PlanMoment::Lay) => {
                let kind = self.hand.expect("a tile was drawn");
                fit::list(rules, self, kind, out);
            }
            (Owner::Core, PlanMoment::Act) => put::list(rules, self, out),
            (Owner::Core, moment) => unreachable!("nobody decides at {moment:?}"),
        }
    }

    fn odds(&self, rules: &Rules, out: &mut Odds) {
        out.clear();
        if self.waits != Turn::Chance {
            return;
        }
        let step = self.step(rules);
        match (step.owner, step.decl.moment) {
            (Owner::Exp(id), _) => exp::odds(rules, self, id, step.decl.sub, out),
            (Owner::Core, PlanMoment::Opening) => {
                out.extend((0..rules.seats).map(|s| (Action::First(Seat(s)), 1)));
            }
            (Owner::Core, _) => {
                out.extend(self.bag.iter().map(|(kind, n)| (Action::Draw(kind), n as u16)));
            }
        }
    }

    #[inline]
    fn pick(&self, rules: &Rules, dice: &mut impl Dice) -> Action {
        let picked = match rules.plan.core_moment(self.step) {
            Some(moment) => random::pick_core(rules, self, moment, dice),
            None => random::pick_expansion(rules, self, dice),
        };
        picked.unwrap_or_else(|| self.pick_listed(rules, dice))
    }

    #[inline]
    fn play(&mut self, rules: &Rules, action: Action, out: &mut impl Sink) {
        turn::play(&mut Cx { rules, state: self, out }, action);
    }

    #[inline]
    fn each_move(&self, rules: &Rules, found: impl FnMut(Move)) {
        moves::each(rules, self, found);
    }

    #[inline]
    fn random_turn(&mut self, rules: &Rules, dice: &mut impl Dice, out: &mut impl Sink) {
        random::turn(&mut Cx { rules, state: self, out }, dice);
    }

    fn scores(&self) -> [u16; SEATS_MAX] {
        self.scores
    }
}

impl Country {
    /// The table before the first step: start tiles laid, supplies full (BASE-13, BASE-14).
    pub(crate) fn set_up(rules: &Rules) -> Country {
        let mut game = Country::bare(rules);
        for (kind, cell, rot) in &rules.start {
            lay::lay(rules, &mut game, *kind, *cell, *rot);
        }
        (game.targets, game.free, game.closed) = (0, 0, 0); // nobody laid these
        exp::start(rules, &mut game);
        game
    }

    /// A table without tiles.
    pub(crate) fn bare(rules: &Rules) -> Country {
        let mut game = Country::blank(rules.torus);
        game.bag = rules.stock;
        game.supply[..rules.seats as usize].fill(rules.supply);
        game
    }

    #[inline]
    pub(crate) fn step<'a>(&self, rules: &'a Rules) -> &'a PlanStep {
        rules.plan.step(self.step)
    }
}

/// Whether any stack still holds a tile (TRADERS-19).
pub(crate) fn tiles_left(rules: &Rules, state: &Country) -> bool {
    state.bag.total() > 0 || exp::tiles_left(rules, state) > 0
}

const _: () = assert!(size_of::<Event>() <= 64);
