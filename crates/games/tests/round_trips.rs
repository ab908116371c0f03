//! What is printed and read again is the same; what is recorded and replayed is the same game.

use crate::common::{Rng, any_game, any_recorder, seeds};
use games::registry::{self, OptionInfo};
use games::{Family, Game, Record, Recorder, Setup, Turn, position};

#[test]
fn records_round_trip() {
    for seed in seeds(120) {
        let mut rng = Rng(seed);
        let mut recorder = any_recorder(&mut rng);
        let most = if seed % 2 == 0 { usize::MAX } else { 1 + seed as usize % 400 };
        any_game(&mut recorder, &mut rng, most);
        assert!(recorder.record_mut().set_tag("Event", "a test \\ with \"quotes\""));
        let text = recorder.record().print();
        let read = Record::parse(&text).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert_eq!(read, *recorder.record(), "seed {seed}");
        assert_eq!(read.print(), text, "seed {seed}");
        let mut seen = 0;
        let played = read.replay(|step| {
            assert_eq!(step.word.number().is_some(), step.begins_turn);
            assert_eq!(step.text, step.word.text());
            seen += 1;
        });
        let played = played.unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert_eq!(seen, read.words().len());
        assert_eq!(played.game, *recorder.game(), "seed {seed}");
        assert_eq!(read.canonical().unwrap(), read, "seed {seed}");
        let over = played.game.turn() == Turn::Over;
        assert_eq!(over, read.outcome().unwrap().to_string() != "*");
        assert!(text.lines().all(|l| l.len() < 200 || l.starts_with('[')), "{text}");
    }
}

/// However much a table chose, its record can be read.
#[test]
fn a_record_holds_every_option_at_once() {
    let all = registry::expansions();
    let names: Vec<&str> = all.iter().map(|expansion| expansion.name).collect();
    let mut setup = Setup::country(2).with(&names);
    for OptionInfo { decl, .. } in
        registry::options().iter().filter(|o| o.family == Family::Country)
    {
        setup = setup.option(decl.key, decl.values.last().unwrap());
    }
    let recorder = Recorder::new(&setup, &["Ada", "Bo"]).unwrap();
    let text = recorder.record().print();
    assert_eq!(Record::parse(&text).unwrap(), *recorder.record(), "{text}");
}

#[test]
fn a_record_can_be_resumed_anywhere() {
    for seed in seeds(40) {
        let mut rng = Rng(seed);
        let mut whole = any_recorder(&mut rng);
        any_game(&mut whole, &mut rng, 120);
        let cut = rng.next() as usize % (whole.record().words().len() + 1);
        let mut part = whole.record().clone();
        part.truncate(cut);
        let mut resumed = Recorder::resume(&part).unwrap();
        for word in &whole.record().words()[cut..] {
            resumed.submit_word(resumed.game().turn(), word.text()).unwrap();
        }
        assert_eq!(resumed.game(), whole.game(), "seed {seed}");
        let numbers = |r: &Recorder| -> Vec<_> {
            r.record().words().iter().map(|w| (w.number(), w.text().to_string())).collect()
        };
        assert_eq!(numbers(&resumed), numbers(&whole), "seed {seed}");
    }
}

#[test]
fn words_may_be_typed_without_numbers_and_without_x() {
    let mut gone = 0;
    for seed in seeds(150) {
        let mut rng = Rng(seed);
        let mut recorder = any_recorder(&mut rng);
        any_game(&mut recorder, &mut rng, usize::MAX);
        let printed = recorder.record().print();
        let (head, words) = printed.split_once("\n\n").unwrap();
        let mut plain = format!("{head}\n\n");
        for word in recorder.record().words() {
            gone += word.text().ends_with(" x") as u32;
            plain += word.text().trim_end_matches(" x");
            plain += "\n";
        }
        let read = Record::parse(&plain).unwrap();
        let played = read.replay(|_| {}).unwrap_or_else(|e| panic!("{e}\n{plain}\n{words}"));
        assert_eq!(played.game, *recorder.game());
        let bare = |r: &Record| -> Vec<_> {
            r.words().iter().map(|w| (w.number(), w.text().to_string())).collect()
        };
        assert_eq!(bare(&read.canonical().unwrap()), bare(recorder.record()));
    }
    assert!(gone > 0, "no tile was discarded in any game");
}

#[test]
fn positions_round_trip_with_their_set_up() {
    for seed in seeds(100) {
        let mut rng = Rng(seed);
        let mut recorder = any_recorder(&mut rng);
        any_game(&mut recorder, &mut rng, seed as usize);
        let text = position::print(recorder.rules(), recorder.game());
        let (rules, game) = position::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(rules.setup(), recorder.rules().setup());
        assert_eq!(game, *recorder.game(), "{text}");
        assert_eq!(position::print(&rules, &game), text);
    }
}
