//! Small situations from the rules, played word by word.

use reference_country::{Reference, Turn};

fn start(expansions: &[&str], options: &[(&str, &str)], seats: usize) -> Reference {
    Reference::new(expansions, options, seats).expect("a good setup")
}

/// Plays words; every word must be legal. Returns the events of the last one.
fn play(game: &mut Reference, words: &[&str]) -> Vec<String> {
    let mut events = Vec::new();
    for word in words {
        assert!(game.legal().iter().any(|legal| legal == word), "{word}: {:?}", game.legal());
        events = game.apply(word);
    }
    events
}

fn may(game: &Reference, word: &str) -> bool {
    game.legal().iter().any(|legal| legal == word)
}

#[test]
fn dx_base_01_small_city_at_once() {
    for (value, points) in [("4", 4), ("2", 2)] {
        let mut game = start(&[], &[("OPT-SMALLCITY", value)], 2);
        let events = play(&mut game, &["base/E", "0,-1 r2", "follower@city:S"]);
        let scored = format!("scored city complete at 0,0:city:N worth {points} to 1:{points}");
        assert_eq!(events, ["home 1 follower from 0,-1:city:S".to_owned(), scored]);
        assert_eq!(game.scores(), [points, 0]);
        assert_eq!(game.supply()[0]["follower"], 7);
        assert_eq!(game.turn(), Turn::Chance);
    }
}

#[test]
fn dx_base_02_ring_of_curves() {
    let mut game = start(&[], &[], 2);
    // A ring south of the start tile, which offers field sides only.
    play(&mut game, &["base/V", "0,1 r3", "follower@road:ES", "base/V", "1,1 r0", "-"]);
    play(&mut game, &["base/V", "1,2 r1", "-", "base/V", "0,2 r2"]);
    assert!(!may(&game, "follower@road:NE"));
    let events = play(&mut game, &["-"]);
    assert!(events.contains(&"scored road complete at 0,1:road:ES worth 4 to 1:4".to_owned()));
}

#[test]
fn dx_river_01_02_turns() {
    let setup = [("OPT-RIVER-EDITION", "c2")];
    let mut game = start(&["river"], &setup, 2);
    // The river flows east, then turns left (north).
    play(&mut game, &["river-c2/curve", "1,0 r1", "-"]);
    let mut near = game.clone();
    play(&mut near, &["river-c2/road-curve"]);
    // Left again would be W: entry S, exit W is r0; right is exit E, r3.
    assert_eq!(near.legal(), ["1,-1 r3"]);
    play(&mut game, &["river-c2/straight", "1,-1 r1", "-", "river-c2/road-curve"]);
    assert_eq!(game.legal(), ["1,-2 r0", "1,-2 r3"]);

    let strict = [("OPT-RIVER-EDITION", "c2"), ("OPT-RIVER-UTURN", "strict")];
    let mut game = start(&["river"], &strict, 2);
    play(&mut game, &["river-c2/curve", "1,0 r1", "-", "river-c2/straight", "1,-1 r1", "-"]);
    play(&mut game, &["river-c2/road-curve"]);
    assert_eq!(game.legal(), ["1,-2 r3"]);
}

#[test]
fn third_edition_spring_and_start_beside_the_block() {
    let game = start(&["river"], &[], 2);
    assert!(game.features().iter().any(|(_, names)| names == &["0,0:road:NE"]));
    let mut game = start(&["river", "count"], &[], 2);
    play(&mut game, &["river/straight"]);
    assert_eq!(game.legal(), ["3,0 r0", "3,0 r2"]);
    let around_spring = "2,0:field:NL.NR.EL.ER.SL.SR.WL.WR".to_owned();
    let field = game.features().into_iter().find(|(_, names)| names.contains(&around_spring));
    // INT-40: joined with field (b) of the block.
    assert!(field.expect("the field").1.contains(&"1,0:field:NR.EL.ER.SL".to_owned()));
}

/// The second seat completes a road of the first one and goes into the castle (EX-COUNT-02).
fn entered_castle(options: &[(&str, &str)], seats: usize) -> Reference {
    let mut game = start(&["count"], options, seats);
    play(&mut game, &["base/U", "0,2 r1", "follower@road:NS", "base/A", "0,3 r2"]);
    let events = play(&mut game, &["-"]);
    assert_eq!(
        events,
        ["home 1 follower from 0,2:road:NS", "scored road complete at 0,1:road:S worth 3 to 1:3"]
    );
    assert_eq!(game.turn(), Turn::Seat(1));
    assert_eq!(game.legal().len(), 5);
    play(&mut game, &["follower@castle"]);
    game
}

#[test]
fn count_entry_and_redeployment() {
    let mut game = entered_castle(&[], 2);
    assert_eq!(game.legal(), ["-", "count@blacksmith", "count@cathedral", "count@market"]);
    let mut held = game.clone();
    play(&mut game, &["count@market", "base/E", "-2,2 r0", "follower@city:N"]);
    assert_eq!(game.turn(), Turn::Seat(1));
    let events = play(&mut game, &["follower>-2,2:city:N"]);
    assert_eq!(
        events,
        [
            "home 1 follower from -2,2:city:N",
            "home 2 follower from -2,2:city:N",
            "scored city complete at -2,1:city:S worth 4 to 1:4,2:4"
        ]
    );
    assert_eq!(game.scores(), [7, 4]);
    // COUNT-18: the Count keeps them in.
    let events = play(&mut held, &["-", "base/E", "-2,2 r0", "follower@city:N"]);
    assert_eq!(
        events.last().map(String::as_str),
        Some("scored city complete at -2,1:city:S worth 4 to 1:4")
    );
    assert_eq!(held.figures(), [(1, "follower".to_owned(), "castle".to_owned())]);
}

#[test]
fn count_options() {
    let game = entered_castle(&[("OPT-COUNT-MOVE", "clockwise")], 2);
    assert_eq!(game.count_quarter().as_deref(), Some("market"));
    assert_eq!(game.turn(), Turn::Chance);
    let game = entered_castle(&[("OPT-COUNT-MOVE", "follow-meeple")], 2);
    assert_eq!(game.count_quarter().as_deref(), Some("castle"));
    // OPT-COUNT-UNOCCUPIED: an empty completed city.
    for (value, asked) in [("allowed", true), ("forbidden", false)] {
        let mut game = entered_castle(&[("OPT-COUNT-UNOCCUPIED", value)], 2);
        play(&mut game, &["count@market", "base/E", "-2,2 r0", "-"]);
        assert_eq!(game.turn() == Turn::Seat(1), asked);
        if asked {
            // INT-37: the active seat scored nothing, so it may enter.
            play(&mut game, &["follower>-2,2:city:N", "follower@market", "-"]);
            assert_eq!(game.scores(), [3, 4]);
        }
    }
}

#[test]
fn builder_gives_a_second_tile() {
    let mut game = start(&["traders"], &[], 2);
    play(&mut game, &["base/U", "1,0 r0", "follower@road:EW", "base/B", "0,1 r0", "-"]);
    play(&mut game, &["base/U", "2,0 r0"]);
    assert!(may(&game, "builder@road:EW"));
    play(&mut game, &["builder@road:EW", "base/B", "1,1 r0", "-"]);
    // TRADERS-14: completing one end extends, too.
    play(&mut game, &["base/X", "3,0 r0", "-"]);
    assert_eq!(game.legal(), ["-", "second"]);
    let mut declined = game.clone();
    play(&mut declined, &["-", "base/B"]);
    assert_eq!(declined.turn(), Turn::Seat(1));
    play(&mut game, &["second", "base/V"]);
    assert_eq!(game.turn(), Turn::Seat(0));
}

#[test]
fn builder_comes_home_with_its_feature() {
    let mut game = start(&["traders"], &[("OPT-BUILDER-SECOND", "forced")], 2);
    play(&mut game, &["base/U", "1,0 r0", "follower@road:EW", "base/B", "0,1 r0", "-"]);
    play(&mut game, &["base/U", "2,0 r0", "builder@road:EW", "base/W", "-1,0 r0", "-"]);
    play(&mut game, &["tb/monastery-3-roads", "3,0 r0"]);
    assert!(!may(&game, "builder@road:W"), "TRADERS-13");
    let events = play(&mut game, &["-"]);
    assert_eq!(
        events,
        [
            "home 1 builder from 2,0:road:EW",
            "home 1 follower from 1,0:road:EW",
            "scored road complete at 0,0:road:EW worth 5 to 1:5"
        ]
    );
    play(&mut game, &["base/B"]);
    assert_eq!(game.turn(), Turn::Seat(0), "the right stays (TRADERS-16)");
}

/// A monastery of the first seat at 0,1 and a shrine of the second at 1,1, then the cells around.
#[test]
fn ex_cult_01_challenge() {
    let mut game = start(&["cult"], &[], 2);
    play(&mut game, &["base/B", "0,1 r0", "follower@monastery"]);
    play(&mut game, &["cult/shrine", "1,1 r0", "follower@shrine"]);
    let fill = [
        ("base/E", "0,2 r2"),
        ("base/E", "1,2 r2"),
        ("base/E", "-1,1 r3"),
        ("base/V", "-1,2 r0"),
        ("base/U", "1,0 r0"),
    ];
    for (tile, place) in fill {
        play(&mut game, &[tile, place, "-"]);
    }
    play(&mut game, &["base/U", "-1,0 r0"]);
    let events = play(&mut game, &["-"]);
    assert_eq!(
        events,
        [
            "home 1 follower from 0,1:monastery",
            "home 2 follower from 1,1:shrine",
            "lost 2 at 1,1:shrine",
            "scored monastery complete at 0,1:monastery worth 9 to 1:9"
        ]
    );
    assert_eq!(game.scores(), [9, 0]);
}

#[test]
fn dx_cult_02_shrine_between_monasteries() {
    for (strict, allowed) in [("on", false), ("off", true)] {
        let mut game = start(&["cult"], &[("OPT-CULT-STRICT", strict)], 2);
        play(&mut game, &["base/B", "0,1 r0", "-", "base/B", "0,2 r0", "-", "cult/shrine"]);
        assert!(!may(&game, "1,1 r0") && !may(&game, "1,2 r0"), "CULT-04");
        assert!(may(&game, "0,3 r0"));
        play(&mut game, &["0,3 r0", "-", "cult/road"]);
        // Beside the lower monastery only, which has a shrine already.
        assert_eq!(may(&game, "1,3 r0"), allowed, "CULT-05");
    }
}

#[test]
fn abbot_and_garden() {
    let mut game = start(&["abbot"], &[], 2);
    play(&mut game, &["base/E.g", "0,1 r2"]);
    assert!(may(&game, "abbot@garden") && !may(&game, "follower@garden"));
    assert!(!may(&game, "abbot@city:S"));
    play(&mut game, &["abbot@garden", "base/B", "1,1 r0", "-", "base/B", "-1,1 r0"]);
    let events = play(&mut game, &["recall@0,1"]);
    assert_eq!(events, ["home 1 abbot from 0,1:garden", "recalled 1 at 0,1:garden for 4"]);
    let mut off = start(&["abbot"], &[("OPT-ABBOT-GARDENS", "off")], 2);
    play(&mut off, &["base/E.g", "0,1 r2"]);
    assert!(!may(&off, "abbot@garden"));
}

#[test]
fn unplaceable_tiles() {
    // Close every city side: then base/C fits nowhere.
    for (value, word) in [("discard", "discard base/C"), ("reshuffle", "aside base/C")] {
        let mut game = start(&[], &[("OPT-UNPLACEABLE", value)], 2);
        play(&mut game, &["base/E", "0,-1 r2", "-"]);
        assert_eq!(play(&mut game, &["base/C"]), [word]);
        assert!(!may(&game, "base/C"));
        play(&mut game, &["base/B", "0,1 r0", "-"]);
        assert_eq!(may(&game, "base/C"), value == "reshuffle");
        if value == "reshuffle" {
            assert_eq!(game.apply("base/C x"), ["aside base/C"]);
        }
    }
}

#[test]
fn random_first_seat() {
    let mut game = start(&[], &[("OPT-STARTPLAYER", "random")], 3);
    assert_eq!(game.odds(), [1, 2, 3].map(|seat| (format!("first:{seat}"), 1)));
    play(&mut game, &["first:3", "base/B"]);
    assert_eq!(game.turn(), Turn::Seat(2));
}
