//! What must hold in every game, whatever the rules say: over random games of random set-ups.
//!
//! `LONG=1` plays many more of them.

use std::collections::BTreeMap;

use crate::common::{Rng, Style, any_setup, choose, games, seats};
use country::exp::{Strength, nouns};
use country::limits::PIECES;
use country::tile::{Kind, Segment};
use country::{Country, CountrySetup, Rules};
use table::{
    Action, Actions, Cell, Dice, Game, HalfEdge, Log, Move, Moves, Odds, Piece, Quiet, Rot, Seat,
    Side, Spot, Text, TileKind, Turn,
};

/// Plays random games and shows every state with the action that follows.
fn play_games(
    seeds: std::ops::Range<u64>,
    setup: impl Fn(&mut Rng) -> CountrySetup,
    mut see: impl FnMut(&Rules, &Country, Option<Action>, &mut Rng),
) {
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let setup = setup(&mut rng);
        let story = Story(format!("seed {seed}, {setup:?}"));
        let rules = Rules::new(&setup).unwrap();
        let style = Style::random(&mut rng);
        let mut game = Country::start(&rules);
        while game.turn() != Turn::Over {
            let action = choose(&game, &rules, &mut rng, style);
            see(&rules, &game, Some(action), &mut rng);
            game.play(&rules, action, &mut Quiet);
        }
        see(&rules, &game, None, &mut rng);
        drop(story);
    }
}

/// Says which game it was if a test fails.
struct Story(String);

impl Drop for Story {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in {}", self.0);
        }
    }
}

fn legal(rules: &Rules, game: &Country) -> Vec<Action> {
    let mut list = Actions::new();
    game.legal(rules, &mut list);
    list.to_vec()
}

fn sorted<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    values.sort();
    values
}

/// The printed position is read back as an equal game, and that game goes on in the same way.
#[test]
fn positions_are_read_back() {
    let seeds = 0..games(30, 3000) as u64;
    let mut shadow: Option<Country> = None;
    play_games(seeds, any_setup, |rules, game, action, rng| {
        let text = game.position(rules);
        let read = Country::read_position(rules, &text);
        let read = read.unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert!(read == *game, "read back otherwise:\n{text}\n{}", read.position(rules));
        assert_eq!(read.position(rules), text);
        let mut now = shadow.take().filter(|_| !rng.one_in(20)).unwrap_or(read);
        assert!(now == *game, "a game that was read goes on otherwise:\n{text}");
        assert_eq!(sorted(legal(rules, &now)), sorted(legal(rules, game)));
        if let Some(action) = action {
            now.play(rules, action, &mut Quiet);
            shadow = Some(now);
        }
    });
}

/// Every action that makes any sense now.
fn imaginable(rules: &Rules, game: &Country) -> Vec<Action> {
    let laid = game.board().laid();
    let xs = laid.iter().map(|l| l.cell.x);
    let ys = laid.iter().map(|l| l.cell.y);
    let (left, right) = (xs.clone().min().unwrap() - 1, xs.max().unwrap() + 1);
    let (top, bottom) = (ys.clone().min().unwrap() - 1, ys.max().unwrap() + 1);
    let mut actions = vec![Action::Pass];
    actions.extend((0..table::SEATS_MAX as u8).map(|s| Action::First(Seat(s))));
    actions.extend((0..rules.tiles().len() as u8).map(|k| Action::Draw(TileKind(k))));
    actions.extend((0..4).map(Action::Choose));
    for cell in (left..=right).flat_map(|x| (top..=bottom).map(move |y| Cell::new(x, y))) {
        actions.extend(Rot::ALL.map(|rot| Action::Tile { cell, rot }));
    }
    let segments = laid.iter().flat_map(|l| {
        let len = rules.tiles()[l.kind.0 as usize].segments.len() as u8;
        (0..=len).map(|segment| Spot::segment(l.cell, segment))
    });
    for spot in segments.chain((0..6).map(Spot::Place)) {
        actions.push(Action::Take { at: spot });
        for piece in (0..=PIECES as u8).map(Piece) {
            actions.push(Action::Put { piece, at: spot });
            actions.push(Action::Move { piece, to: spot });
        }
    }
    actions
}

/// Whatever can be imagined is either in the list or refused with a rule, and never both.
#[test]
fn the_legal_list_is_what_is_not_refused() {
    let seeds = 10_000..10_000 + games(16, 300) as u64;
    let mut asked = 0u32;
    play_games(seeds, any_setup, |rules, game, _, rng| {
        if !rng.one_in(60) {
            return;
        }
        let listed = sorted(legal(rules, game));
        let allowed: Vec<Action> = imaginable(rules, game)
            .into_iter()
            .filter(|action| match game.refuse(rules, *action) {
                None => true,
                Some(refusal) => {
                    assert!(refusal.rule.contains('-') && !refusal.reason.is_empty());
                    false
                }
            })
            .collect();
        assert_eq!(sorted(allowed), listed);
        let mut once = listed.clone();
        once.dedup();
        assert_eq!(once, listed, "an action is listed twice");
        asked += 1;
    });
    println!("{asked} states");
    assert!(asked > 50);
}

/// The word of every legal action is read as that action, and no two actions share a word.
#[test]
fn words_are_read_back() {
    let seeds = 20_000..20_000 + games(30, 1000) as u64;
    play_games(seeds, any_setup, |rules, game, _, _| {
        let actions = legal(rules, game);
        let words: Vec<String> = actions.iter().map(|a| game.word(rules, *a)).collect();
        for (action, word) in actions.iter().zip(&words) {
            assert_eq!(game.read_word(rules, word).as_ref(), Ok(action), "{word}");
        }
        let mut distinct = sorted(words);
        distinct.dedup();
        assert_eq!(distinct.len(), actions.len());
    });
}

/// A clone plays for itself; `clone_from` makes the same as `clone`; listening changes nothing.
#[test]
fn copies_and_listeners_change_nothing() {
    let seeds = 30_000..30_000 + games(50, 3000) as u64;
    let mut reused: Option<Country> = None;
    play_games(seeds, any_setup, |rules, game, action, rng| {
        let Some(action) = action else { return };
        let before = game.clone();
        assert!(before == *game);
        let mut quiet = game.clone();
        quiet.play(rules, action, &mut Quiet);
        assert!(before == *game, "playing on a clone changed the original");
        let mut loud = reused.take().unwrap_or_else(|| game.clone());
        loud.clone_from(game);
        assert!(loud == *game, "clone_from is not clone");
        let mut told = 0;
        loud.play(rules, action, &mut Log(|_| told += 1));
        assert!(loud == quiet, "events changed the game");
        // Leave something else behind for the next clone_from.
        for _ in 0..rng.below(8) {
            if loud.turn() != Turn::Over {
                let any = loud.pick(rules, rng);
                loud.play(rules, any, &mut Quiet);
            }
        }
        reused = Some(loud);
    });
}

/// The list of moves is the one that laying everywhere and asking gives, in the same order.
#[test]
fn moves_are_what_laying_everywhere_gives() {
    let seeds = 40_000..40_000 + games(40, 3000) as u64;
    let mut moves = Box::new(Moves::new());
    let mut lists = 0;
    play_games(seeds, any_setup, |rules, game, action, rng| {
        game.moves(rules, &mut moves);
        let laying = matches!(action, Some(Action::Tile { .. }));
        assert_eq!(moves.is_empty(), !laying);
        if laying {
            assert_eq!(moves.to_vec(), moves_by_trying(rules, game));
            let whole = *rng.one_of(&moves);
            let (mut at_once, mut in_steps) = (game.clone(), game.clone());
            at_once.play_move(rules, whole, &mut Quiet);
            let Move { cell, rot, figure } = whole;
            in_steps.play(rules, Action::Tile { cell, rot }, &mut Quiet);
            if let Some(figure) = figure {
                in_steps.play(rules, figure, &mut Quiet);
            }
            assert!(at_once == in_steps);
            lists += 1;
        }
    });
    assert!(lists > 1000, "{lists} lists");
}

/// Every placement on a copy, and every figure action that it is followed by.
fn moves_by_trying(rules: &Rules, game: &Country) -> Vec<Move> {
    let mut moves = Vec::new();
    for placement in legal(rules, game) {
        let Action::Tile { cell, rot } = placement else { panic!("{placement:?}") };
        let mut laid = game.clone();
        laid.play(rules, placement, &mut Quiet);
        if laid.turn() == game.turn() && laid.step_name(rules) == "act" {
            let figures = legal(rules, &laid).into_iter().map(Some);
            moves.extend(figures.map(|figure| Move { cell, rot, figure }));
        } else {
            moves.push(Move { cell, rot, figure: None });
        }
    }
    moves
}

/// A random turn in one go is the turn that the same dice give action by action.
#[test]
fn random_turns_are_made_of_random_actions() {
    let mut turns = 0;
    for seed in 45_000..45_000 + games(75, 5000) as u64 {
        let mut dice = Rng::new(seed);
        let rules = Rules::new(&any_setup(&mut dice)).unwrap();
        let mut game = Country::start(&rules);
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
    assert!(turns > 5_000, "{turns} turns");
}

/// No piece and no tile is lost or made, and points never decrease.
#[test]
fn nothing_is_lost() {
    let seeds = 50_000..50_000 + games(120, 10_000) as u64;
    let mut scores = [0; table::SEATS_MAX];
    play_games(seeds, any_setup, |rules, game, _, _| {
        check_pieces(rules, game);
        let start = Country::start(rules);
        assert_eq!(all_tiles(game), all_tiles(&start));
        let fresh = game.board().laid().len() == start.board().laid().len();
        let before = std::mem::replace(&mut scores, game.scores());
        assert!(fresh || (0..6).all(|seat| before[seat] <= scores[seat]), "points decrease");
        let nobody = &scores[rules.seats() as usize..];
        assert!(nobody.iter().all(|points| *points == 0), "points for nobody");
    });
}

fn check_pieces(rules: &Rules, game: &Country) {
    for seat in seats(rules) {
        for piece in 0..PIECES {
            let kind = Piece(piece as u8);
            let on_board = game.figures().iter().filter(|f| (f.seat, f.piece) == (seat, kind));
            let inside = game.slots().count.inside.iter();
            let inside: u8 = inside.map(|q| q[seat.index()].get(piece).copied().unwrap_or(0)).sum();
            let all = game.supply(seat, kind) + on_board.count() as u8 + inside;
            assert_eq!(all, rules.supply()[piece], "seat {seat:?}, piece {piece}");
        }
    }
}

/// Where all tiles are, taken together.
fn all_tiles(game: &Country) -> BTreeMap<u8, u32> {
    let mut tiles = BTreeMap::new();
    let river = &game.slots().river;
    let bags = [game.bag(), game.discarded(), game.aside(), &river.stack];
    let counted = bags.into_iter().flat_map(|bag| bag.iter().collect::<Vec<_>>());
    let laid = game.board().laid().iter().map(|l| l.kind);
    let single = laid.chain(game.hand()).chain(river.queue.iter().copied()).chain(river.lake);
    for (kind, count) in counted.chain(single.map(|kind| (kind, 1))) {
        *tiles.entry(kind.0).or_default() += count as u32;
    }
    tiles
}

/// One legal action, all equally likely; at chance, as likely as the odds say.
#[test]
fn picks_are_fair() {
    let seeds = 60_000..60_000 + games(14, 200) as u64;
    let mut tested = 0;
    play_games(seeds, any_setup, |rules, game, action, rng| {
        if action.is_some() && rng.one_in(40) {
            check_picks(rules, game, rng);
            tested += 1;
        }
    });
    println!("{tested} states");
    assert!(tested > 50);
}

fn check_picks(rules: &Rules, game: &Country, rng: &mut Rng) {
    let mut odds = Odds::new();
    game.odds(rules, &mut odds);
    let weights: BTreeMap<Action, u32> = if game.turn() == Turn::Chance {
        odds.iter().map(|(action, n)| (*action, *n as u32)).collect()
    } else {
        legal(rules, game).into_iter().map(|action| (action, 1)).collect()
    };
    let total: u32 = weights.values().sum();
    let samples = 40 * weights.len() as u32 + 200;
    let mut seen: BTreeMap<Action, u32> = BTreeMap::new();
    for _ in 0..samples {
        let action = game.pick(rules, rng);
        assert!(weights.contains_key(&action), "{action:?} is not legal");
        *seen.entry(action).or_default() += 1;
    }
    let mut chi_square = 0.0;
    for (action, weight) in &weights {
        let expected = samples as f64 * *weight as f64 / total as f64;
        let found = seen.get(action).copied().unwrap_or(0) as f64;
        chi_square += (found - expected).powi(2) / expected;
    }
    // Six standard deviations above the mean, and some more for few degrees of freedom.
    let freedom = f64::from(weights.len() as u32) - 1.0;
    let bound = freedom + 6.0 * (2.0 * freedom).sqrt() + 12.0;
    assert!(chi_square < bound, "chi-square {chi_square:.1} of {freedom}: {weights:?} {seen:?}");
}

/// What is known of each feature is what a flood fill over the board finds.
#[test]
fn tallies_are_those_of_a_flood_fill() {
    let seeds = 70_000..70_000 + games(30, 1000) as u64;
    let mut compared = 0u32;
    play_games(seeds, any_setup, |rules, game, _, rng| {
        if rng.one_in(5) || game.turn() == Turn::Over {
            compared += check_features(rules, game);
        }
    });
    println!("{compared} features");
}

fn check_features(rules: &Rules, game: &Country) -> u32 {
    let laid = game.board().laid();
    let segments = |tile: usize| &rules.tiles()[laid[tile].kind.0 as usize].segments;
    let mut seen: Vec<Vec<bool>> =
        (0..laid.len()).map(|t| vec![false; segments(t).len()]).collect();
    let mut features = 0;
    for tile in 0..laid.len() {
        for segment in 0..segments(tile).len() {
            if !seen[tile][segment] {
                let found = flood(rules, game, (tile, segment), &mut seen);
                compare_feature(rules, game, &found);
                features += 1;
            }
        }
    }
    features
}

type SegmentAt = (usize, usize);

/// All segments joined with this one, and how many sides of them lead nowhere.
fn flood(
    rules: &Rules,
    game: &Country,
    from: SegmentAt,
    seen: &mut [Vec<bool>],
) -> (Vec<SegmentAt>, u8) {
    let board = game.board();
    let (mut found, mut open) = (Vec::new(), 0);
    let mut todo = vec![from];
    seen[from.0][from.1] = true;
    while let Some(place) = todo.pop() {
        found.push(place);
        let laid = board.laid()[place.0];
        let segment = &rules.tiles()[laid.kind.0 as usize].segments[place.1];
        let mut reach = |side: Side, same: &dyn Fn(&Segment, Rot) -> bool| -> bool {
            let Some(tile) = board.number_at(laid.cell.step(side)) else {
                return false;
            };
            let other = board.laid()[tile];
            let theirs = &rules.tiles()[other.kind.0 as usize].segments;
            for (i, _) in theirs.iter().enumerate().filter(|(_, s)| same(s, other.rot)) {
                if !std::mem::replace(&mut seen[tile][i], true) {
                    todo.push((tile, i));
                }
            }
            true
        };
        for side in segment.sides.iter().map(|s| s.turned(laid.rot)) {
            let meets =
                |s: &Segment, rot: Rot| s.sides.iter().any(|o| o.turned(rot) == side.opposite());
            open += !reach(side, &meets) as u8;
        }
        for half in segment.ports.iter().map(|p| p.turned(laid.rot)) {
            let meets = |s: &Segment, rot: Rot| {
                s.ports.iter().any(|o: &HalfEdge| o.turned(rot) == half.partner())
            };
            reach(half.side(), &meets);
        }
    }
    (found, open)
}

fn compare_feature(rules: &Rules, game: &Country, (places, open): &(Vec<SegmentAt>, u8)) {
    let laid = game.board().laid();
    let at = |place: &SegmentAt| {
        let found = game.feature_at(laid[place.0].cell, place.1 as u8);
        found.expect("a tile lies there")
    };
    let (root, feature) = at(&places[0]);
    let (mut pennants, mut marks) = (0, 0);
    for place in places {
        assert_eq!(at(place), (root, feature), "one feature in two parts");
        let segment = &rules.tiles()[laid[place.0].kind.0 as usize].segments[place.1];
        assert_eq!(segment.kind, feature.kind());
        pennants += segment.pennants;
        marks |= segment.marks as u8;
    }
    let mut tiles = sorted(places.iter().map(|place| place.0));
    tiles.dedup();
    let mut strengths = [0; table::SEATS_MAX];
    for figure in game.figures() {
        if places.contains(&(figure.tile as usize, figure.segment as usize)) {
            let decl = nouns::piece(figure.piece).expect("a piece");
            if let Strength::Fixed(strength) = decl.strength {
                strengths[figure.seat.index()] += strength;
            }
        }
    }
    let tiles = if feature.kind() == Kind::Field { 0 } else { tiles.len() as u8 };
    let found = (feature.tiles(), feature.open(), feature.pennants(), feature.marks());
    assert_eq!(found, (tiles, *open, pennants, marks), "{places:?}");
    assert_eq!(feature.strengths(), strengths, "{places:?}");
}
