//! From positions and words to games.

use games::{AnyRules, Game, Recorder, Setup, position};
use tep::{Boards, Command, PositionLine};

fn place(text: &str) -> PositionLine {
    match Command::read(&format!("position {text}")).unwrap() {
        Command::Position(place) => place,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_line_and_the_words_that_led_there_are_the_same_board() {
    let mut recorder = Recorder::new(&Setup::country(2), &[]).unwrap();
    for word in ["base/E", "0,-1 r2", "follower@city:S", "base/U"] {
        recorder.submit_word(recorder.game().turn(), word).unwrap();
    }
    let line = position::print(recorder.rules(), recorder.game());
    let mut boards = Boards::default();
    let by_line = boards.set_up(&place(&line)).unwrap();
    let setup = position::print_setup(recorder.rules().setup());
    let words = "base/E; 0,-1 r2; follower@city:S; base/U";
    let by_words = boards.set_up(&place(&format!("start {setup} words {words}"))).unwrap();
    assert_eq!(by_line.game, by_words.game);
    assert_eq!(by_line.game, *recorder.game());
    assert_eq!(by_line.seat(), Some(1));
}

/// Engines keep their trees: they are told what was played since.
#[test]
fn a_board_that_goes_on_says_what_was_played() {
    let mut boards = Boards::default();
    let first = boards.set_up(&place("start country seats=2 words base/E")).unwrap();
    assert_eq!(first.since, None);
    let next = place("start country seats=2 words base/E; 0,-1 r2; follower@city:S; base/U");
    let next = boards.set_up(&next).unwrap();
    assert_eq!(next.since.map(|since| since.len()), Some(3));
    let back = boards.set_up(&place("start country seats=2 words base/E")).unwrap();
    assert_eq!(back.since, None);
    assert_eq!(back.game, first.game);
}

#[test]
fn tile_files_come_before_the_position() {
    let text = include_str!("../../city/src/tiles/city-own.toml");
    let mut boards = Boards::default();
    let wanted = place("start city seats=2 tiles=mine.toml");
    let missing = boards.set_up(&wanted).unwrap_err().to_string();
    assert_eq!(missing, "position: send the tile file first: tiles mine.toml");
    boards.take_tiles("mine.toml", text).unwrap();
    let board = boards.set_up(&wanted).unwrap();
    let rules = AnyRules::new(&Setup::city(2).tiles("mine.toml", text)).unwrap();
    assert_eq!(board.game, games::AnyGame::start(&rules));
}

#[test]
fn what_is_wrong_with_a_position_is_told() {
    let wrong = |text: &str| Boards::default().set_up(&place(text)).unwrap_err().to_string();
    assert!(wrong("start moon seats=2").contains("the family: country or city"));
    assert!(wrong("start country seats=9").starts_with("position: "));
    assert!(wrong("country seats=2 | base/D@0,0r0").starts_with("position: "));
    let illegal = wrong("start country seats=2 words base/E; 5,5 r0");
    assert!(illegal.ends_with("(BASE-17)"), "{illegal}");
    assert!(wrong("start country seats=2 words hello").contains("word 1 (hello)"));
}
