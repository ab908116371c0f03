//! Lets greedy players play a game and prints its record:
//! `cargo run --release -p trencavel-ai --example greedy_record -- country 2 7 inns > game.tcr`
//! (family, seats, seed, expansions).

use ai::{Outlook, Wyrand, Yardstick, choose};
use games::{AnyGame, FamilyRules, Recorder, Setup};
use table::{Action, Dice, Game, Turn};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let argument = |i: usize, default: &str| args.get(i).cloned().unwrap_or(default.to_owned());
    let seats: u8 = argument(1, "2").parse().expect("a number of seats");
    let seed: u64 = argument(2, "1").parse().expect("a seed");
    let expansions = argument(3, "");
    let names: Vec<&str> = expansions.split(',').filter(|n| !n.is_empty()).collect();
    let setup = match argument(0, "country").as_str() {
        "city" => Setup::city(seats),
        _ => Setup::country(seats).with(&names),
    };
    let mut recorder = Recorder::new(&setup, &[]).expect("a set-up that can be played");
    let mut dice = Wyrand::new(seed);
    while recorder.game().turn() != Turn::Over {
        let action = next(&recorder, &mut dice);
        let by = recorder.game().turn();
        recorder.submit(by, action).expect("the computer plays by the rules");
    }
    print!("{}", recorder.into_record().print());
}

fn next(recorder: &Recorder, dice: &mut impl Dice) -> Action {
    match (recorder.game(), recorder.rules().of()) {
        (AnyGame::Country(game), FamilyRules::Country(rules)) => greedy(rules, game, dice),
        (AnyGame::City(game), FamilyRules::City(rules)) => greedy(rules, game, dice),
        _ => unreachable!("a game and its rules are of one family"),
    }
}

fn greedy<G: Outlook>(rules: &G::Rules, game: &G, dice: &mut impl Dice) -> Action {
    choose(Yardstick::Greedy, rules, game, dice)
}
