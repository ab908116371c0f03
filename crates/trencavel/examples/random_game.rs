//! Plays a game at random and prints the points: `cargo run --example random_game`.

use std::error::Error;

use trencavel::country::{Country, CountrySetup, Rules};
use trencavel::{Game, Quiet, Turn};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::new(&CountrySetup::base(2))?;
    let mut game = Country::start(&rules);
    // The rules have no randomness of their own: any generator will do.
    let mut state = 0x9E37_79B9_u32;
    let mut dice = trencavel::dice(|n| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % n
    });
    while game.turn() != Turn::Over {
        let action = game.pick(&rules, &mut dice); // or choose from `game.legal(…)`
        game.play(&rules, action, &mut Quiet);
    }
    println!("{:?}", &game.scores()[..2]);
    Ok(())
}
