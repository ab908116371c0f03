//! The engine against the slow reference: the same words, and after each of them the same turn,
//! legal words, odds, events, scores, supplies, figures, goods and Count; from time to time the
//! same features.
//!
//! `LONG=1` plays thousands of games of each class instead of a few.

use std::time::Instant;

use crate::common::beside::{Beside, Told};
use crate::common::{
    Draws, EXPANSIONS, Figures, Rng, Style, Tiles, choose, expansions, games, seated,
    with_random_options,
};
use country::exp::all_options;
use country::{Country, CountrySetup};
use table::{Game, Turn};

/// The games of one class.
struct Class {
    name: &'static str,
    games: u32,
    words: usize,
    told: Told,
    clock: Instant,
}

impl Class {
    fn new(name: &'static str) -> Class {
        Class { name, games: 0, words: 0, told: Told::default(), clock: Instant::now() }
    }

    fn play(&mut self, setup: &CountrySetup, rng: &mut Rng) {
        self.play_while(setup, rng, |_| true);
    }

    /// Plays as long as a condition holds.
    fn play_while(
        &mut self,
        setup: &CountrySetup,
        rng: &mut Rng,
        going: impl Fn(&Country) -> bool,
    ) {
        let style = Style::random(rng);
        self.play_in_style(setup, style, rng, going);
    }

    fn play_in_style(
        &mut self,
        setup: &CountrySetup,
        style: Style,
        rng: &mut Rng,
        going: impl Fn(&Country) -> bool,
    ) {
        let mut beside = Beside::start(setup);
        while beside.game.turn() != Turn::Over && going(&beside.game) {
            let action = choose(&beside.game, &beside.rules, rng, style);
            beside.play(action, rng.one_in(40));
        }
        self.games += 1;
        self.words += beside.words.len();
        self.told.merge(&beside.told);
        if self.games.is_multiple_of(500) {
            println!("{}: {} games so far", self.name, self.games);
        }
    }
}

impl Drop for Class {
    fn drop(&mut self) {
        let seconds = self.clock.elapsed().as_secs_f32();
        println!(
            "{}: {} games, {} words compared, {seconds:.1} s",
            self.name, self.games, self.words
        );
        let told: Vec<String> = self.told.0.iter().map(|(what, n)| format!("{what} {n}")).collect();
        println!("  {}", told.join(", "));
    }
}

#[test]
fn base_alone() {
    let mut class = Class::new("base");
    for seed in 0..games(24, 3000) {
        let mut rng = Rng::new(1000 + seed as u64);
        let setup = seated(&mut rng, &[]);
        class.play(&setup, &mut rng);
    }
}

#[test]
fn each_expansion_alone() {
    for (i, name) in EXPANSIONS.into_iter().enumerate() {
        let mut class = Class::new(name);
        for seed in 0..games(10, 2000) {
            let mut rng = Rng::new(20_000 * (i as u64 + 1) + seed as u64);
            let setup = seated(&mut rng, &[name]);
            class.play(&setup, &mut rng);
        }
    }
}

#[test]
fn every_pair() {
    let pairs = (0..1u32 << EXPANSIONS.len()).filter(|bits| bits.count_ones() == 2);
    let mut class = Class::new("pairs");
    for bits in pairs {
        for seed in 0..games(3, 500) {
            let mut rng = Rng::new(1_000_000 + 10_000 * bits as u64 + seed as u64);
            let setup = seated(&mut rng, &expansions(bits));
            class.play(&setup, &mut rng);
        }
    }
}

#[test]
fn larger_sets() {
    let mut class = Class::new("three to five expansions");
    for seed in 0..games(32, 4000) {
        let mut rng = Rng::new(3_000_000 + seed as u64);
        let mut bits = 0;
        while !(3..=5).contains(&u32::count_ones(bits)) {
            bits = table::Dice::below(&mut rng, 1 << EXPANSIONS.len());
        }
        let setup = seated(&mut rng, &expansions(bits));
        class.play(&setup, &mut rng);
    }
}

#[test]
fn all_six() {
    let mut class = Class::new("all six expansions");
    for seed in 0..games(24, 3000) {
        let mut rng = Rng::new(4_000_000 + seed as u64);
        let setup = seated(&mut rng, &EXPANSIONS);
        class.play(&setup, &mut rng);
    }
}

/// Only the rivers of games, with any options: how a river comes to grief is rare.
#[test]
fn rivers() {
    let mut class = Class::new("rivers");
    for seed in 0..games(100, 10_000) {
        let mut rng = Rng::new(7_000_000 + seed as u64);
        let others = 2 * table::Dice::below(&mut rng, 1 << (EXPANSIONS.len() - 1));
        let setup = seated(&mut rng, &expansions(1 + others));
        let setup = with_random_options(&mut rng, setup, 2);
        class.play_while(&setup, &mut rng, |game| game.slots().river.left() > 0);
    }
}

/// Shrines that come late, into holes beside monasteries: challenges of every
/// kind, also those that a tile would begin and decide at once.
#[test]
fn challenges() {
    let mut class = Class::new("challenges");
    // In these the tile that brings a figure completes its building or the rival: a monastery and
    // a shrine by the rule of today, and both by that of revision 1.
    for seed in (0..games(36, 10_000)).chain([11_358, 11_439, 11_769, 11_664]) {
        let mut rng = Rng::new(8_000_000 + seed as u64);
        let on = [&["cult"][..], &["cult", "abbot"], &["cult", "count"], &["cult", "inns"]];
        let setup = CountrySetup::base(2).with(rng.one_of::<&[&str]>(&on));
        let setup = with_random_options(&mut rng, setup, 4);
        let draws = *rng.one_of(&[Draws::Fair, Draws::ShrinesLast]);
        let style = Style { tiles: Tiles::Around, figures: Figures::Eager, draws };
        class.play_in_style(&setup, style, &mut rng, |_| true);
    }
}

/// Every value of every option, with the expansion that it belongs to and with all of them.
#[test]
fn every_option_value() {
    let mut class = Class::new("every option value");
    for (owner, option) in all_options() {
        for (place, value) in option.values.iter().enumerate().skip(1) {
            for seed in 0..games(2, 200) {
                let number = option.number as u64 * 8 + place as u64;
                let mut rng = Rng::new(5_000_000 + 10_000 * number + seed as u64);
                let own: Vec<&str> = owner.iter().map(|(_, info)| info.wire).collect();
                let mut on = own.clone();
                let all = EXPANSIONS.into_iter().filter(|_| seed % 2 == 0);
                on.extend(all.filter(|name| !own.contains(name)));
                let setup = seated(&mut rng, &on).option(option.key, value);
                class.play(&setup, &mut rng);
            }
        }
    }
}

/// The trial alone, with every other expansion and with all of them: 30 tiles more, a beast, tiles
/// that forbid figures, a strength that depends on the city.
#[cfg(feature = "trial")]
#[test]
fn trial_beside_the_others() {
    let mut class = Class::new("trial");
    for seed in 0..games(21, 6000) {
        let mut rng = Rng::new(9_000_000 + seed as u64);
        let bits = match seed % 3 {
            0 => (1 << EXPANSIONS.len()) - 1,
            1 => 1 << (seed / 3 % EXPANSIONS.len() as u32),
            _ => table::Dice::below(&mut rng, 1 << EXPANSIONS.len()),
        };
        let mut on = expansions(bits);
        on.push("trial");
        let setup = seated(&mut rng, &on);
        let setup = with_random_options(&mut rng, setup, 4);
        class.play(&setup, &mut rng);
    }
}

#[test]
fn mixed_options() {
    let mut class = Class::new("mixed options");
    for seed in 0..games(60, 6000) {
        let mut rng = Rng::new(6_000_000 + seed as u64);
        let bits = table::Dice::below(&mut rng, 1 << EXPANSIONS.len());
        let setup = seated(&mut rng, &expansions(bits));
        let setup = with_random_options(&mut rng, setup, 2);
        class.play(&setup, &mut rng);
    }
}
