//! What an engine has to do about each line.

use tep::{Greeting, OptionKind, Order, Reply, Session, Task};

fn engine() -> Session {
    let spin = OptionKind::spin(1, 1, 8);
    Session::new(Greeting::new("Test", "Nobody").option("Threads", spin))
}

fn greeted() -> Session {
    let mut session = engine();
    session.hear(b"tep 1");
    session
}

/// What is said to a line.
fn said(session: &mut Session, line: &str) -> Vec<String> {
    let orders = session.hear(line.as_bytes()).into_iter();
    orders
        .map(|order| match order {
            Order::Say(reply) => reply.to_string(),
            other => format!("{other:?}").split(['(', ' ', '{']).next().unwrap_or("").to_owned(),
        })
        .collect()
}

#[test]
fn nothing_is_said_before_the_greeting() {
    let mut session = engine();
    for line in ["isready", "go", "position x", "tiles", "\u{7}", "setoption"] {
        assert_eq!(session.hear(line.as_bytes()), [], "{line}");
    }
    assert_eq!(session.hear(&[0xff, 0xfe]), []);
    let said = said(&mut session, "tep 1\r");
    assert_eq!(said.first().unwrap(), "id name Test");
    assert_eq!(said.last().unwrap(), "tepok");
    assert_eq!(engine().hear(b"quit"), [Order::Quit]);
}

#[test]
fn another_version_is_refused() {
    let mut session = engine();
    let answer = said(&mut session, "tep 2");
    assert_eq!(answer, ["info string error: tep 2: this engine speaks version 1"]);
}

#[test]
fn every_go_has_one_answer() {
    let mut session = greeted();
    assert_eq!(
        said(&mut session, "go"),
        ["info string error: go: expected a position before it", "bestmove none"]
    );
    assert_eq!(session.best(vec![]), None, "nobody asked");
    session.hear(b"position start country seats=2 words base/E");
    let orders = session.hear(b"go nodes 3");
    let [Order::Think(task)] = &orders[..] else { panic!("{orders:?}") };
    let Task { board, limits, legal } = &**task;
    assert_eq!((board.seat(), limits.nodes, legal), (Some(0), Some(3), &None));
    assert!(session.is_thinking());
    assert_eq!(said(&mut session, "isready"), ["readyok"]);
    let busy = ["info string error: the engine is thinking; say stop first"];
    assert_eq!(said(&mut session, "go"), busy);
    assert_eq!(said(&mut session, "position start country seats=2"), busy);
    assert_eq!(session.hear(b"stop"), [Order::Stop]);
    let best = session.best(vec!["0,-1 r2".into()]).unwrap();
    assert_eq!(best, Reply::BestMove(vec!["0,-1 r2".into()]));
    assert_eq!(session.best(vec![]), None);
    assert_eq!(session.hear(b"stop"), []);
    assert!(!session.is_thinking());
}

/// A position that cannot be read must not be answered with the one before it.
#[test]
fn a_wrong_position_leaves_none() {
    let mut session = greeted();
    session.hear(b"position start country seats=2 words base/E");
    assert!(said(&mut session, "position start country seats=77")[0].contains("error: position"));
    assert_eq!(said(&mut session, "go").last().unwrap(), "bestmove none");
}

#[test]
fn options_are_checked() {
    let mut session = greeted();
    let set = session.hear(b"setoption name threads value 4");
    assert_eq!(set, [Order::Set { name: "Threads".into(), value: "4".into() }]);
    let wrong = said(&mut session, "setoption name Threads value 99");
    assert_eq!(
        wrong,
        ["info string error: setoption: Threads: \"99\": expected a number from 1 to 8"]
    );
    let unknown = said(&mut session, "setoption name Hash value 1");
    assert_eq!(unknown, ["info string error: setoption: no option \"Hash\"; there are Threads"]);
}

#[test]
fn tile_files_are_lines_of_their_own() {
    let mut session = greeted();
    let text = include_str!("../../city/src/tiles/city-own.toml");
    assert_eq!(session.hear(b"tiles mine.toml"), []);
    for line in text.lines() {
        assert_eq!(session.hear(line.as_bytes()), []);
    }
    assert_eq!(session.hear(b"endtiles"), []);
    assert_eq!(session.hear(b"position start city seats=2 tiles=mine.toml"), []);
    assert!(matches!(session.hear(b"go")[..], [Order::Think(_)]));
    session.best(vec![]);
    assert!(said(&mut session, "endtiles")[0].contains("expected tiles NAME before it"));
}

#[test]
fn legal_words_come_with_the_question() {
    let mut session = greeted();
    session.hear(b"position start country seats=2 words base/E");
    session.hear(b"legal 0,-1 r2; 0,1 r0");
    let orders = session.hear(b"go");
    let [Order::Think(task)] = &orders[..] else { panic!("{orders:?}") };
    assert_eq!(task.legal.as_deref(), Some(&["0,-1 r2".to_owned(), "0,1 r0".to_owned()][..]));
}
