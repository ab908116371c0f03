//! A greedy computer player against a random one, ten games:
//! `cargo run --release --example computers --features ai`.

use std::error::Error;

use trencavel::ai::{Wyrand, Yardstick, choose};
use trencavel::country::{Country, CountrySetup, Rules};
use trencavel::{Game, Quiet, Seat, Turn};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::new(&CountrySetup::base(2))?;
    let mut dice = Wyrand::new(1);
    for _ in 0..10 {
        let mut game = Country::start(&rules);
        while game.turn() != Turn::Over {
            let level = match game.turn() {
                Turn::Player(Seat(0)) => Yardstick::Greedy,
                _ => Yardstick::Random, // chance is a player, too
            };
            let action = choose(level, &rules, &game, &mut dice);
            game.play(&rules, action, &mut Quiet);
        }
        println!("greedy {}, random {}", game.scores()[0], game.scores()[1]);
    }
    Ok(())
}
