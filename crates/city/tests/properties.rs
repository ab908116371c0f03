//! What must hold in every game, whoever plays it and under whatever options.

#![allow(clippy::unwrap_used, clippy::format_push_string)] // a test may stop at once

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Rng, Style, choose, random_options, rules};
use city::names::{FOLLOWER, GATE, GUARD_ROW, HOMES, MARKET, STREET, TOWER, TOWER_WALLS, WALL};
use city::{City, Edge, LEFT, RIGHT, Rules, TurnStep, WALLS_ALL};
use table::{
    Action, Actions, Cell, Dice, Event, Game, Log, Move, Moves, Odds, Piece, Quiet, Rot, Seat,
    Side, Spot, Text, TileKind, Turn,
};

/// Plays random games, showing every state before and every action.
fn games(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Rules, &City, Action)) {
    for seed in seeds {
        let rng = &mut Rng::new(seed);
        let options = random_options(rng);
        let rules = rules(2 + rng.below(3) as u8, &options);
        let style = if seed.is_multiple_of(3) { Style::Any } else { Style::Eager };
        let mut game = City::start(&rules);
        let mut actions = 0;
        while game.turn() != Turn::Over {
            let action = choose(&game, &rules, rng, style);
            look(&rules, &game, action);
            game.play(&rules, action, &mut Quiet);
            actions += 1;
            assert!(actions < 1000, "seed {seed}: the game does not end");
        }
        look(&rules, &game, Action::Pass);
    }
}

fn cells(game: &City) -> BTreeSet<Cell> {
    game.board().laid().iter().map(|laid| laid.cell).collect()
}

/// All cells from two beyond the tiles on one side to two beyond them on the other.
fn area(tiles: &BTreeSet<Cell>) -> Vec<Cell> {
    let xs = || tiles.iter().map(|c| c.x);
    let ys = || tiles.iter().map(|c| c.y);
    let range = |min: Option<i16>, max: Option<i16>| min.unwrap_or(0) - 2..=max.unwrap_or(0) + 2;
    let columns = range(xs().min(), xs().max());
    let rows = range(ys().min(), ys().max());
    columns.flat_map(|x| rows.clone().map(move |y| Cell::new(x, y))).collect()
}

/// The empty cells of the area that are connected with its border (CITY-32).
fn outside(tiles: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let area: BTreeSet<Cell> = area(tiles).into_iter().collect();
    let mut outside = BTreeSet::new();
    let mut todo: Vec<Cell> = area.first().copied().into_iter().collect();
    while let Some(cell) = todo.pop() {
        if area.contains(&cell) && !tiles.contains(&cell) && outside.insert(cell) {
            todo.extend(Side::ALL.map(|side| cell.step(side)));
        }
    }
    outside
}

fn line(game: &City) -> Vec<Edge> {
    let left = game.walls(LEFT).iter().rev().map(|w| w.edge);
    let right = game.walls(RIGHT).iter().map(|w| w.edge);
    left.chain(game.gate()).chain(right).collect()
}

/// CITY-33, CITY-36: the outline is one cycle with every edge between a tile and the outside; the
/// wall is an unbroken part of it. CITY-14, CITY-15: every blocked cell is empty and outside.
#[test]
fn the_outline_is_one_cycle_and_the_wall_a_part_of_it() {
    games(0..60, |_, game, _| {
        if !matches!(game.step(), TurnStep::Draw | TurnStep::Build | TurnStep::Over) {
            return;
        }
        let tiles = cells(game);
        let outside = outside(&tiles);
        let all: BTreeSet<Edge> = tiles
            .iter()
            .flat_map(|cell| Side::ALL.map(|side| Edge::new(*cell, side)))
            .filter(|edge| outside.contains(&edge.outer()))
            .collect();
        let outline: Vec<Edge> = game.outline().collect();
        assert_eq!(outline.len(), all.len());
        assert!(outline.iter().all(|edge| all.contains(edge)));
        let line = line(game);
        if let Some(start) = line.first() {
            let at = outline.iter().position(|edge| edge == start).unwrap();
            let mut cycle = outline.iter().cycle().skip(at);
            assert!(line.iter().all(|edge| Some(edge) == cycle.next()));
            assert!(line.len() <= outline.len());
        }
        assert!(line.iter().all(|edge| outside.contains(&edge.outer())));
    });
}

/// CITY-43: every piece built costs one of the 70 walls.
#[test]
fn walls_built_and_left_are_seventy() {
    games(100..140, |rules, game, _| {
        assert_eq!(game.walls_built() + game.walls_left(), WALLS_ALL);
        for seat in (0..rules.seats()).map(Seat) {
            let on_board = game.followers().iter().filter(|f| f.seat == seat).count();
            let walls = || game.walls(LEFT).iter().chain(game.walls(RIGHT));
            let guards = walls().filter(|w| w.guard() == Some(seat)).count();
            let towers = walls().filter(|w| w.tower() == Some(seat)).count();
            let supply = (game.supply(seat) + game.late(seat)) as usize;
            assert_eq!(on_board + guards + supply, 7, "CITY-07");
            assert_eq!(towers + game.towers_left(seat) as usize, 12 / rules.seats() as usize);
        }
    });
}

/// CITY-50: when a guard is posted, none stands at the other end of his row.
#[test]
fn no_guard_is_posted_facing_another() {
    games(200..260, |_, game, action| {
        let Action::Put { piece: FOLLOWER, at: Spot::Edge { cell, side } } = action else {
            return;
        };
        let tiles = cells(game);
        let mut far = cell;
        while tiles.contains(&far.step(side.opposite())) {
            far = far.step(side.opposite());
        }
        let opposite = Edge::new(far, side.opposite());
        let walls = game.walls(LEFT).iter().chain(game.walls(RIGHT));
        assert!(walls.into_iter().all(|w| w.edge != opposite || w.guard().is_none()));
    });
}

/// Points come from streets, markets, towers, and at the end from homes and guards; nothing else.
#[test]
fn points_come_only_from_what_is_scored() {
    games(300..360, |rules, game, action| {
        if game.turn() == Turn::Over {
            return;
        }
        let mut expected = game.scores();
        let mut loud = game.clone();
        let mut over = false;
        loud.play(
            rules,
            action,
            &mut Log(|event| match event {
                Event::Scored(score) => {
                    let known = [STREET, MARKET, HOMES, GUARD_ROW, TOWER_WALLS];
                    assert!(known.contains(&score.feature));
                    let value = score.value();
                    for (seat, points) in score.points.into_iter().enumerate() {
                        expected[seat] += points;
                        let wins = score.winners.contains(Seat(seat as u8));
                        assert_eq!(points, if wins { value } else { 0 });
                        let most = score.strength.iter().max().unwrap();
                        assert_eq!(wins, score.strength[seat] == *most && *most > 0);
                    }
                }
                Event::Over => over = true,
                _ => {}
            }),
        );
        assert_eq!(loud.scores(), expected);
        assert_eq!(over, loud.turn() == Turn::Over);
    });
}

/// The same game with and without listeners; a clone is on its own.
#[test]
fn loud_and_quiet_play_are_the_same_and_clones_are_independent() {
    let mut scratch = None;
    games(400..430, |rules, game, action| {
        if game.turn() == Turn::Over {
            return;
        }
        let before = game.clone();
        let (mut loud, mut quiet) = (game.clone(), game.clone());
        loud.play(rules, action, &mut Log(|_| {}));
        quiet.play(rules, action, &mut Quiet);
        assert!(loud == quiet);
        assert!(*game == before, "playing a clone changed its source");
        let copy: &mut City = scratch.get_or_insert_with(|| game.clone());
        copy.clone_from(game);
        assert!(*copy == before);
        copy.play(rules, action, &mut Quiet);
        assert!(*copy == quiet);
    });
}

/// The words of a game, read again, lead to the same states.
#[test]
fn a_record_of_words_replays() {
    let mut replay: Option<City> = None;
    games(500..540, |rules, game, action| {
        if game.board().laid().is_empty() && game.drawn() == 0 && replay.is_none() {
            replay = Some(City::start(rules));
        }
        let again = replay.as_mut().unwrap();
        assert!(again == game);
        if game.turn() == Turn::Over {
            replay = None;
            return;
        }
        let word = game.word(rules, action);
        let read = again.read_word(rules, &word).unwrap();
        assert_eq!(read, action, "{word}");
        again.play(rules, read, &mut Quiet);
    });
}

/// Every reachable state can be printed and read back.
#[test]
fn positions_round_trip() {
    games(600..640, |rules, game, _| {
        let text = game.position(rules);
        let read = match City::read_position(rules, &text) {
            Ok(read) => read,
            Err(error) => panic!("{text}\n{error}"),
        };
        assert!(read == *game, "{text}\n{}", read.position(rules));
    });
}

/// Text that is no position is refused; what is read can be played to its end.
#[test]
fn nonsense_positions_are_refused_and_the_others_can_be_played() {
    const ALPHABET: &[u8] = b"00112233445566778899-;@=.:/LRNESWr x,\xE9";
    let mut rng = Rng::new(7);
    let (mut refused, mut played) = (0, 0);
    games(700..712, |rules, game, _| {
        let text = game.position(rules);
        for _ in 0..4 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=rng.below(2) {
                // Half of the changes near the end, where the small fields are.
                let last = if rng.below(2) == 0 { 60 } else { bytes.len() };
                let at = bytes.len() - 1 - rng.below(last.min(bytes.len()) as u32) as usize;
                let with = ALPHABET[rng.below(ALPHABET.len() as u32) as usize];
                match rng.below(4) {
                    0 => {
                        bytes.remove(at);
                    }
                    1 => bytes.insert(at, with),
                    _ => bytes[at] = with,
                }
            }
            let changed = String::from_utf8_lossy(&bytes);
            match City::read_position(rules, &changed) {
                Err(error) => {
                    assert!(error.at <= changed.len(), "{error}");
                    refused += 1;
                }
                Ok(mut game) => {
                    let mut actions = 0;
                    game.forecast(rules);
                    while game.turn() != Turn::Over {
                        let action = game.pick(rules, &mut rng);
                        game.play(rules, action, &mut Quiet);
                        actions += 1;
                        assert!(actions < 1000);
                    }
                    played += 1;
                }
            }
        }
    });
    assert!(refused > 1000 && played > 100, "{refused} refused, {played} played");
}

/// Words with slips of the pen are read as an action or refused, but never stop the program.
#[test]
fn nonsense_words_are_refused() {
    let mut rng = Rng::new(8);
    let words =
        ["0,0 r0", "gate@0,0:N", "follower@homes:inner.1", "wall:left", "guard", "tower:right"];
    games(750..760, |rules, game, action| {
        let own = game.word(rules, action);
        let mut text =
            if rng.below(2) == 0 { own } else { words[rng.below(6) as usize].to_owned() };
        let at = rng.below(text.len() as u32) as usize;
        let with = ["", "0", "9", "-", ":", ".", "é", "99999", " ", "N"][rng.below(10) as usize];
        text.replace_range(at..=at, with);
        match game.read_word(rules, &text) {
            Err(error) => assert!(error.at <= text.len() && !error.expected.is_empty()),
            Ok(read) if game.refuse(rules, read).is_none() => {
                game.clone().play(rules, read, &mut Quiet);
            }
            Ok(read) => assert!(!game.word(rules, read).is_empty()),
        }
    });
}

/// Everything that could be tried in a state.
fn attempts(rules: &Rules, game: &City) -> Vec<Action> {
    let mut tries = vec![Action::Pass, Action::Choose(0)];
    tries.extend((0..5).map(|seat| Action::First(Seat(seat))));
    tries.extend((0..=rules.tiles().len() as u8).map(|kind| Action::Draw(TileKind(kind))));
    for cell in area(&cells(game)) {
        tries.extend(Rot::ALL.map(|rot| Action::Tile { cell, rot }));
        for piece in [FOLLOWER, GATE, WALL, TOWER, Piece(9)] {
            for side in Side::ALL {
                tries.push(Action::Put { piece, at: Spot::Edge { cell, side } });
            }
        }
        for segment in 0..18 {
            let at = Spot::segment(cell, segment);
            tries.push(Action::Put { piece: FOLLOWER, at });
        }
    }
    let far = Cell::new(i16::MAX, i16::MIN);
    tries.push(Action::Tile { cell: far, rot: Rot::R0 });
    tries.push(Action::Put { piece: GATE, at: Spot::Edge { cell: far, side: Side::N } });
    tries.push(Action::Put { piece: FOLLOWER, at: Spot::segment(far, 0) });
    tries
}

/// The list of legal actions is exactly what is not refused, without repetition.
#[test]
fn legal_is_what_is_not_refused() {
    let mut legal = Actions::new();
    games(800..806, |rules, game, _| {
        game.legal(rules, &mut legal);
        let listed: BTreeSet<Action> = legal.iter().copied().collect();
        assert_eq!(listed.len(), legal.len(), "listed twice");
        let tries = attempts(rules, game);
        let allowed = tries.into_iter().filter(|a| game.refuse(rules, *a).is_none());
        let allowed: BTreeSet<Action> = allowed.collect();
        assert_eq!(listed, allowed, "{}", game.position(rules));
        assert_eq!(legal.is_empty(), game.turn() == Turn::Over);
    });
}

/// What is picked is legal, and all of it is picked equally often, or by the odds.
#[test]
fn picks_are_fair() {
    let mut rng = Rng::new(99);
    let mut count = 0;
    games(900..906, |rules, game, _| {
        count += 1;
        if game.turn() == Turn::Over || count % 17 != 0 {
            return;
        }
        let mut weights: BTreeMap<Action, u32> = BTreeMap::new();
        if game.turn() == Turn::Chance {
            let mut odds = Odds::new();
            game.odds(rules, &mut odds);
            weights.extend(odds.iter().map(|(action, n)| (*action, *n as u32)));
        } else {
            let mut legal = Actions::new();
            game.legal(rules, &mut legal);
            weights.extend(legal.iter().map(|action| (*action, 1)));
        }
        let total: u32 = weights.values().sum();
        let rounds = 400 * total;
        let mut seen: BTreeMap<Action, u32> = BTreeMap::new();
        for _ in 0..rounds {
            *seen.entry(game.pick(rules, &mut rng)).or_default() += 1;
        }
        for (action, weight) in &weights {
            let (expected, got) = (400 * weight, seen.remove(action).unwrap_or(0));
            let far = 6 * expected.isqrt();
            assert!(got.abs_diff(expected) < far, "{action:?}: {got} of {expected}");
        }
        assert!(seen.is_empty(), "picked but not legal: {seen:?}");
    });
}

/// The forecast of a finished game is its result; before, it is what ending it now would give.
#[test]
fn the_forecast_of_the_last_state_is_the_result() {
    games(1000..1030, |rules, game, _| {
        let forecast = game.forecast(rules);
        for (now, then) in game.scores().into_iter().zip(forecast) {
            assert!(then >= now);
        }
        if game.turn() == Turn::Over {
            assert_eq!(forecast, game.scores());
        }
    });
}

/// All kinds of tile that the kit has markets of, touching and apart, and streets.
fn mixed_set() -> String {
    let ids = ["cross", "ns", "curve", "end", "mix", "twin", "duo", "inner", "hall-fish"];
    let others = ["cap-fish", "cap-grain", "cap-cow", "all-fish", "blank"];
    let tiles: Vec<(&str, u8)> = ids.into_iter().chain(others).map(|id| (id, 5)).collect();
    crate::common::kit::small_set(&tiles)
}

/// The list of moves is the one that laying everywhere and asking gives, in the same order.
#[test]
fn moves_are_what_laying_everywhere_gives() {
    let mixed = mixed_set();
    let mut sets: Vec<&str> = city::SETS.iter().map(|set| set.text).collect();
    sets.push(&mixed);
    let mut moves = Box::new(Moves::new());
    let mut lists = 0;
    for seed in 700..760 {
        let rng = &mut Rng::new(seed);
        let options = random_options(rng);
        let set = sets[rng.below(sets.len() as u32) as usize];
        let rules = crate::common::rules_with(2 + rng.below(3) as u8, &options, Some(set));
        let style = if seed.is_multiple_of(3) { Style::Any } else { Style::Eager };
        let mut game = City::start(&rules);
        while game.turn() != Turn::Over {
            game.moves(&rules, &mut moves);
            assert_eq!(moves.is_empty(), game.step() != TurnStep::Lay);
            if !moves.is_empty() {
                assert_eq!(moves.to_vec(), moves_by_trying(&rules, &game), "seed {seed}");
                lists += 1;
            }
            let action = choose(&game, &rules, rng, style);
            game.play(&rules, action, &mut Quiet);
        }
    }
    assert!(lists > 2000, "{lists} lists");
}

/// A random turn in one go is the turn that the same dice give action by action.
#[test]
fn random_turns_are_made_of_random_actions() {
    let mut turns = 0;
    for seed in 800..860 {
        let mut dice = Rng::new(seed);
        let options = random_options(&mut dice);
        let rules = rules(2 + dice.below(3) as u8, &options);
        let mut game = City::start(&rules);
        let mut copy = game.clone();
        while game.turn() != Turn::Over {
            let mut same_dice = dice.clone();
            let (mut told, mut told_in_steps) = (Vec::new(), Vec::new());
            copy.clone_from(&game);
            copy.random_actions(&rules, &mut same_dice, &mut Log(|e| told_in_steps.push(e)));
            game.random_turn(&rules, &mut dice, &mut Log(|e| told.push(e)));
            assert_eq!(told, told_in_steps, "seed {seed}");
            assert!(game == copy, "seed {seed}");
            // Where a tile fits nowhere, the turn in one go has guessed in vain.
            dice = same_dice;
            turns += 1;
        }
    }
    assert!(turns > 2000, "{turns} turns");
}

/// Every placement on a copy, and every claim that it is followed by.
fn moves_by_trying(rules: &Rules, game: &City) -> Vec<Move> {
    let (mut placements, mut claims) = (Actions::new(), Actions::new());
    game.legal(rules, &mut placements);
    let mut moves = Vec::new();
    for placement in placements.iter() {
        let Action::Tile { cell, rot } = *placement else { panic!("{placement:?}") };
        let mut laid = game.clone();
        laid.play(rules, *placement, &mut Quiet);
        if laid.step() == TurnStep::Claim {
            laid.legal(rules, &mut claims);
            moves.extend(claims.iter().map(|claim| Move { cell, rot, figure: Some(*claim) }));
        } else {
            moves.push(Move { cell, rot, figure: None });
        }
    }
    moves
}
