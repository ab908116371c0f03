//! How likely features go on. The numbers for the next draw are exact; that for the rest of the
//! game is an estimate, which docs/overlays.md explains.

use alloc::vec::Vec;

use table::{Cell, NodeId, Rot, TileKind};

use super::{Chances, Feature, OpenCell, Permille, Tiles};

/// For one missing cell of a feature: the kinds that may lie there, and those that close the
/// feature there without opening it anew.
struct Gap {
    fitting: Vec<TileKind>,
    closing: Vec<TileKind>,
}

/// Fills in the chances of every feature with missing cells. `opened` tells how open features
/// would be after laying a tile.
pub(super) fn fill(
    features: &mut [Feature],
    cells: &[OpenCell],
    tiles: &Tiles,
    opened: impl Fn(TileKind, Cell, Rot, &[NodeId]) -> Vec<u16>,
) {
    let mut gaps: Vec<Vec<Gap>> = features.iter().map(|_| Vec::new()).collect();
    for open in cells {
        note_cell(features, open, &mut gaps, &opened);
    }
    let any: Vec<TileKind> = tiles.kinds().into_iter().filter(|k| tiles.left(*k) > 0).collect();
    for (feature, gaps) in features.iter_mut().zip(&mut gaps) {
        // A cell around a centre that touches no tile yet: whatever may lie there in the end.
        while gaps.len() < feature.missing.len() {
            gaps.push(Gap { fitting: Vec::new(), closing: any.clone() });
        }
        if !feature.missing.is_empty() {
            feature.chances = Some(chances(gaps, tiles));
        }
    }
}

/// Notes what may lie on a cell for each feature that misses it.
fn note_cell(
    features: &[Feature],
    open: &OpenCell,
    gaps: &mut [Vec<Gap>],
    opened: &impl Fn(TileKind, Cell, Rot, &[NodeId]) -> Vec<u16>,
) {
    // Features that the cell keeps open, with how open each is without it. A centre needs no look:
    // any tile will do.
    let facing = |feature: &Feature| feature.facing.iter().find(|(c, _)| *c == open.cell).copied();
    let wanting: Vec<(usize, u16)> = features
        .iter()
        .enumerate()
        .filter_map(|(number, feature)| Some((number, facing(feature)?.1)))
        .collect();
    let (edged, centres): (Vec<_>, Vec<_>) = wanting.into_iter().partition(|(_, by)| *by > 0);
    let fitting: Vec<TileKind> = open.fits.iter().map(|(kind, _)| *kind).collect();
    for (number, _) in centres {
        gaps[number].push(Gap { fitting: fitting.clone(), closing: fitting.clone() });
    }
    let ids: Vec<NodeId> = edged.iter().map(|(number, _)| features[*number].id).collect();
    let mut closing: Vec<Vec<TileKind>> = alloc::vec![Vec::new(); ids.len()];
    if !ids.is_empty() {
        for (kind, turns) in fitting.iter().zip(&open.turns) {
            for after in turns.iter().map(|rot| opened(*kind, open.cell, *rot, &ids)) {
                for (place, (number, by)) in edged.iter().enumerate() {
                    let closes = after[place] == features[*number].open - by;
                    if closes && closing[place].last() != Some(kind) {
                        closing[place].push(*kind);
                    }
                }
            }
        }
    }
    for ((number, _), closing) in edged.into_iter().zip(closing) {
        gaps[number].push(Gap { fitting: fitting.clone(), closing });
    }
}

fn chances(gaps: &[Gap], tiles: &Tiles) -> Chances {
    let kinds = || (0..tiles.stock.left.len() as u8).map(TileKind);
    let next: u32 = kinds().map(|kind| u32::from(tiles.next(kind))).sum();
    let extends = |kind: &TileKind| gaps.iter().any(|gap| gap.fitting.contains(kind));
    let completes = |kind: &TileKind| matches!(gaps, [gap] if gap.closing.contains(kind));
    let share = |good: &dyn Fn(&TileKind) -> bool| {
        let cases: u32 = kinds().filter(good).map(|kind| u32::from(tiles.next(kind))).sum();
        permille(f64::from(cases), f64::from(next))
    };
    Chances { extend: share(&extends), complete: share(&completes), ever: ever(gaps, tiles) }
}

/// How many of the tiles left a seat draws, if turns go round evenly.
pub fn draws_of_a_seat(left: u32, seats: u8) -> u32 {
    left.div_ceil(u32::from(seats))
}

/// The chance that a seat draws, in its own turns, a closing tile for every missing cell, as if the
/// cells were independent.
fn ever(gaps: &[Gap], tiles: &Tiles) -> Permille {
    let left: u32 = tiles.stock.left.iter().map(|count| u32::from(*count)).sum();
    let draws = draws_of_a_seat(left, tiles.seats);
    if gaps.len() as u32 > draws {
        return 0;
    }
    let one = |gap: &Gap| {
        let good: u32 = gap.closing.iter().map(|kind| u32::from(tiles.left(*kind))).sum();
        at_least_one(left, good, draws)
    };
    permille(gaps.iter().map(one).product(), 1.0)
}

/// The chance that `draws` of `left` tiles hold at least one of the `good` ones (hypergeometric).
pub fn at_least_one(left: u32, good: u32, draws: u32) -> f64 {
    let none = (0..draws).map(|drawn| {
        let bad = (left - good).saturating_sub(drawn);
        f64::from(bad) / f64::from(left - drawn)
    });
    1.0 - none.product::<f64>()
}

/// A part of a whole; nothing of nothing.
pub fn permille(part: f64, whole: f64) -> Permille {
    if whole == 0.0 {
        return 0;
    }
    (part * 1000.0 / whole + 0.5) as Permille
}
