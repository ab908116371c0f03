//! Players in whole games: by the rules, repeatable, and without knowing the order of the tiles.

use ai::{Evaluate, Mind, Wyrand};
use city::City;
use country::Country;
use table::{Action, Game, Odds, Quiet, Turn};

use crate::common::{ALL, city, country, never, player, whole_game};

#[test]
fn strong_players_keep_to_the_rules_of_every_game() {
    let strong = player("strong:nodes=2");
    for (seats, expansions) in [(2, &[][..]), (5, &[]), (2, &ALL), (6, &ALL)] {
        let rules = country(seats, expansions);
        whole_game::<Country>(&rules, &vec![strong.clone(); seats as usize], 5);
    }
    let trial = country(3, &["inns", "traders", "trial"]);
    whole_game::<Country>(&trial, &vec![strong.clone(); 3], 5);
    for seats in 2..=4 {
        whole_game::<City>(&city(seats), &vec![strong.clone(); seats as usize], 5);
    }
}

#[test]
fn yardsticks_keep_to_the_rules() {
    let players = [player("uct:sims=3"), player("random"), player("greedy")];
    whole_game::<Country>(&country(3, &ALL), &players, 6);
    whole_game::<City>(&city(3), &players, 6);
}

#[test]
fn the_same_seeds_give_the_same_game() {
    let rules = country(2, &[]);
    let players = [player("strong:nodes=12"), player("uct:sims=12")];
    let games = [(); 2].map(|()| whole_game::<Country>(&rules, &players, 9));
    assert_eq!(games[0], games[1]);
    assert_ne!(games[0], whole_game::<Country>(&rules, &players, 10));
}

/// A table whose tiles lie in an order, as at a server: the players are shown the game only.
fn with_order<G: Evaluate>(
    rules: &G::Rules,
    order: &dyn Fn(usize) -> u64,
    draws: usize,
) -> Vec<Action> {
    let mut minds: Vec<Mind<G>> =
        ["strong:nodes=10", "uct:sims=30"].map(|text| Mind::new(&player(text), 3)).into();
    let mut game = G::start(rules);
    let (mut drawn, mut choices) = (0, Vec::new());
    loop {
        let action = match game.turn() {
            Turn::Over => return choices,
            Turn::Chance if drawn == draws => return choices,
            Turn::Chance => {
                drawn += 1;
                game.pick(rules, &mut Wyrand::new(order(drawn)))
            }
            Turn::Player(seat) => {
                let action = minds[seat.index()].choose(rules, &game, 1, &mut never);
                choices.push(action);
                action
            }
        };
        game.play(rules, action, &mut Quiet);
        for mind in &mut minds {
            mind.played(rules, action);
        }
    }
}

/// Two tables see the same tiles so far, and quite different ones will come: every choice up to
/// there is the same.
#[test]
fn the_hidden_order_changes_no_choice() {
    for same in [4, 9] {
        let orders: [&dyn Fn(usize) -> u64; 2] = [&|n| n as u64, &move |n| {
            if n <= same { n as u64 } else { 1000 + n as u64 }
        }];
        let rules = country(2, &["inns"]);
        let [one, other] = orders.map(|order| with_order::<Country>(&rules, order, same + 6));
        let [until, _] = orders.map(|order| with_order::<Country>(&rules, order, same));
        assert!(until.len() >= same && one.len() > until.len());
        assert_eq!(one[..until.len()], other[..until.len()]);
        assert_ne!(one, other, "what came later was different");
    }
}

/// Nothing that a search is given holds an order: a game at which chance must act says only how
/// many tiles of each kind are left, and those are all of them.
#[test]
fn a_game_holds_counts_and_no_order() {
    let rules = country(2, &[]);
    let game = Country::start(&rules);
    let mut odds = Odds::new();
    game.odds(&rules, &mut odds);
    let cases: u32 = odds.iter().map(|(_, cases)| u32::from(*cases)).sum();
    assert_eq!(cases, u32::from(rules.stock().total()));
}
