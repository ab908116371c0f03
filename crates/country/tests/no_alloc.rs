//! Play never allocates: not playing, not listing, not picking, not copying.

use crate::common::{EXPANSIONS, Rng};
use country::{Country, CountrySetup, Rules};
use table::{Actions, Game, Log, Moves, Odds, Quiet, Turn};

fn measure(setup: &CountrySetup) {
    let rules = Rules::new(setup).unwrap();
    let start = Country::start(&rules);
    let mut game = start.clone();
    let (mut actions, mut odds) = (Actions::new(), Odds::new());
    let mut moves = Box::new(Moves::new());
    let mut rng = Rng::new(7);
    let mut told = 0u32;
    let info = allocation_counter::measure(|| {
        for _ in 0..20 {
            game.clone_from(&start);
            while game.turn() != Turn::Over {
                game.legal(&rules, &mut actions);
                game.odds(&rules, &mut odds);
                game.moves(&rules, &mut moves);
                let action = game.pick(&rules, &mut rng);
                let mut copy = game.clone();
                copy.play(&rules, action, &mut Quiet);
                game.play(&rules, action, &mut Log(|_| told += 1));
            }
            game.clone_from(&start);
            while game.turn() != Turn::Over {
                game.random_turn(&rules, &mut rng, &mut Quiet);
            }
        }
    });
    assert!(told > 1000, "games were played");
    assert_eq!((info.count_total, info.bytes_total), (0, 0), "{setup:?}");
}

/// The counter does count: otherwise the other tests would prove nothing.
#[test]
fn the_counter_counts() {
    let info = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert_eq!((info.count_total, info.bytes_total), (1, 100));
}

#[test]
fn base_games_do_not_allocate() {
    measure(&CountrySetup::base(2));
}

#[test]
fn games_with_inns_and_traders_do_not_allocate() {
    measure(&CountrySetup::base(4).with(&["inns", "traders"]));
}

#[test]
fn games_with_everything_do_not_allocate() {
    measure(&CountrySetup::base(6).with(&EXPANSIONS));
}

#[cfg(feature = "trial")]
#[test]
fn games_with_the_trial_do_not_allocate() {
    measure(&CountrySetup::base(6).with(&EXPANSIONS).with(&["trial"]));
}
