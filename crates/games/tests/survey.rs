//! The survey against the naive: random games of every kind, asked of the engine move by move.

use crate::common::{Rng, any_setup, rules_of, seeds};
use games::survey::{Feature, Survey, at_least_one, draws_of_a_seat, permille};
use games::view::Tabletop;
use games::{
    Action, Actions, AnyGame, AnyRules, Dice, FamilyRules, Game, Odds, Quiet, Setup, Turn,
};
use table::{Cell, Rot, SEATS_MAX, Side, Spot, TileKind};

/// Plays random games and shows some of their positions to `see`.
fn positions(games: u64, every: u32, mut see: impl FnMut(&AnyRules, &AnyGame, &str)) {
    for seed in seeds(games) {
        let mut rng = Rng(seed * 7 + 3);
        // Every second game has all expansions or is of The City.
        let setup = match seed % 4 {
            0 => Setup::country(4).with(&["river", "inns", "traders", "count", "cult", "abbot"]),
            2 => Setup::city(2 + (seed / 4 % 3) as u8),
            _ => any_setup(&mut rng),
        };
        let rules = rules_of(&setup);
        let mut game = AnyGame::start(&rules);
        let mut number = 0;
        while game.turn() != Turn::Over {
            if rng.below(every) == 0 {
                see(&rules, &game, &format!("seed {seed}, action {number}, {setup:?}"));
            }
            let action = game.pick(&rules, &mut rng);
            game.play(&rules, action, &mut Quiet);
            number += 1;
        }
        see(&rules, &game, &format!("seed {seed}, the end, {setup:?}"));
    }
}

#[test]
fn the_end_adds_up_to_the_forecast() {
    let mut attributed = 0;
    positions(16, 25, |rules, game, at| {
        let survey = Survey::of(rules, game, false);
        let mut points = game.scores();
        for score in &survey.end {
            (0..SEATS_MAX).for_each(|seat| points[seat] += score.points[seat]);
        }
        assert_eq!(points, game.forecast(rules), "{at}");
        for feature in &survey.features {
            for (seat, points) in feature.points.iter().enumerate().filter(|(_, p)| **p > 0) {
                attributed += 1;
                assert!(feature.owners.contains(games::Seat(seat as u8)), "{at}: {feature:?}");
                let pig = rules.feature(feature.kind) == "field" && *points > feature.worth;
                assert!(*points == feature.worth || pig, "{at}: {feature:?}");
            }
        }
    });
    assert!(attributed > 500, "{attributed}");
}

/// The tiles that may still come, the one in hand included.
fn coming(rules: &AnyRules, game: &AnyGame) -> Vec<TileKind> {
    let stock = Tabletop::of(rules, game).stock;
    let kinds = (0..stock.left.len() as u8).map(TileKind);
    let left = kinds.filter(|kind| stock.left[kind.0 as usize] > 0);
    left.chain(game.hand()).chain(stock.aside.iter().copied()).collect()
}

/// The edge of a tile as a number that is the same for edges that may touch.
fn edge(rules: &AnyRules, kind: TileKind, rot: Rot, side: Side) -> u8 {
    let unturned = Side::from_index(side as u8 + 4 - rot as u8);
    match rules.of() {
        FamilyRules::Country(r) => r.tiles()[kind.0 as usize].edges[unturned as usize] as u8,
        FamilyRules::City(r) => r.tile(kind).edges.side(unturned),
    }
}

#[test]
fn dead_cells_are_those_that_no_tile_can_fill() {
    let mut dead = 0;
    positions(16, 25, |rules, game, at| {
        let survey = Survey::of(rules, game, false);
        let coming = coming(rules, game);
        assert_eq!(survey.cells.len(), game.board().frontier().len(), "{at}");
        for open in &survey.cells {
            let laid =
                |side: Side| game.board().laid().iter().find(|l| l.cell == open.cell.step(side));
            let fits = |kind: &TileKind, rot: Rot| {
                Side::ALL.into_iter().all(|side| {
                    laid(side).is_none_or(|there| {
                        edge(rules, there.kind, there.rot, side.opposite())
                            == edge(rules, *kind, rot, side)
                    })
                })
            };
            let any = coming.iter().any(|kind| Rot::ALL.into_iter().any(|rot| fits(kind, rot)));
            assert_eq!(open.dead, !any && !open.cut_off, "{at}: {open:?}");
            assert!(!open.cut_off || open.fits.is_empty(), "{at}: {open:?}");
            dead += usize::from(open.dead);
        }
    });
    assert!(dead > 50, "{dead}");
}

/// The placements of a tile that chance may draw now.
fn placements(rules: &AnyRules, game: &AnyGame, draw: Action) -> (AnyGame, Vec<(Cell, Rot)>) {
    let mut drawn = game.clone();
    drawn.play(rules, draw, &mut Quiet);
    let mut legal = Actions::new();
    if Tabletop::of(rules, &drawn).ask.name() == "lay" {
        drawn.legal(rules, &mut legal);
    }
    let places = legal.iter().filter_map(|action| match action {
        Action::Tile { cell, rot } => Some((*cell, *rot)),
        _ => None,
    });
    let places = places.collect();
    (drawn, places)
}

/// River tiles may lie as the bend rule lets them once they are drawn (RIVER-08).
fn is_river(rules: &AnyRules, kind: TileKind) -> bool {
    rules.tile_id(kind).starts_with("river")
}

#[test]
fn fits_are_the_placements_that_follow_a_draw() {
    let mut checked = 0;
    positions(12, 20, |rules, game, at| {
        if game.turn() != Turn::Chance || game.board().laid().is_empty() {
            return;
        }
        let survey = Survey::of(rules, game, false);
        let mut odds = Odds::new();
        game.odds(rules, &mut odds);
        for (draw, _) in odds.iter() {
            let Action::Draw(kind) = *draw else { continue };
            if is_river(rules, kind) {
                continue;
            }
            let (_, places) = placements(rules, game, *draw);
            for open in &survey.cells {
                let listed = open.fits.iter().any(|(k, _)| *k == kind);
                let legal = places.iter().any(|(cell, _)| *cell == open.cell);
                assert_eq!(listed, legal, "{at}: {open:?}, {kind:?}");
                checked += usize::from(legal);
            }
        }
    });
    assert!(checked > 1000, "{checked}");
}

fn same<'s>(survey: &'s Survey, feature: &Feature) -> &'s Feature {
    let first = feature.segments[0];
    survey.features.iter().find(|f| f.segments.contains(&first)).unwrap()
}

/// The chances of the next draw, by drawing and laying in every way.
#[test]
fn chances_of_the_next_draw_are_exact() {
    let mut seen = 0;
    positions(8, 120, |rules, game, at| {
        let Tabletop { stock, .. } = Tabletop::of(rules, game);
        if game.turn() != Turn::Chance || stock.next.is_some() || game.board().laid().is_empty() {
            return;
        }
        let survey = Survey::of(rules, game, true);
        let mut odds = Odds::new();
        game.odds(rules, &mut odds);
        let all: u32 = odds.iter().map(|(_, n)| u32::from(*n)).sum();
        let mut extend = vec![0u32; survey.features.len()];
        let mut complete = vec![0u32; survey.features.len()];
        for (draw, cases) in odds.iter() {
            let (drawn, places) = placements(rules, game, *draw);
            let after: Vec<(Cell, Survey)> = places
                .iter()
                .map(|(cell, rot)| {
                    let mut laid = drawn.clone();
                    laid.play(rules, Action::Tile { cell: *cell, rot: *rot }, &mut Quiet);
                    (*cell, Survey::of(rules, &laid, false))
                })
                .collect();
            for (number, feature) in survey.features.iter().enumerate() {
                let grows = after.iter().any(|(cell, _)| feature.missing.contains(cell));
                let closes =
                    !feature.complete && after.iter().any(|(_, s)| same(s, feature).complete);
                extend[number] += u32::from(grows) * u32::from(*cases);
                complete[number] += u32::from(closes) * u32::from(*cases);
            }
        }
        let permille = |cases: u32| ((2000 * cases + all) / (2 * all)) as u16;
        for (number, feature) in survey.features.iter().enumerate() {
            let Some(chances) = feature.chances else {
                assert_eq!((extend[number], complete[number]), (0, 0), "{at}: {feature:?}");
                continue;
            };
            seen += usize::from(chances.complete > 0);
            assert_eq!(chances.extend, permille(extend[number]), "{at}: {feature:?}");
            assert_eq!(chances.complete, permille(complete[number]), "{at}: {feature:?}");
            assert!(chances.complete == 0 || chances.ever > 0, "{at}: {feature:?}");
        }
    });
    assert!(seen > 20, "{seen}");
}

/// What the survey says of both wall ends, by building there.
#[test]
fn wall_ends_do_what_the_survey_says() {
    let (mut paid, mut guards, mut blocked) = (0, 0, 0);
    for seed in seeds(30) {
        let mut rng = Rng(seed);
        let rules = rules_of(&Setup::city(2 + (seed % 3) as u8));
        let mut game = AnyGame::start(&rules);
        while game.turn() != Turn::Over {
            if Tabletop::of(&rules, &game).ask.name() == "wall" {
                let survey = Survey::of(&rules, &game, false);
                let ring = survey.ring.as_ref().unwrap();
                for end in &ring.ends {
                    let mut built = game.clone();
                    let word = if end.right { "wall:right" } else { "wall:left" };
                    let wall = built.read_word(&rules, word).unwrap();
                    built.play(&rules, wall, &mut Quiet);
                    assert!(end.blocks.iter().all(|c| cut_off(&rules, &built, *c)));
                    blocked += end.blocks.len();
                    let guard = built.read_word(&rules, "guard").ok();
                    let asked = Tabletop::of(&rules, &built).ask.name() == "guard";
                    assert!(!asked || end.guard_allowed);
                    if let Some(guard) = guard.filter(|_| asked) {
                        let mut posted = built.clone();
                        posted.play(&rules, guard, &mut Quiet);
                        built.play(&rules, Action::Pass, &mut Quiet);
                        let after = Survey::of(&rules, &posted, false);
                        let row = after.end.iter().find(|s| s.at == end.at);
                        let earned = row.map(table::Score::value);
                        assert!(earned == Some(end.guard_worth) || posted.turn() == Turn::Over);
                        guards += 1;
                    }
                    if built.turn() != Turn::Over {
                        let gains: Vec<u16> = (0..end.points.len())
                            .map(|s| built.scores()[s] - game.scores()[s])
                            .collect();
                        assert_eq!(gains, end.points, "seed {seed}: {end:?}");
                        paid += usize::from(gains.iter().any(|g| *g > 0));
                        let open = Survey::of(&rules, &built, false).ring.unwrap().open;
                        assert_eq!(open.len() + 1, ring.open.len(), "seed {seed}");
                        assert!(!open.contains(&end.at) && ring.open.contains(&end.at));
                    }
                }
            }
            let action = game.pick(&rules, &mut rng);
            game.play(&rules, action, &mut Quiet);
        }
    }
    assert!(paid > 20 && guards > 100 && blocked > 100, "{paid} {guards} {blocked}");
}

fn cut_off(rules: &AnyRules, game: &AnyGame, cell: Cell) -> bool {
    Survey::of(rules, game, false).cells.iter().any(|open| open.cell == cell && open.cut_off)
}

/// Every segment on the table is in one feature, and what is missing is empty.
#[test]
fn features_cover_the_table() {
    positions(12, 30, |rules, game, at| {
        let survey = Survey::of(rules, game, true);
        let mut spots: Vec<Spot> =
            survey.features.iter().flat_map(|f| f.segments.clone()).collect();
        let count = spots.len();
        spots.sort_unstable();
        spots.dedup();
        assert_eq!(spots.len(), count, "{at}");
        let segments = match (game, rules.of()) {
            (AnyGame::Country(game), FamilyRules::Country(rules)) => {
                if rules.is_default(&country::FARMERS) { game.segments() as usize } else { count }
            }
            (AnyGame::City(game), _) => game.segments() as usize,
            _ => unreachable!("a game has the rules of its family"),
        };
        assert_eq!(count, segments, "{at}");
        for feature in &survey.features {
            let kind = rules.feature(feature.kind);
            assert!(feature.missing.iter().all(|cell| !game.board().has(*cell)), "{at}");
            let endless = ["field", "homes"].contains(&kind);
            assert_eq!(
                feature.complete,
                feature.missing.is_empty() && !endless,
                "{at}: {feature:?}"
            );
            let touched = feature.touches.iter();
            let known = |id: &u16| survey.features.iter().any(|f| f.id == *id);
            assert!({ touched }.all(known), "{at}: {feature:?}");
            if kind == "homes" {
                assert_eq!(usize::from(feature.worth), 2 * feature.touches.len(), "{at}");
            }
            let has_owner = feature.strength.iter().any(|s| *s > 0);
            assert_eq!(has_owner, feature.owners.iter().next().is_some(), "{at}");
        }
    });
}

/// Nothing is lost: every tile of the game lies, is in hand, in the stack, aside or gone.
#[test]
fn tiles_are_all_somewhere() {
    positions(16, 20, |rules, game, at| {
        let stock = Tabletop::of(rules, game).stock;
        let mut found = stock.left.clone();
        let laid = game.board().laid().iter().map(|l| l.kind);
        let others = stock.gone.iter().chain(&stock.aside).copied().chain(game.hand());
        laid.chain(others).for_each(|kind| found[kind.0 as usize] += 1);
        assert_eq!(found, games::view::kinds(rules), "{at}");
        if game.turn() == Turn::Chance {
            let mut odds = Odds::new();
            game.odds(rules, &mut odds);
            let draws = odds.iter().filter_map(|(action, n)| match action {
                Action::Draw(kind) => Some((*kind, *n as u8)),
                _ => None,
            });
            let next = stock.next.unwrap_or(stock.left);
            let next = (0u8..).map(TileKind).zip(next).filter(|(_, n)| *n > 0);
            let draws: Vec<(TileKind, u8)> = draws.collect();
            assert!(draws.is_empty() || next.eq(draws), "{at}");
        }
    });
}

#[test]
fn chances_of_drawing_are_those_of_an_urn() {
    let chance = |left, good, draws| permille(at_least_one(left, good, draws), 1.0);
    assert_eq!(chance(10, 0, 5), 0);
    assert_eq!(chance(10, 1, 5), 500);
    assert_eq!(chance(10, 10, 1), 1000);
    assert_eq!(chance(4, 2, 2), 833); // 1 - 1/6
    assert_eq!(chance(4, 3, 2), 1000);
    assert_eq!(draws_of_a_seat(7, 2), 4);
}
