//! Who beats whom, in every family.

use ai::{Evaluate, Outlook, Wyrand, Yardstick};
use city::City;
use country::Country;
use table::{Quiet, Seat, Turn};

use crate::common::{ALL, city, country, player, whole_game};

/// The points of a greedy player in seat 1 and a random one in seat 2.
fn duel<G: Outlook>(rules: &G::Rules, seed: u64) -> (u16, u16) {
    let mut game = G::start(rules);
    let mut dice = Wyrand::new(seed);
    while game.turn() != Turn::Over {
        let greedy = game.turn() == Turn::Player(Seat(0));
        let level = if greedy { Yardstick::Greedy } else { Yardstick::Random };
        let action = ai::choose(level, rules, &game, &mut dice);
        assert_eq!(game.refuse(rules, action), None);
        game.play(rules, action, &mut Quiet);
    }
    let scores = game.scores();
    (scores[0], scores[1])
}

fn wins<G: Outlook>(rules: &G::Rules, games: u64) -> u64 {
    (0..games).filter(|seed| matches!(duel::<G>(rules, *seed), (a, b) if a > b)).count() as u64
}

#[test]
fn greedy_beats_random_in_the_country() {
    let base = country::Rules::new(&country::CountrySetup::base(2)).unwrap();
    assert!(wins::<country::Country>(&base, 20) >= 19);
    let all = ["river", "inns", "traders", "count", "cult", "abbot"];
    let all = country::Rules::new(&country::CountrySetup::base(2).with(&all)).unwrap();
    assert!(wins::<country::Country>(&all, 6) >= 5);
}

/// An expansion that nothing here knows: the computer plays it by what the engine answers.
#[test]
fn greedy_beats_random_in_the_trial() {
    let trial = country::CountrySetup::base(2).with(&["inns", "traders", "trial"]);
    let trial = country::Rules::new(&trial).unwrap();
    assert!(wins::<country::Country>(&trial, 6) >= 5);
}

#[test]
fn greedy_beats_random_in_the_city() {
    let setup = city::CitySetup { seats: 2, ..city::CitySetup::default() };
    let rules = city::Rules::new(&setup).unwrap();
    assert!(wins::<city::City>(&rules, 10) >= 9);
}

#[test]
fn levels_have_names() {
    for level in Yardstick::ALL {
        assert_eq!(Yardstick::from_name(level.name()), Some(level));
    }
    assert_eq!(Yardstick::from_name("godlike"), None);
}

/// How many of some games the first of two players wins, the seats changing.
fn won<G: Evaluate>(rules: &G::Rules, first: &str, second: &str, games: u64) -> u64 {
    let players = [player(first), player(second)];
    let wins = |seed: &u64| {
        let first = (seed % 2) as usize;
        let seated = [players[first].clone(), players[1 - first].clone()];
        let (_, points) = whole_game::<G>(rules, &seated, *seed);
        points[first] > points[1 - first]
    };
    (0..games).filter(wins).count() as u64
}

/// Few games, for a program that broke; docs/strength.md has the figures.
#[test]
fn strong_beats_greedy() {
    assert!(won::<Country>(&country(2, &[]), "strong:nodes=12", "greedy", 10) >= 8);
    assert!(won::<Country>(&country(2, &ALL), "strong:nodes=4", "greedy", 6) >= 4);
}

#[test]
fn strong_beats_greedy_in_the_city() {
    assert!(won::<City>(&city(2), "strong:nodes=2", "greedy", 8) >= 6);
}

#[test]
fn plain_uct_beats_random() {
    assert!(won::<Country>(&country(2, &[]), "uct:sims=60", "random", 6) >= 5);
    assert!(won::<City>(&city(2), "uct:sims=60", "random", 6) >= 5);
}
