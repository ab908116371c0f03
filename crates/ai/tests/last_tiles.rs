//! The last tiles: played as well as they can be.

use ai::search::{Search, Settings};
use ai::{Evaluate, Wyrand, Yardstick};
use city::City;
use country::Country;
use table::{Actions, Game, Odds, Quiet, Text, Turn};

use crate::common::{city, country, never};

/// A game in which a seat has the tile in hand after which so many are left.
fn near_the_end<G: Evaluate>(rules: &G::Rules, left: u8, seed: u64) -> Option<G> {
    let mut dice = Wyrand::new(seed);
    let mut game = G::start(rules);
    while game.turn() != Turn::Over {
        let mut lays = false;
        game.each_move(rules, |_| lays = true);
        if lays && game.draws_left(rules) == left {
            return Some(game);
        }
        let action = ai::choose(Yardstick::Greedy, rules, &game, &mut dice);
        game.play(rules, action, &mut Quiet);
    }
    None
}

/// How far ahead of the other the first of two seats will be if both try everything.
fn value<G: Game>(rules: &G::Rules, game: &G) -> f64 {
    let mut after = game.clone();
    match game.turn() {
        Turn::Over => f64::from(game.scores()[0]) - f64::from(game.scores()[1]),
        Turn::Chance => {
            let mut odds = Odds::new();
            game.odds(rules, &mut odds);
            let (mut sum, mut all) = (0.0, 0.0);
            for (action, cases) in odds.iter() {
                after.clone_from(game);
                after.play(rules, *action, &mut Quiet);
                sum += f64::from(*cases) * value(rules, &after);
                all += f64::from(*cases);
            }
            sum / all
        }
        Turn::Player(seat) => {
            let mut actions = Actions::new();
            game.legal(rules, &mut actions);
            let sign = if seat.0 == 0 { 1.0 } else { -1.0 };
            let mut best = f64::NEG_INFINITY;
            for action in actions.iter() {
                after.clone_from(game);
                after.play(rules, *action, &mut Quiet);
                best = best.max(sign * value(rules, &after));
            }
            sign * best
        }
    }
}

/// With one or two tiles left there is no luck in the values (one kind, or two of one kind), or the
/// margin is what is wished for; a choice is never worse in points by more than a rounding.
fn plays_the_end<G: Evaluate>(rules: &G::Rules, left: u8, seeds: std::ops::Range<u64>) {
    let settings = Settings { exact: 1_000_000, keep: false, ..Settings::STRONG };
    let mut tried = 0;
    for seed in seeds {
        let Some(game) = near_the_end::<G>(rules, left, seed) else { continue };
        let Turn::Player(seat) = game.turn() else { unreachable!("a seat lays") };
        let mut search = Search::new(rules, &game, settings);
        let action = search.think(rules, 1000, &mut never);
        assert_eq!(search.judged(), 0, "nothing was guessed");
        let mut after = game.clone();
        after.play(rules, action, &mut Quiet);
        let sign = if seat.0 == 0 { 1.0 } else { -1.0 };
        let lost = sign * (value(rules, &game) - value(rules, &after));
        assert!(lost.abs() < 1e-9, "seed {seed}: {action:?} loses {lost} points");
        tried += 1;
    }
    assert!(tried >= 2, "{tried}");
}

#[test]
fn the_last_tile_is_played_best() {
    plays_the_end::<Country>(&country(2, &["inns", "abbot"]), 0, 0..12);
    plays_the_end::<City>(&city(2), 0, 0..40);
}

/// One tile is left after this one: its kind is known, so there is no luck in it.
#[test]
fn the_last_two_tiles_are_played_best() {
    plays_the_end::<Country>(&country(2, &[]), 1, 0..4);
}

/// Trying everything may take longer than there is time: what is played then was thought about.
#[test]
fn a_long_end_that_is_stopped_has_an_answer() {
    let rules = country(2, &[]);
    let game = near_the_end::<Country>(&rules, 2, 1).expect("a game with two tiles left");
    let settings = Settings { exact: 1_000_000, keep: false, ..Settings::STRONG };
    let mut search = Search::new(&rules, &game, settings);
    let mut asked = 0;
    let action = search.think(&rules, 25_000, &mut || {
        asked += 1;
        asked > 1000
    });
    assert_eq!(game.refuse(&rules, action), None);
    assert!(search.visits() >= 1000, "{} simulations", search.visits());
}
