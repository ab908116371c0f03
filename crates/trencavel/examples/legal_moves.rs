//! Lists what may be done in a position: `cargo run --example legal_moves`.

use std::error::Error;

use trencavel::{Actions, AnyGame, AnyRules, Game, Setup, Turn};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = AnyRules::new(&Setup::country(2).with(&["inns"]))?;
    let mut game = AnyGame::start(&rules);
    // Whatever is drawn on a real table, or by chance: here the tile base/E.
    let drawn = game.read_word(&rules, "base/E")?;
    game.submit(&rules, Turn::Chance, drawn)?;
    let mut actions = Actions::new();
    game.legal(&rules, &mut actions);
    for action in actions.iter() {
        println!("{}", game.word(&rules, *action));
    }
    // What may not be done is refused with the number of the rule.
    let far = game.read_word(&rules, "5,5 r0")?;
    let refusal = game.submit(&rules, game.turn(), far).expect_err("nothing lies near 5,5");
    println!("5,5 r0 is refused: {refusal}");
    Ok(())
}
