//! A tile as a block of seven by three characters, each owned by a segment.

mod city;
mod country;

use games::{AnyRules, FamilyRules};
use table::{Rot, Side, TileKind};

use super::canvas::Glyph;

/// The width of a block.
pub const WIDE: usize = 7;
/// The height of a block.
pub const HIGH: usize = 3;

/// The middle of a block.
const MIDDLE: (usize, usize) = (3, 1);
/// From each side to the middle, without it.
const WAYS: [&[(usize, usize)]; 4] =
    [&[(3, 0)], &[(6, 1), (5, 1), (4, 1)], &[(3, 2)], &[(0, 1), (1, 1), (2, 1)]];

/// A block: characters, and whose they are.
pub struct Art {
    /// The characters by row.
    pub glyphs: [[Glyph; WIDE]; HIGH],
    owner: [[Option<usize>; WIDE]; HIGH],
}

impl Art {
    fn new(ground: Glyph) -> Art {
        Art { glyphs: [[ground; WIDE]; HIGH], owner: [[None; WIDE]; HIGH] }
    }

    fn set(&mut self, (x, y): (usize, usize), glyph: Glyph, owner: Option<usize>) {
        self.glyphs[y][x] = glyph;
        self.owner[y][x] = owner;
    }

    fn owned(&self, segment: usize) -> Vec<(usize, usize)> {
        let all = (0..HIGH).flat_map(|y| (0..WIDE).map(move |x| (x, y)));
        all.filter(|(x, y)| self.owner[*y][*x] == Some(segment)).collect()
    }

    /// Where two characters for a figure on a segment go.
    pub fn spot(&self, segment: usize) -> (usize, usize) {
        let owned = self.owned(segment);
        let (x, y) = owned.get(owned.len() / 2).copied().unwrap_or(MIDDLE);
        (x.min(WIDE - 2), y)
    }

    /// Puts a mark on a character of a segment, counted from the end.
    fn mark(&mut self, segment: usize, back: usize, sign: char, code: &'static str) {
        let owned = self.owned(segment);
        if let Some(at) = owned.len().checked_sub(1 + back).map(|i| owned[i]) {
            self.glyphs[at.1][at.0] = Glyph { sign, code };
        }
    }

    /// A way from the middle to some sides, with the right bend in the middle.
    fn way(&mut self, sides: &[usize], code: &'static str, owner: Option<usize>, joined: bool) {
        for side in sides {
            let sign = if side % 2 == 0 { '│' } else { '─' };
            for at in WAYS[*side] {
                self.set(*at, Glyph { sign, code }, owner);
            }
        }
        if joined {
            let sign = match sides {
                [0, 2] => '│',
                [1, 3] => '─',
                [0, 1] => '└',
                [1, 2] => '┌',
                [2, 3] => '┐',
                [0, 3] => '┘',
                _ => '┼',
            };
            self.set(MIDDLE, Glyph { sign, code }, owner);
        }
    }
}

/// The half-edges that a character of the ground belongs to, the likeliest first.
fn ports_at(x: usize, y: usize) -> [usize; 3] {
    match (x, y) {
        (0, 0) => [0, 7, 6],
        (6, 0) => [1, 2, 3],
        (0, 2) => [5, 6, 7],
        (6, 2) => [4, 3, 2],
        (0..=3, 0) => [0, 7, 1],
        (_, 0) => [1, 2, 0],
        (0..=2, 1) => [6, 7, 5],
        (3, 1) => [0, 4, 2],
        (_, 1) => [2, 3, 1],
        (0..=3, _) => [5, 6, 4],
        _ => [4, 3, 5],
    }
}

fn turned(sides: &[Side], rot: Rot) -> Vec<usize> {
    let mut sides: Vec<usize> = sides.iter().map(|s| s.turned(rot) as usize).collect();
    sides.sort_unstable();
    sides
}

/// A tile of whatever family is played.
pub fn tile(rules: &AnyRules, kind: TileKind, rot: Rot) -> Art {
    match rules.of() {
        FamilyRules::Country(rules) => country::tile(&rules.tiles()[kind.0 as usize], rot),
        FamilyRules::City(rules) => city::tile(rules.tile(kind), rot),
    }
}
