//! A game allocates nothing, from the set-up to the last point.

use crate::common::{Rng, Style, choose, random_options, rules};
use city::City;
use table::{Actions, Dice, Game, Moves, Quiet, Turn};

#[test]
fn play_does_not_allocate() {
    for seed in 0..60 {
        let rng = &mut Rng::new(seed);
        let options = random_options(rng);
        let rules = rules(2 + rng.below(3) as u8, &options);
        let mut moves = Box::new(Moves::new());
        let info = allocation_counter::measure(|| {
            let mut game = City::start(&rules);
            let mut legal = Actions::new();
            while game.turn() != Turn::Over {
                game.legal(&rules, &mut legal);
                game.moves(&rules, &mut moves);
                let action = choose(&game, &rules, rng, Style::Eager);
                assert!(legal.contains(&action));
                game.play(&rules, action, &mut Quiet);
            }
            let mut game = City::start(&rules);
            while game.turn() != Turn::Over {
                game.random_turn(&rules, rng, &mut Quiet);
            }
        });
        assert_eq!(info.count_total, 0, "seed {seed}");
    }
}
