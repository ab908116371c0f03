//! The trial, an expansion made up for the tests, comes in by the contract alone: everything above
//! the country plays it, shows it and tells it without knowing its nouns.

use crate::common::Rng;
use games::survey::Survey;
use games::view::Tabletop;
use games::{
    Action, AnyGame, AnyRules, Dice, Event, Game, Record, Recorder, Setup, Turn, tell, walk,
};

const ALL: [&str; 7] = ["river", "inns", "traders", "count", "cult", "abbot", "trial"];

fn rules(seats: u8, expansions: &[&str]) -> AnyRules {
    AnyRules::new(&Setup::country(seats).with(expansions)).unwrap()
}

#[test]
fn its_nouns_are_declared_and_reach_the_top() {
    let rules = rules(2, &["trial"]);
    let pieces = rules.pieces();
    let piece = |name: &str| *pieces.iter().find(|p| p.name == name).unwrap();
    assert_eq!((piece("herald").each, piece("herald").nobodys), (1, false));
    assert_eq!((piece("beast").each, piece("beast").nobodys), (0, true));
    assert_eq!(piece("beast").phrase, "the beast");
    assert!(rules.asks().contains(&"beast"));
    assert!(rules.tokens().iter().any(|(_, name)| *name == "bone"));
    assert!(rules.places().iter().any(|(_, name)| *name == "watch"));
    let tiles: u32 = rules
        .tiles()
        .iter()
        .map(|(_, id, n)| if id.starts_with("trial/") { u32::from(*n) } else { 0 })
        .sum();
    assert_eq!(tiles, 30);
    let shown = games::registry::expansions();
    assert!(shown.iter().all(|info| info.name != "trial"), "lists for people leave it out");
}

/// Positions, words, refusals and pieces hold at every step, alone and with all six others.
#[test]
fn random_walks_hold_everywhere() {
    for (seats, expansions) in [(2, &ALL[6..]), (3, &["traders", "trial"]), (6, &ALL[..])] {
        let rules = rules(seats, expansions);
        let mut dice = Rng(77 + u64::from(seats));
        walk::walk(&rules, &mut dice).unwrap();
    }
}

/// What happened in a game, by the words of its sentences.
#[test]
fn whole_games_are_recorded_told_and_surveyed() {
    let mut seen = [false; 7];
    for seed in 0..12 {
        let setup = Setup::country(2 + seed % 5).with(&ALL);
        let names = ["Alice", "Bob", "Carol", "Dave", "Eve", "Frank"];
        let names = &names[..setup.seats as usize];
        let mut recorder = Recorder::new(&setup, names).unwrap();
        let mut dice = Rng(u64::from(seed));
        while recorder.game().turn() != Turn::Over {
            let action = recorder.game().pick(recorder.rules(), &mut dice);
            let asked = Tabletop::of(recorder.rules(), recorder.game()).ask.name();
            seen[0] |= asked == "beast";
            seen[1] |= matches!(action, Action::Take { .. });
            seen[2] |= matches!(action, Action::Choose(255));
            let by = recorder.game().turn();
            let told = recorder.submit(by, action).unwrap();
            for event in &told {
                let said = tell::sentence(recorder.rules(), recorder.game(), names, event);
                seen[3] |= said.contains(" moves the beast from ");
                seen[4] |= said.ends_with(" scores 1 for a herald on watch");
                seen[5] |= said.contains(" bone") && matches!(event, Event::Gained { .. });
                seen[6] |= said == "The beast walks" && matches!(event, Event::Told { .. });
            }
            if dice.below(60) == 0 {
                let survey = Survey::of(recorder.rules(), recorder.game(), false);
                assert!(!survey.features.is_empty());
            }
        }
        let printed = recorder.record().print();
        let replayed = Record::parse(&printed).unwrap().replay(|_| {}).unwrap();
        assert_eq!(&replayed.game, recorder.game());
    }
    assert_eq!(seen, [true; 7], "asked, taken back, chosen, moved, watched, a bone gained, told");
}

/// TRIAL-06: a word with a cell puts a follower on an earlier tile.
#[test]
fn trial_06_a_follower_stands_on_an_earlier_tile() {
    let rules = rules(2, &["trial"]);
    let mut game = AnyGame::start(&rules);
    for word in ["trial/post", "1,0 r0"] {
        let action = game.read_word(&rules, word).unwrap();
        assert_eq!(game.refuse(&rules, action), None, "{word}");
        game.play(&rules, action, &mut games::Quiet);
    }
    let action = game.read_word(&rules, "follower@0,0:road:EW").unwrap();
    assert_eq!(game.refuse(&rules, action), None);
    assert_eq!(game.word(&rules, action), "follower@0,0:road:EW");
    game.play(&rules, action, &mut games::Quiet);
    let figures = Tabletop::of(&rules, &game).figures;
    assert!(figures.iter().any(|f| game.spot(&rules, f.at) == "0,0:road:EW" && f.seat.is_some()));
}

/// TRIAL-05: nobody is put on a tile with a bog, and the refusal says why.
#[test]
fn trial_05_a_bog_forbids_figures() {
    let rules = rules(2, &["trial"]);
    let mut game = AnyGame::start(&rules);
    for word in ["trial/bog-road", "1,0 r1"] {
        let action = game.read_word(&rules, word).unwrap();
        assert_eq!(game.refuse(&rules, action), None, "{word}");
        game.play(&rules, action, &mut games::Quiet);
    }
    assert_eq!(game.turn(), Turn::Chance, "nobody is asked for a figure");
}
