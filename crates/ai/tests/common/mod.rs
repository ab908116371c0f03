//! Set-ups, and games between players.

use ai::{Evaluate, Mind, Player, Wyrand};
use city::{CitySetup, Rules as CityRules};
use country::{CountrySetup, Rules as CountryRules};
use table::{Action, Quiet, Turn};

/// Everything that is published.
pub const ALL: [&str; 6] = ["river", "inns", "traders", "count", "cult", "abbot"];

pub fn country(seats: u8, expansions: &[&str]) -> CountryRules {
    CountryRules::new(&CountrySetup::base(seats).with(expansions)).unwrap()
}

pub fn city(seats: u8) -> CityRules {
    CityRules::new(&CitySetup { seats, ..CitySetup::default() }).unwrap()
}

pub fn player(text: &str) -> Player {
    text.parse().unwrap()
}

/// Nobody stops it.
pub fn never() -> bool {
    false
}

/// The game after this many choices of greedy players, where a seat must lay a tile.
pub fn middle<G: Evaluate>(rules: &G::Rules, choices: usize, seed: u64) -> G {
    let mut game = G::start(rules);
    let mut dice = Wyrand::new(seed);
    for _ in 0..choices {
        let action = ai::choose(ai::Yardstick::Greedy, rules, &game, &mut dice);
        game.play(rules, action, &mut Quiet);
    }
    loop {
        let mut lays = false;
        game.each_move(rules, |_| lays = true);
        if lays {
            return game;
        }
        let action = ai::choose(ai::Yardstick::Greedy, rules, &game, &mut dice);
        game.play(rules, action, &mut Quiet);
    }
}

/// A whole game: what everybody did, and the points. Every choice must be legal.
pub fn whole_game<G: Evaluate>(
    rules: &G::Rules,
    players: &[Player],
    seed: u64,
) -> (Vec<Action>, Vec<u16>) {
    let mut minds: Vec<Mind<G>> =
        players.iter().zip(seed..).map(|(p, s)| Mind::new(p, s)).collect();
    let mut chance = Wyrand::new(seed);
    let mut game = G::start(rules);
    let mut actions = Vec::new();
    loop {
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.pick(rules, &mut chance),
            Turn::Player(seat) => minds[seat.index()].choose(rules, &game, 4, &mut never),
        };
        assert_eq!(game.refuse(rules, action), None);
        game.play(rules, action, &mut Quiet);
        for mind in &mut minds {
            mind.played(rules, action);
        }
        actions.push(action);
    }
    (actions, game.scores()[..players.len()].to_vec())
}
