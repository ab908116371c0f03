//! What is worked out once for a position and used for all that follow from it.

use alloc::boxed::Box;

use country::{Country, Rules};
use table::Open;

use super::cells::{CellFit, Cells};
use super::features::{self, Features, Known};
use crate::evaluate::Weights;
use crate::math::{exp, pow};

/// Which tiles of the bag fit which cells, and the weights as tables.
#[derive(Clone)]
pub struct Lens {
    pub(super) weights: Weights,
    pub(super) seats: u8,
    /// Whether features and scores are all there is to count at the end.
    pub(super) plain: bool,
    cells: Cells,
    /// How likely a seat finds one of so many tiles in time.
    pub(super) finds: [f32; FITS_MAX + 1],
    /// How likely none of so many tiles comes in time that would end a road or city at an opening.
    ends_not: [f32; FITS_MAX + 1],
    /// The same for tiles that lead it on.
    leads_not: [f32; FITS_MAX + 1],
    /// How likely a cell beside a building is filled that so many tiles fit, if there is time.
    pub(super) fills: [f32; FITS_MAX + 1],
    /// What remains of the chance of a road or city with so many openings.
    lasts: [f32; OPENINGS_MAX + 1],
    /// How much of a follower's time remains when so many openings are closed.
    soon: [f32; OPENINGS_MAX + 1],
    /// What remains of the chance of each cell around a building with so many more empty ones.
    pub(super) remote: [f32; 8],
    /// What followers in hand are worth together when the game begins, in steps.
    values: [f32; VALUES + 1],
    /// The part of that which remains with so many tiles in the bag.
    fades: [f32; TILES_MAX + 1],
    /// The edges of the position whose moves are judged.
    pub(super) edges: features::Edges,
    /// Room for what is found of one position, used again for the next.
    pub(super) features: Option<Box<Features>>,
}

/// More tiles than these are as good as these.
pub(super) const FITS_MAX: usize = 40;
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
        let share = weights.share / f32::from(seats);
        let turns = f32::from(game.draws_left(rules)) / f32::from(seats);
        let all = f32::from(rules.stock().total().max(1));
        Lens {
            weights: *weights,
            seats,
            plain: rules.counts_plainly(),
            cells: Cells::new(rules, game.bag()),
            finds: table(|tiles| 1.0 - missed(share, tiles)),
            ends_not: table(|tiles| missed(share, tiles)),
            leads_not: table(|tiles| missed(share * weights.further, tiles)),
            fills: table(|tiles| 1.0 - missed(weights.near, tiles)),
            lasts: table(|openings| 1.0 - exp(-weights.hurry * turns / openings.max(1) as f32)),
            soon: table(|openings| pow(weights.soon, openings.saturating_sub(1) as f32)),
            remote: table(|cells| pow(weights.remote, cells as f32)),
            values: table(|step| value_of(step as f32 / STEPS as f32, weights)),
            fades: table(|tiles| pow((tiles as f32 / all).min(1.0), weights.fade)),
            edges: features::Edges::default(),
            features: None,
        }
    }

    /// Which tiles of the bag fit a cell, by a number that [`Lens::fit`] reads.
    #[inline]
    pub(super) fn fit_at(&mut self, open: &Open) -> u16 {
        let Lens { cells, ends_not, leads_not, weights, .. } = self;
        cells.number(open.forbids, |fit, side| {
            let ends = usize::from(fit.ends[side]);
            let none = ends_not[ends] * leads_not[usize::from(fit.fits) - ends];
            weights.calm * (1.0 - none)
        })
    }

    /// What fits a cell.
    #[inline]
    pub(super) fn fit(&self, number: u16) -> &CellFit {
        self.cells.get(number)
    }

    /// How likely one tile joins what opens to two sides of a cell.
    pub(super) fn joins(&self, fit: &CellFit, one: usize, other: usize) -> f32 {
        let [all, joining] = [fit.fits, fit.joining(one, other)].map(|n| self.finds[n as usize]);
        all + self.weights.meets * (joining - all)
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
