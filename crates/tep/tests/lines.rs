//! Every line prints what it was read from, and what is wrong with one is told.

use tep::{Command, Greeting, Limits, Listener, OptionKind, Reply, Thought};

/// Lines to an engine in the form that is printed.
pub const COMMANDS: &[&str] = &[
    "tep 1",
    "isready",
    "setoption name Threads value 2",
    "setoption name Clear Hash",
    "setoption name Book File value my books/a b.txt",
    "tiles mine.toml",
    "endtiles",
    "newgame",
    "position start country seats=2 words base/E; 0,-1 r2; follower@city:S",
    "position start city seats=3 tiles=mine.toml",
    "position country seats=2 | base/D@0,0r0; score 0 0; turn 1 part 1 step draw",
    "position country seats=2 | base/D@0,0r0; score 0 0; turn 1 part 1 step draw words base/C x",
    "legal 0,-1 r2; 0,1 r0; -",
    "go",
    "go time 1000",
    "go clock 60000 59000 61000 inc 2000",
    "go nodes 500 lines 3",
    "go time 5 nodes 7 infinite ponder",
    "stop",
    "ponderhit",
    "quit",
    "brew coffee",
];

/// Lines of an engine in the form that is printed.
pub const REPLIES: &[&str] = &[
    "id name Slow but sure 2.1",
    "id author Ann O'Nym",
    "option name Threads type spin default 1 min 1 max 64",
    "option name Ponder type check default false",
    "option name Style of play type combo default calm var calm var very wild",
    "option name Clear Hash type button",
    "option name Book File type string default my books/a.txt",
    "option name Empty type string default",
    "supports country seats=2-6 expansions=river,inns",
    "supports city seats=3",
    "needs legal",
    "tepok",
    "readyok",
    "info line 1 depth 4 nodes 800 leaves 31000 time 212 points 54.2 49.75 margin 4.5 error 0.3 \
     win 710 290 exact pv 0,-1 r2; follower@city:S string a sure thing",
    "info string error: go: expected a position before it",
    "bestmove 0,-1 r2; follower@city:S",
    "bestmove none",
    "dance",
];

#[test]
fn lines_print_what_they_were_read_from() {
    for line in COMMANDS {
        assert_eq!(Command::read(line).unwrap().to_string(), *line);
    }
    for line in REPLIES {
        assert_eq!(Reply::read(line).unwrap().to_string(), *line);
    }
}

#[test]
fn blanks_and_what_is_not_known_yet_do_not_matter() {
    let go = Command::read("  go \t depth 9  nodes   12 mood good \r").unwrap();
    assert_eq!(go, Command::Go(Limits { nodes: Some(12), ..Limits::default() }));
    let info = Reply::read("info hashfull 3 nodes 5 currmove x points 1 -2.5 pv  a ;; b  c ;");
    let Reply::Info(thought) = info.unwrap() else { panic!() };
    let wanted = Thought {
        nodes: Some(5),
        points: vec![1.0, -2.5],
        pv: vec!["a".into(), "b c".into()],
        ..Thought::default()
    };
    assert_eq!(thought, wanted);
}

#[test]
fn what_is_wrong_with_a_line_is_told() {
    let command = |line: &str| Command::read(line).unwrap_err().to_string();
    assert_eq!(command("tep one"), "tep: version \"one\": expected a version, as 1");
    assert_eq!(
        command("go time soon"),
        "go: time \"soon\": expected milliseconds, a number from 0"
    );
    assert_eq!(command("go nodes"), "go: nodes: expected a number from 1 behind it");
    assert_eq!(command("go clock"), "go: clock: expected the milliseconds of each seat behind it");
    assert_eq!(
        command("go clock 5 -5"),
        "go: clock \"-5\": expected milliseconds, a number from 0"
    );
    assert_eq!(command("setoption value 3"), "setoption: expected name NAME value VALUE");
    assert_eq!(command("legal ;"), "legal: expected words separated by ;");
    assert!(command("position").contains("expected a one-line position, or start and a set-up"));
    assert!(command("position start words base/E").contains("expected the set-up behind it"));
    let reply = |line: &str| Reply::read(line).unwrap_err().to_string();
    assert_eq!(reply("bestmove"), "bestmove: expected words, or none");
    assert_eq!(reply("id"), "id: expected name NAME or author AUTHOR");
    assert_eq!(reply("info points"), "info: points: expected a number for each seat");
    assert!(reply("info margin NaN").contains("expected points, a number"));
    assert!(reply("supports country seats=6-2").contains("as seats=2-6"));
    assert!(reply("option name X type spin default 1 min 0").contains("max"));
}

#[test]
fn options_take_what_they_say() {
    let combo = OptionKind::Combo { default: "a".into(), values: vec!["a".into(), "b".into()] };
    let fine = [
        (OptionKind::spin(1, 1, 8), "8"),
        (OptionKind::Check(true), "false"),
        (combo.clone(), "b"),
        (OptionKind::Button, ""),
        (OptionKind::Text(String::new()), "anything"),
    ];
    for (kind, value) in fine {
        kind.check(value).unwrap();
    }
    let wrong = |kind: OptionKind, value: &str| kind.check(value).unwrap_err().to_string();
    assert_eq!(wrong(OptionKind::spin(1, 1, 8), "9"), "a number from 1 to 8");
    assert_eq!(wrong(combo, "c"), "one of a, b");
    assert_eq!(wrong(OptionKind::Check(true), "yes"), "true or false");
    assert_eq!(wrong(OptionKind::Button, "x"), "no value");
}

/// A referee understands a greeting as the engine meant it.
#[test]
fn a_greeting_is_heard_as_it_was_said() {
    use games::{Family, Setup};
    let mut greeting = Greeting::new("A", "B").option("Seed", OptionKind::spin(1, 0, 9));
    greeting = greeting.supports(tep::Support::new(Family::Country, (2, 4), &["inns"]));
    greeting.needs_legal = true;
    let mut listener = Listener::new();
    assert!(matches!(listener.hear(b"id name A"), tep::Heard::Wrong(_)), "not asked yet");
    listener.greets();
    let mut last = tep::Heard::Nothing;
    for reply in greeting.replies() {
        last = listener.hear(reply.to_string().as_bytes());
    }
    assert_eq!(last, tep::Heard::Greeted(greeting.clone()));
    assert!(greeting.plays(&Setup::country(3).with(&["inns"])));
    assert!(!greeting.plays(&Setup::country(5)));
    assert!(!greeting.plays(&Setup::country(2).with(&["river"])));
    assert!(!greeting.plays(&Setup::city(2)));
}
