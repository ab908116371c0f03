//! The search itself: its budget, its memory, what it keeps.

use ai::search::{Search, Settings};
use ai::{Evaluate, Mind, Wyrand, Yardstick};
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
            _ => ai::choose(Yardstick::Random, &rules, &game, &mut dice),
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
    let choices = search.choices();
    let best = choices.iter().find(|choice| choice.action == action).unwrap();
    assert!(best.visits >= choices[0].visits / 4, "what was hardly tried is not played");
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

/// Slices are how the owner of a clock thinks: however thick they are, the same comes out, and what
/// a mind tells of its thought belongs to the choice.
#[test]
fn slices_change_no_choice() {
    fn slices<G: Evaluate>(rules: &G::Rules, game: &G) {
        let text = "strong:nodes=60,keep=off";
        let whole = Mind::<G>::new(&player(text), 1).choose(rules, game, 1, &mut never);
        let mut mind = Mind::<G>::new(&player(text), 1);
        mind.consider(rules, game, None);
        let mut slices = 1;
        while !mind.run(rules, 7, &mut never) {
            slices += 1;
        }
        assert_eq!((mind.best(), slices), (whole, 9));
        let insight = mind.insight().unwrap();
        assert_eq!((insight.choices[0].action, insight.line[0]), (whole, whole));
        assert_eq!(insight.points.map(f32::to_bits), insight.choices[0].points.map(f32::to_bits));
        assert!(insight.visits == 60 && !insight.exact);
        let tried: u32 = insight.choices.iter().map(|choice| choice.visits).sum();
        assert_eq!(tried, 60);
        let seats = G::seats(rules) as usize;
        let now = game.scores();
        for choice in &insight.choices {
            let gains = choice.points.iter().zip(now).take(seats);
            assert!(gains.clone().any(|(then, now)| *then > f32::from(now)), "{choice:?}");
            let mut after = game.clone();
            for action in choice.whole_move() {
                assert_eq!(after.refuse(rules, *action), None);
                after.play(rules, *action, &mut Quiet);
            }
        }
    }
    let rules = country(3, &ALL);
    slices::<Country>(&rules, &middle(&rules, 90, 1));
    let rules = city(2);
    slices::<City>(&rules, &middle(&rules, 40, 1));
}

/// Thinking while others must act serves the next choice, and changes nothing that is public.
#[test]
fn pondering_is_kept() {
    let rules = country(2, &[]);
    let mut game: Country = middle(&rules, 30, 4);
    let mut mind = Mind::<Country>::new(&player("strong:nodes=30"), 1);
    let mut dice = Wyrand::new(1);
    let seat = game.turn();
    while game.turn() == seat {
        let action = mind.choose(&rules, &game, 1, &mut never);
        game.play(&rules, action, &mut Quiet);
        mind.played(&rules, action);
    }
    let before = mind.bytes();
    mind.ponder(&rules, 200, &mut never);
    assert!(mind.bytes() > before);
    let action = game.pick(&rules, &mut dice);
    game.play(&rules, action, &mut Quiet);
    mind.played(&rules, action);
    let visits = mind.insight().unwrap().visits;
    assert!(visits > 2, "{visits}");
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
    // 76 bytes a branch and 12 a node; lists grow by doubling.
    assert!(search.bytes() <= 2 * room * (76 + 12), "{}", search.bytes());
    let mut wide = Search::new(&rules, &game, ALONE);
    wide.run(&rules, 600, &mut never);
    assert!(wide.bytes() > search.bytes());
}

/// Whoever has the clock is asked often enough, also in the largest games with most places: between
/// two questions so few positions are judged that a slow machine needs some milliseconds for them.
#[test]
fn the_clock_is_asked_often() {
    fn most_between<G: Evaluate>(rules: &G::Rules, game: &G) -> u64 {
        let mut search = Search::new(rules, game, ALONE);
        let mut most = 0;
        for _ in 0..40 {
            let before = search.judged();
            search.run_more(rules, 1, &mut never);
            most = most.max(search.judged() - before);
        }
        most
    }
    for (seats, choices) in [(2, 150), (6, 240)] {
        let rules = country(seats, &ALL);
        let game: Country = middle(&rules, choices, 3);
        let mut moves = 0;
        game.each_move(&rules, |_| moves += 1);
        let most = most_between(&rules, &game);
        assert!(most < 3000, "{most} with {moves} moves");
    }
    let rules = city(4);
    let most = most_between::<City>(&rules, &middle(&rules, 60, 3));
    assert!(most < 3000, "{most}");
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
        let action = ai::choose(Yardstick::Random, &rules, &game, &mut dice);
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
