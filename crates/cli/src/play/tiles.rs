//! What is left to draw.

use games::{AnyGame, AnyRules};
use table::Bag;

use super::explain::tile_name;

/// The tiles left, with their odds.
pub fn left(rules: &AnyRules, game: &AnyGame) -> String {
    let (bag, river): (&Bag, u8) = match game {
        AnyGame::Country(game) => (game.bag(), game.slots().river.left()),
        AnyGame::City(game) => (game.bag(), 0),
    };
    let total = bag.total();
    let mut out = String::new();
    if river > 0 {
        out += &format!("  {river} tiles of the river come first\n");
    }
    out += &format!("  {total} {} left\n", if total == 1 { "tile" } else { "tiles" });
    for (kind, count) in bag.iter() {
        let odds = 100.0 * f64::from(count) / f64::from(total.max(1));
        out += &format!("  {count:>3} × {} {odds:.1} %\n", tile_name(rules, kind));
    }
    out
}
