//! Players in whole games: by the rules, repeatable, and without knowing the order of the tiles.

use ai::{Evaluate, Mind, Outlook, Wyrand};
use city::City;
use country::Country;
use table::{Action, Actions, Dice, Game, Odds, Quiet, Seat, Turn};

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
fn levels_keep_to_the_rules() {
    let levels = ["level:1", "level:2", "level:3"].map(player);
    whole_game::<Country>(&country(3, &ALL), &levels, 6);
    whole_game::<City>(&city(3), &levels, 6);
}

#[test]
fn yardsticks_keep_to_the_rules() {
    let players = [player("uct:sims=3"), player("random"), player("greedy")];
    whole_game::<Country>(&country(3, &ALL), &players, 6);
    whole_game::<City>(&city(3), &players, 6);
}

/// The greedy choice as it can be found without any list: every action on a copy, and after a tile
/// every answer to what follows.
fn greedy_by_trying<G: Outlook>(
    rules: &G::Rules,
    game: &G,
    seat: Seat,
    dice: &mut Wyrand,
) -> Action {
    let mut actions = Actions::new();
    game.legal(rules, &mut actions);
    let after = |game: &G, action: Action| {
        let mut after = game.clone();
        after.play(rules, action, &mut Quiet);
        after
    };
    let (mut found, mut equals) = ((f32::NEG_INFINITY, actions[0]), 1);
    for action in actions.iter().copied() {
        let reached = after(game, action);
        let is_tile = matches!(action, Action::Tile { .. });
        let value = if is_tile && reached.turn() == Turn::Player(seat) {
            let mut answers = Actions::new();
            reached.legal(rules, &mut answers);
            let worths = answers.iter().map(|a| ai::worth(rules, &after(&reached, *a), seat));
            worths.fold(f32::NEG_INFINITY, f32::max)
        } else {
            ai::worth(rules, &reached, seat)
        };
        if value > found.0 + 1e-4 {
            (found, equals) = ((value, action), 1);
        } else if value > found.0 - 1e-4 {
            equals += 1;
            if dice.below(equals) == 0 {
                found.1 = action;
            }
        }
    }
    found.1
}

fn compare_greedy<G: Outlook>(rules: &G::Rules, seed: u64) {
    let mut game = G::start(rules);
    let mut dice = Wyrand::new(seed);
    let mut number = 0;
    while game.turn() != Turn::Over {
        number += 1;
        let action = match game.turn() {
            Turn::Player(seat) => {
                let [mut listed, mut tried] = [(); 2].map(|()| Wyrand::new(number));
                let best = ai::best(rules, &game, seat, &mut listed);
                assert_eq!(best, greedy_by_trying(rules, &game, seat, &mut tried), "{number}");
                best
            }
            _ => game.pick(rules, &mut dice),
        };
        game.play(rules, action, &mut Quiet);
    }
}

#[test]
fn the_list_of_moves_changes_no_greedy_choice() {
    compare_greedy::<Country>(&country(2, &[]), 1);
    compare_greedy::<Country>(&country(2, &ALL), 2);
    compare_greedy::<Country>(&country(2, &["inns", "traders", "trial"]), 3);
    compare_greedy::<City>(&city(2), 4);
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
