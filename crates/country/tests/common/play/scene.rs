//! Situations in the middle of a game, and what the expansions keep.

use country::exp::nouns;
use table::{Game, Text};

use super::table::{Table, rules};

/// A game in the middle: tiles besides those of the start, then the other parts of a position.
/// Without the part `turn`, seat 1 is about to draw.
#[track_caller]
pub fn scene(seats: u8, expansions: &[&str], options: &[(&str, &str)], text: &str) -> Table {
    let rules = rules(seats, expansions, options);
    let start = country::Country::start(&rules).position(&rules);
    let tiles = start.split(';').next().unwrap_or_default();
    Table::read(seats, expansions, options, &format!("{tiles} {text}"))
}

/// Wine, grain and cloth of a seat, from 1.
pub fn goods(t: &Table, seat: u8) -> [u8; 3] {
    t.game.slots().traders.goods[seat as usize - 1]
}

/// How many pieces of a name a seat, from 1, has in a quarter.
#[track_caller]
pub fn inside(t: &Table, quarter: &str, seat: u8, piece: &str) -> u8 {
    let quarter = country::exp::count::QUARTERS.iter().position(|q| *q == quarter);
    let piece = nouns::piece_named(piece).map(|decl| decl.piece.0 as usize);
    let quarter = quarter.expect("a quarter");
    t.game.slots().count.inside[quarter][seat as usize - 1][piece.expect("a piece")]
}

/// Where the Count stands.
pub fn count_at(t: &Table) -> &'static str {
    country::exp::count::QUARTERS[t.game.slots().count.at as usize]
}

/// Where a line that begins like this was told, counted from the first; it must have been.
#[track_caller]
pub fn told_at(t: &Table, start: &str) -> usize {
    let told = t.told();
    let at = told.iter().position(|line| line.starts_with(start));
    at.unwrap_or_else(|| panic!("{start:?} was not told: {}", told.join(" | ")))
}

/// Whether any line that begins like this was told.
pub fn tells_any(t: &Table, start: &str) -> bool {
    t.told().iter().any(|line| line.starts_with(start))
}

/// The lines that begin like this.
pub fn told_of(t: &Table, start: &str) -> Vec<String> {
    t.told().into_iter().filter(|line| line.starts_with(start)).collect()
}
