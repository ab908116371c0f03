//! The search itself: its budget, its memory, what it keeps.

use ai::search::{Search, Settings};
use ai::{Evaluate, Level, Mind, Wyrand};
use city::City;
use country::Country;
use table::{Action, Actions, Game, Quiet, Turn};

use crate::common::{ALL, city, country, middle, never, player};

const ALONE: Settings = Settings { keep: false, ..Settings::STRONG };

/// The same position and budget, reached in a game or looked at for the first time.
#[test]
fn a_position_and_a_budget_decide_the_choice() {
    let rules = country(2, &["traders"]);
    let strong = player("strong:nodes=40,keep=off,seed=7");
    let mut knows = Mind::<Country>::new(&strong, 1);
    let mut game = Country::start(&rules);
    let mut dice = Wyrand::new(2);
    for _ in 0..40 {
        let action = match game.turn() {
            Turn::Player(_) => {
                let choice = knows.choose(&rules, &game, 1, &mut never);
                let mut anew = Mind::<Country>::new(&strong, 99);
                assert_eq!(anew.choose(&rules, &game, 1, &mut never), choice);
                choice
            }
            _ => ai::choose(Level::Random, &rules, &game, &mut dice),
        };
        game.play(&rules, action, &mut Quiet);
        knows.played(&rules, action);
    }
}

#[test]
fn what_was_thought_is_kept() {
    let rules = country(2, &[]);
    let game: Country = middle(&rules, 30, 4);
    let mut search = Search::new(&rules, &game, Settings::STRONG);
    let action = search.think(&rules, 200, &mut never);
    assert_eq!(search.visits(), 200);
    let best = search.choices()[0];
    assert_eq!(best.action, action);
    search.advance(&rules, action);
    // The first visit of a position goes on from it without being counted there.
    assert!(search.visits() + 1 >= best.visits, "{} of {}", search.visits(), best.visits);
    assert!(search.visits() > 5);
}

#[test]
fn a_search_stops_when_told_and_has_an_answer() {
    fn stops<G: Evaluate>(rules: &G::Rules, game: &G) {
        let mut asked = 0;
        let mut search = Search::new(rules, game, ALONE);
        let action = search.think(rules, u32::MAX, &mut || {
            asked += 1;
            asked == 5
        });
        assert_eq!(asked, 5);
        assert_eq!(game.refuse(rules, action), None);
        assert_eq!(search.visits(), 5);
    }
    let rules = country(3, &ALL);
    stops::<Country>(&rules, &middle(&rules, 90, 1));
    let rules = city(3);
    stops::<City>(&rules, &middle(&rules, 40, 1));
}

/// With room for few branches a search goes on, but takes no more memory.
#[test]
fn a_tree_stays_in_its_room() {
    let rules = country(2, &[]);
    let game: Country = middle(&rules, 60, 3);
    let room = 2000;
    let mut search = Search::new(&rules, &game, Settings { room, ..ALONE });
    search.run(&rules, 600, &mut never);
    assert_eq!(search.visits(), 600);
    // 32 bytes a branch and 12 a node; lists grow by doubling.
    assert!(search.bytes() <= 2 * room * (32 + 12), "{}", search.bytes());
    let mut wide = Search::new(&rules, &game, ALONE);
    wide.run(&rules, 600, &mut never);
    assert!(wide.bytes() > search.bytes());
}

/// One action only: nothing to think about.
#[test]
fn a_single_choice_takes_no_thought() {
    let rules = country(2, &[]);
    let mut game: Country = middle(&rules, 20, 8);
    let mut actions = Actions::new();
    // Play on until a seat has one action; a tile with one place comes soon or late.
    let mut dice = Wyrand::new(5);
    loop {
        game.legal(&rules, &mut actions);
        if matches!(game.turn(), Turn::Player(_)) && actions.len() == 1 {
            break;
        }
        let action = ai::choose(Level::Random, &rules, &game, &mut dice);
        game.play(&rules, action, &mut Quiet);
        if game.turn() == Turn::Over {
            game = middle(&rules, 20, dice.next());
        }
    }
    let mut search = Search::new(&rules, &game, ALONE);
    assert_eq!(search.think(&rules, 1000, &mut || panic!("it thinks")), actions[0]);
    assert_eq!(search.judged(), 0);
}

/// The choices of a seat that is far ahead, or far behind, are as good as ever: a city that can be
/// completed is completed.
#[test]
fn won_and_lost_games_are_played_on() {
    let rules = country(2, &[]);
    for lead in ["150 0", "0 150"] {
        let mut game = Country::start(&rules);
        for word in ["base/E", "0,-1 r2"] {
            let action = game.read_word_of(&rules, word);
            game.play(&rules, action, &mut Quiet);
        }
        let game = with_points(&rules, &game, lead);
        let mut search = Search::new(&rules, &game, ALONE);
        let action = search.think(&rules, 100, &mut never);
        assert!(matches!(action, Action::Put { .. }), "{lead}: {action:?}");
    }
}

trait ReadWord: Evaluate {
    fn read_word_of(&self, rules: &Self::Rules, word: &str) -> Action {
        self.read_word(rules, word).unwrap()
    }
}

impl ReadWord for Country {}

/// The same game with other points, by way of its position.
fn with_points(rules: &country::Rules, game: &Country, points: &str) -> Country {
    use table::Text;
    let position = game.position(rules);
    let replaced = position.replace("score 0 0", &format!("score {points}"));
    assert_ne!(replaced, position);
    Country::read_position(rules, &replaced).unwrap()
}
