//! Random games over random choices of expansions, options and seats: nothing may break.

use std::collections::{BTreeMap, BTreeSet};

use reference_country::{Reference, Turn, known_options};

/// A small generator, enough to choose among a few things.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }
}

fn random_setup(dice: &mut Dice) -> (Vec<&'static str>, Vec<(&'static str, &'static str)>, usize) {
    let all = ["river", "abbot", "inns", "traders", "cult", "count"];
    let expansions: Vec<&str> = all.into_iter().filter(|_| dice.below(2) == 0).collect();
    let mut options = Vec::new();
    for (key, values) in known_options() {
        if dice.below(3) == 0 {
            options.push((*key, *dice.one_of(values)));
        }
    }
    let most = if expansions.contains(&"inns") { 6 } else { 5 };
    let seats = 2 + dice.below(most - 1);
    (expansions, options, seats)
}

/// Pieces on the board and in supply must always add up to what was there at the start.
fn check_pieces(game: &Reference, start: &[BTreeMap<String, usize>]) {
    let mut now = game.supply();
    for (seat, piece, _) in game.figures() {
        *now[seat].entry(piece).or_insert(0) += 1;
    }
    assert_eq!(now, start);
}

fn draw(game: &Reference, dice: &mut Dice) -> String {
    let odds = game.odds();
    assert_eq!(odds.iter().map(|(word, _)| word.clone()).collect::<Vec<_>>(), game.legal());
    let total: u32 = odds.iter().map(|(_, weight)| weight).sum();
    let mut left = dice.below(total as usize) as u32;
    for (word, weight) in odds {
        if left < weight {
            return word;
        }
        left -= weight;
    }
    unreachable!("the weights were summed up")
}

/// The cell of a word that lays a tile: `0,-1 r2`.
fn laid_cell(word: &str) -> Option<(i32, i32)> {
    let (x, y) = word.split_once(" r")?.0.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// Among words that lay a tile one with most tiles around it: that completes many features.
fn densest(words: &[String], taken: &BTreeSet<(i32, i32)>) -> Option<String> {
    let near = |&(x, y): &(i32, i32)| {
        let close = |&&(a, b): &&(i32, i32)| (a - x).abs() <= 1 && (b - y).abs() <= 1;
        taken.iter().filter(close).count()
    };
    words.iter().max_by_key(|word| laid_cell(word).as_ref().map(near)).cloned()
}

/// A word for the seat that must act. Dense games lay close and never decline.
fn choose(game: &Reference, dice: &mut Dice, dense: bool, taken: &BTreeSet<(i32, i32)>) -> String {
    let words = game.legal();
    assert!(!words.is_empty() && words != ["-"], "nothing to decide");
    assert!(words.is_sorted());
    if dense && laid_cell(&words[0]).is_some() && dice.below(4) > 0 {
        return densest(&words, taken).expect("a word");
    }
    let word = dice.one_of(&words).clone();
    if dense && word == "-" { words[words.len() - 1].clone() } else { word }
}

/// Plays to the end.
fn play(mut game: Reference, dice: &mut Dice, dense: bool) -> (Reference, Vec<String>) {
    let start = game.supply();
    let mut taken = BTreeSet::new();
    let mut events = Vec::new();
    for _ in 0..5000 {
        let word = match game.turn() {
            Turn::Over => return (game, events),
            Turn::Chance => draw(&game, dice),
            Turn::Seat(_) => choose(&game, dice, dense, &taken),
        };
        taken.extend(laid_cell(&word));
        let before = game.scores();
        let happened = game.apply(&word);
        assert!(happened.is_sorted());
        assert!(before.iter().zip(game.scores()).all(|(old, new)| *old <= new));
        events.extend(happened);
        check_pieces(&game, &start);
    }
    panic!("the game does not end");
}

#[test]
fn random_games_come_to_an_end() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let games = if std::env::var_os("LONG").is_some() { 4000 } else { 150 };
    for number in 0..games {
        let (expansions, options, seats) = random_setup(&mut dice);
        let game = Reference::new(&expansions, &options, seats)
            .unwrap_or_else(|error| panic!("{error}: {expansions:?} {options:?} {seats}"));
        println!("{number}: {expansions:?} {options:?} {seats}");
        let (end, events) = play(game, &mut dice, number % 2 == 0);
        assert!(end.legal().is_empty());
        for event in events {
            let first = event.split(' ').next().unwrap_or_default().to_owned();
            *seen.entry(first).or_insert(0) += 1;
        }
    }
    println!("{seen:?}");
    for kind in [
        "scored",
        "recalled",
        "home",
        "goods",
        "goods-majority",
        "laid",
        "lost",
        "aside",
        "discard",
    ] {
        assert!(seen.contains_key(kind), "never seen: {kind}");
    }
}

#[test]
fn wrong_settings_are_refused() {
    assert!(Reference::new(&[], &[], 6).is_err());
    assert!(Reference::new(&["inns"], &[("OPT-INNS-TILES", "off")], 6).is_ok());
    assert!(Reference::new(&[], &[], 1).is_err());
    assert!(Reference::new(&["sea"], &[], 2).is_err());
    assert!(Reference::new(&[], &[("OPT-FARMERS", "maybe")], 2).is_err());
    assert!(Reference::new(&[], &[("OPT-SHEEP", "on")], 2).is_err());
}
