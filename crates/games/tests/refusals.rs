//! What is refused, where, and with which reason.

use crate::common::{Rng, any_game};
use games::record::{COMMENT_MAX, RECORD_MAX, TAGS_MAX, WORDS_MAX};
use games::{
    AnyGame, AnyRules, ErrorKind, Game, Outcome, Record, RecordError, Recorder, Seat, Setup, Turn,
    position, tell,
};

const HEAD: &str = "[Trencavel \"1\"]\n[Seats \"2\"]\n";

/// The error of a record, whether it comes when parsing or when replaying.
fn error(text: &str) -> RecordError {
    match Record::parse(text) {
        Err(error) => error,
        Ok(record) => record.replay(|_| {}).map(|_| ()).expect_err(text),
    }
}

#[test]
fn records_are_refused_with_line_column_and_reason() {
    // The text behind HEAD, then line, column and a part of what is expected.
    let table: &[(&str, u32, u32, &str)] = &[
        ("[", 3, 2, "the name of a tag"),
        ("[9a \"\"]", 3, 2, "the name of a tag"),
        ("[Event]", 3, 7, "in \"quotes\""),
        ("[Event \"a", 3, 10, "\" at the end"),
        ("[Event \"a\nb\"]", 3, 10, "\" at the end"),
        ("[Event \"a\\b\"]", 3, 11, "\\\" or"),
        ("[Event \"a\"", 3, 11, "]"),
        ("[Seats \"2\"]", 3, 2, "each tag once"),
        ("[Family \"town\"]", 3, 10, "country or city"),
        ("[Seat3 \"Carol\"]", 3, 2, "Seat1 to Seat2"),
        ("[Seat01 \"Carol\"]", 3, 2, "Seat1 to Seat2"),
        ("[Result \"1-2-3\"]", 3, 10, "2 seats"),
        ("[Options \"OPT-FARMERS\"]", 3, 11, "OPT-FARMERS=off"),
        ("[Options \"OPT-X=1\"]", 3, 11, "unknown option"),
        ("[Options \"OPT-TIE=none OPT-TIE=none\"]", 3, 11, "twice"),
        ("[Expansions \"city\"]", 3, 14, "a game of its own"),
        ("[Family \"city\"]\n[Expansions \"inns\"]", 4, 14, "takes no expansion"),
        ("[Family \"city\"]\n[Tiles \"mine.toml\"]", 4, 9, "was not given"),
        ("[Tiles \"a b\"]", 3, 9, "name of a tile file"),
        ("[Position \"base/D@0,0r1; turn 1\"]", 3, 12, "start tiles"),
        ("[Position \"country seats=3 | x\"]", 3, 12, "same set-up"),
        ("1.", 3, 3, "a word behind the turn number"),
        ("1. 2. base/E", 3, 4, "one turn number"),
        ("1.2.base/E", 3, 3, "one turn number"),
        ("0. base/E", 3, 1, "one turn number"),
        ("99999. base/E", 3, 1, "one turn number"),
        ("2. base/E", 3, 4, "turn number 1"),
        ("base/E 1. 0,-1 r2", 3, 11, "no turn number"),
        ("base/E 0,-1", 3, 12, "quarter turns"),
        ("base/E 0,-1 {so} r2", 3, 13, "quarter turns"),
        ("base/E 0,-1 r4", 3, 13, "quarter turns"),
        ("x", 3, 1, "x only right behind"),
        ("base/E {so} x", 3, 13, "x only right behind"),
        ("base/E x", 3, 8, "no x"),
        ("base/E 0,-1 r2 - x", 3, 16, "before the x"),
        ("base/E\n  base\"E", 4, 7, "a word of play"),
        ("base/E }", 3, 8, "a word of play"),
        ("{ü} base/ß", 3, 10, "a word of play"),
        ("base/E {never", 3, 8, "} at the end"),
        ("base/E {a {b}}", 3, 11, "do not nest"),
        ("base/E [Event \"a\"]", 3, 8, "a word of play"),
        ("base/Q9", 3, 1, "is neither"),
        ("base/E 0,-1 r2 follower@road:N", 3, 25, "no spot"),
        ("base/E 0,-1 r2 knight@city:S", 3, 16, "no piece"),
        ("base/E 0,-1 r2 follower>9,9:city:S", 3, 25, "a cell with a tile"),
    ];
    for (text, line, column, expected) in table {
        let error = error(&format!("{HEAD}{text}"));
        let place = (error.line, error.column);
        assert!(error.expected.contains(expected), "{text:?}: {error}");
        assert_eq!(place, (*line, *column), "{text:?}: {error}");
        assert_eq!(error.kind, ErrorKind::Syntax, "{text:?}: {error}");
    }
    for (text, expected) in [
        ("", "[Trencavel \"1\"]"),
        ("[Seats \"2\"]", "[Trencavel \"1\"]"),
        ("[Trencavel \"2\"]", "version 1"),
        ("[Trencavel \"1\"]", "[Seats \"2\"]"),
        ("[Trencavel \"1\"] [Seats \"0\"]", "a number of seats"),
        ("[Trencavel \"1\"] [Seats \"7\"]", "2 to 5 players"),
    ] {
        let error = error(text);
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
}

#[test]
fn illegal_moves_name_the_rule() {
    let table: &[(&str, u32, &str)] = &[
        ("0,-1 r2", 1, "BASE-16"),
        ("base/E base/E", 8, "BASE-19"),
        ("base/E 0,0 r0", 8, "BASE-01"),
        ("base/E 5,5 r0", 8, "BASE-17"),
        ("base/E 150,-150 r0", 8, "BASE-17"),
        ("base/E 0,-1 r0", 8, "BASE-18"),
        ("base/E 0,-1 r2 large@city:S", 16, "INT-05"),
        ("base/K 0,-1 r2 - base/C x base/C", 27, "BASE-16"),
    ];
    for (text, column, rule) in table {
        let error = error(&format!("{HEAD}{text}"));
        assert_eq!(error.refusal().map(|r| r.rule), Some(*rule), "{text:?}: {error}");
        assert_eq!((error.line, error.column), (3, *column), "{text:?}: {error}");
    }
}

/// Expansions may be named in any order.
#[test]
fn a_position_may_repeat_the_set_up_in_another_order() {
    let position = "country seats=2 expansions=abbot,inns | base/D@0,0r0; turn 1 part 1 step draw";
    let text = format!("{HEAD}[Expansions \"inns abbot\"]\n[Position \"{position}\"]\nbase/E");
    Record::parse(&text).unwrap().replay(|_| {}).unwrap();
}

fn finished() -> Record {
    let mut rng = Rng(7);
    let mut recorder = Recorder::new(&Setup::country(2), &[]).unwrap();
    any_game(&mut recorder, &mut rng, usize::MAX);
    recorder.into_record()
}

#[test]
fn the_result_is_checked_when_the_game_is_over() {
    let record = finished();
    let Some(Outcome::Points(points)) = record.outcome() else { panic!("no result") };
    let right = format!("[Result \"{}-{}\"]", points[0], points[1]);
    let text = record.print();
    assert!(text.contains(&right));
    for wrong in ["[Result \"*\"]", "[Result \"1-1\"]"] {
        let error = error(&text.replace(&right, wrong));
        assert_eq!((error.line, error.column), (5, 10), "{error}");
        assert!(error.expected.contains(&format!("{}-{}", points[0], points[1])), "{error}");
    }
    let none = Record::parse(&text.replace(&format!("{right}\n"), "")).unwrap();
    none.replay(|_| {}).unwrap();
    assert_eq!(none.canonical().unwrap(), record);
    let mut early = record.clone();
    early.truncate(30);
    early.replay(|_| {}).unwrap();
    assert_eq!(early.outcome(), Some(&Outcome::Open));
    let more = error(&format!("{text} base/E"));
    assert_eq!(more.refusal().map(|r| r.rule), Some("BASE-44"), "{more}");
}

#[test]
fn limits_hold() {
    let long = |text: String| error(&format!("{HEAD}{text}"));
    assert!(long("x".repeat(RECORD_MAX)).expected.contains("bytes"));
    assert!(long("- ".repeat(WORDS_MAX + 1)).expected.contains("words"));
    assert!(long("a".repeat(65)).expected.contains("64"));
    assert!(long(format!("{{{}}}", "c".repeat(COMMENT_MAX + 1))).expected.contains("comment"));
    assert!(long(format!("[Event \"{}\"]", "e".repeat(600))).expected.contains("tag"));
    let tags: Vec<String> = (0..=TAGS_MAX).map(|n| format!("[T{n} \"\"]\n")).collect();
    assert!(long(tags.concat()).expected.contains("tags"));
    assert!(long(format!("[{} \"\"]", "N".repeat(40))).expected.contains("name"));
    let body = "x".repeat(position::POSITION_MAX);
    assert!(long(format!("[Position \"{body}x\"]")).expected.contains("bytes"));
    assert!(position::parse(&format!("country seats=2 | {body}")).is_err());
    // Many comments and blanks are read in one pass.
    let many = format!("{HEAD}{}", "{a} ".repeat(200_000));
    assert_eq!(Record::parse(&many).unwrap().opening().len(), 200_000);
}

#[test]
fn positions_are_refused_with_a_column() {
    let table: &[(&str, usize, &str)] = &[
        ("", 0, "` | `"),
        ("country seats=2", 15, "` | `"),
        ("town seats=2 | ", 0, "country or city"),
        ("country | ", 7, "seats="),
        ("country seats=x | ", 14, "a number of seats"),
        ("country seats=2 seats=2 | ", 16, "only once"),
        ("country seats=2 colour=red | ", 16, "seats=, revision=, expansions="),
        ("country seats=2 options=OPT-X | ", 24, "OPT-FARMERS:off"),
        ("country seats=2 tiles=a/b | ", 22, "tile file"),
        ("country seats=7 | base/D@0,0r0", 0, "2 to 5 players"),
        ("city seats=5 | scores=0", 0, "2 to 4 players"),
        ("country seats=2 | base/D@0,0r1; turn 1 part 1 step draw", 18, "start tiles"),
        ("country seats=2 | base/D@0,0r0 base/E@9,9r0; turn 1 part 1 step draw", 31, "fit"),
        ("country seats=2 | base/D@0,0r0\n", 30, "one line"),
    ];
    for (text, at, expected) in table {
        let text = if text.ends_with('\n') { format!("{text}|") } else { (*text).to_string() };
        let error = position::parse(&text).map(|_| ()).expect_err(&text);
        assert!(error.expected.contains(expected), "{text:?}: {error}");
        assert_eq!(error.at, *at, "{text:?}: {error}");
    }
}

#[test]
fn the_door_refuses_the_wrong_seat_and_leaves_the_game_alone() {
    for (setup, rule) in [(Setup::country(2), "BASE-15"), (Setup::city(2), "CITY-10")] {
        let rules = AnyRules::new(&setup).unwrap();
        let mut game = AnyGame::start(&rules);
        let mut rng = Rng(3);
        let draw = game.pick(&rules, &mut rng);
        let (first, second) = (Turn::Player(Seat(0)), Turn::Player(Seat(1)));
        assert_eq!(game.submit(&rules, first, draw).unwrap_err().rule, rule);
        game.submit(&rules, Turn::Chance, draw).unwrap();
        let lay = game.pick(&rules, &mut rng);
        let before = game.clone();
        for by in [second, Turn::Chance, Turn::Over, Turn::Player(Seat(9))] {
            assert_eq!(game.submit(&rules, by, lay).unwrap_err().rule, rule, "{by:?}");
        }
        assert!(game.submit(&rules, first, draw).is_err());
        assert_eq!(game, before);
        game.submit(&rules, first, lay).unwrap();
    }
}

#[test]
fn set_ups_that_cannot_be_played_say_why() {
    let table = [
        (Setup::country(7), "7 seats"),
        (Setup::country(1), "1 seats"),
        (Setup::city(5), "2 to 4 players"),
        (Setup::country(2).with(&["dragon"]), "unknown expansion"),
        (Setup::country(2).with(&["inns", "inns"]), "twice"),
        (Setup::country(2).with(&["city"]), "a game of its own"),
        (Setup::city(2).with(&["inns"]), "takes no expansion"),
        (Setup::country(2).option("OPT-NONE", "on"), "unknown option"),
        (Setup::country(2).option("OPT-FARMERS", "maybe"), "cannot be"),
        (Setup::country(2).option("OPT-INNS-FINAL", "zero"), "belongs to the expansion inns"),
        (Setup::city(2).option("OPT-FARMERS", "off"), "unknown option"),
        (Setup::city(2).option("OPT-CITY-ROAD4", "from-4").option("OPT-CITY-ROAD4", "x"), "twice"),
        (Setup::country(2).tiles("mine.toml", "x"), "for the family city only"),
        (Setup::city(2).tiles("mine.toml", ""), "was not given"),
        (Setup::city(2).tiles("../mine.toml", "x"), "is no name"),
        (Setup::city(2).tiles("city-own", "x"), "comes with the program"),
        (Setup::country(2).tile_set("city-own"), "for the family city only"),
        (Setup::city(2).tiles("mine.toml", "x"), "mine.toml: line 1"),
    ];
    for (setup, expected) in table {
        let error = AnyRules::new(&setup).map(|_| ()).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(AnyRules::new(&Setup::country(6).with(&["inns"])).is_ok());
}

/// Scores explain themselves.
#[test]
fn events_are_told_in_sentences() {
    let told = |setup: Setup, words: &str| -> Vec<String> {
        let names = ["Alice", "Bob"];
        let text = format!(
            "[Trencavel \"1\"]\n[Expansions \"{}\"]\n[Seats \"2\"]\n{words}",
            setup.expansions.join(" ")
        );
        let mut lines = Vec::new();
        let record = Record::parse(&text).unwrap();
        let seen = record.replay(|s| {
            lines.extend(s.events.iter().map(|e| tell::sentence(s.rules, s.game, &names, e)));
        });
        seen.unwrap();
        lines
    };
    let lines = told(
        Setup::country(2).with(&["inns", "traders"]),
        "tb/band-wine 0,-1 r3 follower@city:N base/J 0,-2 r2 -",
    );
    assert!(lines.contains(&"Alice puts a follower on 0,-1:city:NS".to_string()), "{lines:#?}");
    assert!(lines.contains(
        &"Alice scores 6 for a completed city at 0,0:city:N: 3 tiles × 2 = 6 (majority 1:0)".into()
    ));
    assert!(lines.contains(&"Alice's follower goes home from 0,-1:city:NS".into()));
    assert!(lines.contains(&"Bob takes 1 wine".into()));
    let lines = told(Setup::country(2), "base/K 0,-1 r2 - base/C x base/E 0,1 r3 -");
    assert!(lines.contains(&"base/C fits nowhere and leaves the game".into()), "{lines:#?}");
}

/// The tree below the start, counted.
#[test]
fn perft_counts() {
    let count = |setup: &Setup, depth| {
        let rules = AnyRules::new(setup).unwrap();
        let game = AnyGame::start(&rules);
        let parts = games::perft::divide(&rules, &game, depth);
        let whole = games::perft::perft(&rules, &game, depth);
        assert_eq!(parts.iter().map(|(_, n)| n).sum::<u64>(), whole);
        whole
    };
    let country: Vec<u64> = (1..=4).map(|d| count(&Setup::country(2), d)).collect();
    assert_eq!(country, [32, 159, 717, 22_655]);
    let city: Vec<u64> = (1..=3).map(|d| count(&Setup::city(2), d)).collect();
    assert_eq!(city, [60, 240, 1208]);
    let own = Setup::city(2).tile_set("city-own");
    let own: Vec<u64> = (1..=3).map(|d| count(&own, d)).collect();
    assert_eq!(own, [57, 228, 1168]);
}

/// The board folds the plane into a small array; no far cell is taken for a near one.
#[test]
fn far_cells_are_refused() {
    let rules = AnyRules::new(&Setup::country(2)).unwrap();
    let mut game = AnyGame::start(&rules);
    let draw = game.read_word(&rules, "base/E").unwrap();
    game.submit(&rules, Turn::Chance, draw).unwrap();
    for x in (-200i16..=200).filter(|x| x.abs() > 1) {
        for y in (-200i16..=200).step_by(5) {
            let action = game.read_word(&rules, &format!("{x},{y} r2")).unwrap();
            assert_eq!(game.refuse(&rules, action).map(|r| r.rule), Some("BASE-17"), "{x},{y}");
            let far = format!("base/D@0,0r0 base/E@{x},{y}r2; score 0 0; turn 1 part 1 step draw");
            assert!(AnyGame::read_position(&rules, &far).is_err(), "{far}");
            assert!(game.read_word(&rules, &format!("follower>{x},{y}:city:N")).is_err());
        }
    }
}
