//! What computer players ask of a position.

use std::collections::{BTreeMap, BTreeSet};

use country::tile::Kind;
use country::{Country, CountrySetup, Rules, WHOLE};
use table::{Action, Game, NodeId, Quiet, Seat, Turn};

use crate::common::{EXPANSIONS, Rng};

/// Visits random games at every decision.
fn each_position(expansions: &[&str], games: u64, mut visit: impl FnMut(&Rules, &Country)) {
    let rules = Rules::new(&CountrySetup::base(3).with(expansions)).unwrap();
    for seed in 0..games {
        let mut dice = Rng::new(seed);
        let mut game = Country::start(&rules);
        while game.turn() != Turn::Over {
            visit(&rules, &game);
            let action = game.pick(&rules, &mut dice);
            game.play(&rules, action, &mut Quiet);
        }
    }
}

/// BASE-08: a road or city has as many openings as it has open edges, and all are seen.
#[test]
fn all_openings_are_visited() {
    each_position(&EXPANSIONS, 3, |rules, game| {
        let mut seen: BTreeMap<NodeId, u8> = BTreeMap::new();
        game.open_edges(rules, |open, side, node| {
            let root = game.root(node);
            assert!(!game.board().has(open.cell) && game.board().has(open.cell.step(side)));
            *seen.entry(root).or_default() += 1;
        });
        for node in 0..game.segments() {
            let feature = game.feature_of(node);
            if matches!(feature.kind(), Kind::Road | Kind::City) {
                let found = seen.get(&game.root(node)).copied().unwrap_or(0);
                assert_eq!(found, feature.open());
            }
        }
    });
}

/// BASE-06: a field touches the cities that a question for this field alone finds.
#[test]
fn fields_touch_their_cities() {
    each_position(&["inns"], 2, |rules, game| {
        let mut touched: BTreeMap<NodeId, BTreeSet<NodeId>> = BTreeMap::new();
        game.touching(rules, |field, city| {
            touched.entry(field).or_default().insert(city);
        });
        for (field, cities) in &touched {
            let wanted: BTreeSet<NodeId> = game.cities_beside(rules, *field).into_iter().collect();
            assert_eq!(*cities, wanted);
        }
    });
}

/// Whoever is said to lay next lays next, and no more tiles are drawn than are left.
#[test]
fn the_next_to_lay_and_the_tiles_left_are_known() {
    let rules = Rules::new(&CountrySetup::base(3).with(&["river", "abbot"])).unwrap();
    let mut dice = Rng::new(4);
    let mut game = Country::start(&rules);
    let (mut said, mut left): (Option<Seat>, u8) = (None, u8::MAX);
    while game.turn() != Turn::Over {
        let action = game.pick(&rules, &mut dice);
        if matches!(action, Action::Tile { .. }) {
            assert_eq!(game.turn(), Turn::Player(said.unwrap()));
        }
        if matches!(action, Action::Draw(_)) {
            left = left.min(game.draws_left(&rules));
            assert!(left > 0);
            left -= 1;
        }
        game.play(&rules, action, &mut Quiet);
        assert!(game.draws_left(&rules) <= left);
        said = Some(game.lays_next(&rules));
    }
}

/// What expansions let seats expect is nothing without them, and bounded with them.
#[test]
fn expectations_are_modest() {
    each_position(&[], 1, |rules, game| assert_eq!(game.foresee(rules, WHOLE), [0; 6]));
    each_position(&EXPANSIONS, 2, |rules, game| {
        let tenths = game.foresee(rules, WHOLE / 2);
        assert!(tenths.iter().all(|t| t.abs() <= 400), "{tenths:?}");
        assert_eq!(tenths[3..], [0; 3], "only three play");
    });
}
