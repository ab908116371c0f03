//! What is worked out once for a position and used for all that follow from it.

use alloc::boxed::Box;
use alloc::vec;

use country::{Country, Rules};
use table::{Bag, Edges, Open, Rot};

use super::features::{self, Features, Known};
use crate::evaluate::Weights;
use crate::math::{exp, pow};

/// Which tiles of the bag fit which cells, and the weights as tables.
#[derive(Clone)]
pub struct Lens {
    pub(super) weights: Weights,
    pub(super) seats: u8,
    bag: Bag,
    /// Whether features and scores are all there is to count at the end.
    pub(super) plain: bool,
    /// How many tiles fit a cell, by what it forbids; [`UNKNOWN`] until somebody asks.
    fits: Box<[u8]>,
    /// How likely a seat finds one of so many tiles in time.
    pub(super) finds: [f32; FITS_MAX + 1],
    /// How likely a cell beside a building is filled that so many tiles fit, if there is time.
    pub(super) fills: [f32; FITS_MAX + 1],
    /// What remains of the chance of a road or city with so many openings.
    lasts: [f32; OPENINGS_MAX + 1],
    /// How much of a follower's time remains when so many openings are closed.
    soon: [f32; OPENINGS_MAX + 1],
    /// What followers in hand are worth together when the game begins, in steps.
    values: [f32; VALUES + 1],
    /// The part of that which remains with so many tiles in the bag.
    fades: [f32; TILES_MAX + 1],
    /// The edges of the position whose moves are judged.
    pub(super) edges: features::Edges,
    /// Room for what is found of one position, used again for the next.
    pub(super) features: Option<Box<Features>>,
}

const UNKNOWN: u8 = u8::MAX;
/// More tiles than these are as good as these.
const FITS_MAX: usize = 40;
/// More openings than these are as bad as these.
const OPENINGS_MAX: usize = 15;
const TILES_MAX: usize = u8::MAX as usize;
/// More followers than these are worth little.
const ENOUGH: usize = 8;
/// So many steps from one follower to the next are looked up; between them lies a line.
const STEPS: usize = 8;
const VALUES: usize = ENOUGH * STEPS;

impl Lens {
    pub fn new(game: &Country, rules: &Rules, weights: &Weights) -> Lens {
        let seats = rules.seats();
        let missed = |share: f32, tiles: usize| pow(1.0 - share, tiles as f32);
        let turns = f32::from(game.draws_left(rules)) / f32::from(seats);
        let all = f32::from(rules.stock().total().max(1));
        Lens {
            weights: *weights,
            seats,
            bag: *game.bag(),
            plain: rules.counts_plainly(),
            fits: vec![UNKNOWN; 1 << u16::BITS].into_boxed_slice(),
            finds: table(|tiles| 1.0 - missed(weights.share / f32::from(seats), tiles)),
            fills: table(|tiles| 1.0 - missed(weights.near, tiles)),
            lasts: table(|openings| 1.0 - exp(-weights.hurry * turns / openings.max(1) as f32)),
            soon: table(|openings| pow(weights.soon, openings.saturating_sub(1) as f32)),
            values: table(|step| value_of(step as f32 / STEPS as f32, weights)),
            fades: table(|tiles| pow((tiles as f32 / all).min(1.0), weights.fade)),
            edges: features::Edges::default(),
            features: None,
        }
    }

    /// How many tiles of the bag fit a cell.
    pub(super) fn tiles_for(&mut self, rules: &Rules, open: &Open) -> usize {
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

    /// How likely a road or city with openings is completed.
    pub(super) fn chance_of(&self, known: &Known) -> f32 {
        known.closes * self.lasts[usize::from(known.openings).min(OPENINGS_MAX)]
    }

    /// How much of the time of its followers remains then.
    pub(super) fn soon_with(&self, known: &Known) -> f32 {
        self.soon[usize::from(known.openings).min(OPENINGS_MAX)]
    }

    /// What so many followers are worth together when the game begins.
    pub(super) fn value_of(&self, followers: f32) -> f32 {
        let step = (followers * STEPS as f32).max(0.0);
        let at = (step as usize).min(VALUES - 1);
        if step >= VALUES as f32 {
            return self.values[VALUES] + followers - ENOUGH as f32;
        }
        let [one, next] = [self.values[at], self.values[at + 1]];
        one + (next - one) * (step - at as f32)
    }

    /// The part of the worth of followers that remains with so many tiles in the bag.
    pub(super) fn fades(&self, tiles: u8) -> f32 {
        self.fades[tiles as usize]
    }
}

/// Numbers that follow from their places.
fn table<const N: usize>(number: impl Fn(usize) -> f32) -> [f32; N] {
    core::array::from_fn(number)
}

/// What so many followers are worth together when the game begins; each further one is worth less.
fn value_of(followers: f32, weights: &Weights) -> f32 {
    let falls = 1.0 - weights.decay;
    let count =
        if falls > 1e-3 { (1.0 - pow(weights.decay, followers)) / falls } else { followers };
    weights.idle * count
}
