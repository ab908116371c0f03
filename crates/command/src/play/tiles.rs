//! What is left to draw.

use games::view::Tabletop;
use games::{AnyGame, AnyRules};
use table::TileKind;

use super::explain::tile_name;

/// The tiles left, with their odds for the next draw.
pub fn left(rules: &AnyRules, game: &AnyGame) -> String {
    let stock = Tabletop::of(rules, game).stock;
    let sum = |counts: &[u8]| counts.iter().copied().map(u32::from).sum::<u32>();
    let (next, total) = (stock.next.as_ref().unwrap_or(&stock.left), sum(&stock.left));
    let coming = sum(next).max(1);
    let mut out = format!("  {total} {} left\n", if total == 1 { "tile" } else { "tiles" });
    for (kind, count) in stock.left.iter().enumerate().filter(|(_, count)| **count > 0) {
        let odds = 100.0 * f64::from(next[kind]) / f64::from(coming);
        out += &format!("  {count:>3} × {} {odds:.1} %\n", tile_name(rules, TileKind(kind as u8)));
    }
    out
}
